package composecheck

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

const (
	repository = "../.."
	images     = "localhost/salaatflow/"
)

// parse reads the file as `docker compose` does.
func parse(t *testing.T, profiles ...string) *types.Project {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{filepath.Join(repository, "deploy", "compose.yaml")},
		cli.WithOsEnv, cli.WithProfiles(profiles))
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatalf("docker compose refuses the file: %v", err)
	}
	return project
}

// program returns the name of the platform's program that a service runs, or "" if it runs somebody else's.
func program(service types.ServiceConfig) string {
	name, ours := strings.CutPrefix(service.Image, images)
	if !ours {
		return ""
	}
	return strings.Split(name, ":")[0]
}

// A setting that a program does not know would keep it from starting, on the machine of whoever installs it.
func TestEveryProgramTakesItsSettings(t *testing.T) {
	folder := t.TempDir()
	build := exec.CommandContext(t.Context(), filepath.Join(repository, "tools", "build"), folder)
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("tools/build: %v\n%s", err, output)
	}
	started := map[string]bool{}
	for name, service := range parse(t).Services {
		binary := program(service)
		if binary == "" {
			continue
		}
		started[binary] = true
		arguments := []string(service.Command)
		if len(arguments) == 0 {
			arguments = []string{"serve"} // as in the image
		}
		command := exec.CommandContext(t.Context(), filepath.Join(folder, binary), append(arguments, "--help")...)
		for key, value := range service.Environment {
			command.Env = append(command.Env, fmt.Sprintf("%s=%s", key, *value))
		}
		output, err := command.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, output)
		}
		for key := range service.Environment {
			shared := key == "SALAATFLOW_CREDENTIAL_FILE" || strings.HasPrefix(key, "SALAATFLOW_TLS_") // no settings of migrate
			if strings.HasPrefix(key, "SALAATFLOW_") && !shared && !strings.Contains(string(output), key) {
				t.Errorf("%s: %s has no setting %s", name, binary, key)
			}
		}
	}
	folders, err := filepath.Glob(filepath.Join(repository, "*", "cmd", "*-svc"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("there are no services: %v", err)
	}
	for _, folder := range append(folders, "gateway") {
		if !started[filepath.Base(folder)] {
			t.Errorf("%s is not started", filepath.Base(folder))
		}
	}
}

// One program that leaks memory or runs wild does not take the machine with it, and none can become root.
func TestEveryServiceIsLimitedAndCheckedAndHasNoRights(t *testing.T) {
	for name, service := range parse(t, "observability").Services {
		if service.Deploy == nil || service.Deploy.Resources.Limits == nil || service.Deploy.Resources.Limits.MemoryBytes == 0 ||
			service.Deploy.Resources.Limits.NanoCPUs == 0 {
			t.Errorf("%s has no limits of memory and CPU", name)
		}
		once := slices.Equal(service.Command, []string{"migrate"})
		if service.HealthCheck == nil && !once && name != "otel-collector" {
			t.Errorf("%s is not checked", name)
		}
		if name != "postgres" && (!service.ReadOnly || !slices.Contains(service.CapDrop, "ALL")) {
			t.Errorf("%s may write its image or has capabilities", name)
		}
		binary := program(service)
		if binary == "" || once {
			continue
		}
		if want := []string{"CMD", "/usr/local/bin/" + binary, "healthcheck"}; !slices.Equal(service.HealthCheck.Test, want) {
			t.Errorf("%s is checked by %v, not by %v", name, service.HealthCheck.Test, want)
		}
		if service.StopGracePeriod == nil || time.Duration(*service.StopGracePeriod) < 25*time.Second {
			t.Errorf("%s is killed before it has drained", name)
		}
	}
}

// Secrets are files: neither the file nor the environment of a process shows one.
func TestNoSecretIsInTheEnvironment(t *testing.T) {
	project := parse(t, "observability")
	for name, service := range project.Services {
		for key, value := range service.Environment {
			words := strings.ToUpper(key)
			named := strings.Contains(words, "PASSWORD") || strings.Contains(words, "CREDENTIAL") || strings.Contains(words, "KEY")
			if named && !strings.HasPrefix(*value, "/run/secrets/") && *value != "/run/tls/tls.key" {
				t.Errorf("%s: %s is no file", name, key)
			}
			if user, _, found := strings.Cut(*value, "@"); found && strings.Count(user, ":") > 1 {
				t.Errorf("%s: %s has a password", name, key)
			}
		}
		for _, secret := range service.Secrets {
			if _, there := project.Secrets[secret.Source]; !there {
				t.Errorf("%s: there is no secret %s", name, secret.Source)
			}
		}
	}
}

// What is mounted is in the repository, and each secret is one that tools/compose-secrets makes.
func TestEveryMountedFileIsThere(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "secrets")
	making := exec.CommandContext(t.Context(), filepath.Join(repository, "tools", "compose-secrets"), folder)
	if output, err := making.CombinedOutput(); err != nil {
		t.Fatalf("tools/compose-secrets: %v\n%s", err, output)
	}
	t.Setenv("SALAATFLOW_SECRETS", folder)
	project := parse(t, "observability")
	for name, secret := range project.Secrets {
		if content, err := os.ReadFile(secret.File); err != nil || len(content) == 0 {
			t.Errorf("the secret %s: %v", name, err)
		}
	}
	for name, service := range project.Services {
		for _, mounted := range service.Volumes {
			if mounted.Type != types.VolumeTypeBind {
				continue
			}
			if mounted.Target == "/run/tls" { // what tools/compose has `salaatflow certs` make
				if want := filepath.Join(folder, "tls", program(service)); mounted.Source != want {
					t.Errorf("%s has the certificate in %s, not in %s", name, mounted.Source, want)
				}
				continue
			}
			if _, err := os.Stat(mounted.Source); err != nil {
				t.Errorf("%s mounts what is not there: %v", name, err)
			}
		}
	}
}

// Two gateways stand behind the one port that other machines may reach.
func TestTwoGatewaysStandBehindOnePort(t *testing.T) {
	project := parse(t)
	if replicas := project.Services["gateway"].Deploy.Replicas; replicas == nil || *replicas != 2 {
		t.Errorf("there are %v gateways", replicas)
	}
	for name, service := range project.Services {
		if len(service.Ports) > 0 && name != "edge" {
			t.Errorf("%s is published beside the edge", name)
		}
	}
	if ports := project.Services["edge"].Ports; len(ports) != 1 || ports[0].Published != "8080" || ports[0].HostIP != "127.0.0.1" {
		t.Errorf("the edge is published at %v", ports)
	}
}
