//go:build chart

package chart

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	auditsvc "github.com/salaatflow/platform/audit-svc"
	chatsvc "github.com/salaatflow/platform/chat-svc"
	"github.com/salaatflow/platform/gateway"
	hadithsvc "github.com/salaatflow/platform/hadith-svc"
	masjidsvc "github.com/salaatflow/platform/masjid-svc"
	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/services/kit"
	skillssvc "github.com/salaatflow/platform/skills-svc"
	taskssvc "github.com/salaatflow/platform/tasks-svc"
	userssvc "github.com/salaatflow/platform/users-svc"
)

// programs run the settings of each program through its own flags, environment and checks. Each returns the exit code.
var programs = map[string]func(args []string, out, errors io.Writer) int{
	"audit-svc":    reads(auditsvc.DefaultConfig()),
	"chat-svc":     reads(chatsvc.DefaultConfig()),
	"gateway":      reads(gateway.DefaultConfig()),
	"hadith-svc":   reads(hadithsvc.DefaultConfig()),
	"masjid-svc":   reads(masjidsvc.DefaultConfig()),
	"registry-svc": reads(registrysvc.DefaultConfig(), registrysvc.Without()...),
	"skills-svc":   reads(skillssvc.DefaultConfig()),
	"tasks-svc":    reads(taskssvc.DefaultConfig()),
	"users-svc":    reads(userssvc.DefaultConfig()),
}

func reads[C kit.Configuration](defaults C, without ...string) func([]string, io.Writer, io.Writer) int {
	return func(args []string, out, errors io.Writer) int {
		name := args[0]
		program := kit.Program[C]{
			Name: name, Default: defaults, Without: without,
			Commands: []kit.Command[C]{{Name: "read", Help: "Read the settings.", Run: func(context.Context, io.Writer, C) error { return nil }}},
		}
		return program.Run(context.Background(), append([]string{"read"}, args[1:]...), out, errors)
	}
}

// settingsOf returns the settings file of a program.
func settingsOf(t testing.TB, all []object, program string) map[string]string {
	t.Helper()
	var raw map[string]any
	if err := yaml.Unmarshal([]byte(settingsText(t, all, program)), &raw); err != nil {
		t.Fatal(err)
	}
	settings := map[string]string{}
	for key, value := range raw {
		if s, ok := value.(string); ok {
			settings[key] = s
		}
	}
	return settings
}

func settingsText(t testing.TB, all []object, program string) string {
	t.Helper()
	return at[string](find(t, all, "ConfigMap", program), "data", "settings.yaml")
}

func seconds(t testing.TB, duration string) int {
	t.Helper()
	d, err := time.ParseDuration(duration)
	if err != nil {
		t.Fatal(err)
	}
	return int(d / time.Second)
}

// values of what the cluster fills in.
var filledIn = map[string]string{
	"POD_IP":       "10.1.2.3",
	"database-url": "postgres://app:secret@db/salaatflow",
	"redis-url":    "redis://cache:6379/0",
}

// environ sets the variables of a container, as the kubelet would.
func environ(t *testing.T, c map[string]any) {
	t.Helper()
	pod := filledIn["POD_IP"]
	for i := range at[[]any](c, "env") {
		name := at[string](c, "env", i, "name")
		value := strings.ReplaceAll(at[string](c, "env", i, "value"), "$(POD_IP)", pod)
		for flag, secret := range filledIn {
			if strings.HasSuffix(name, "_"+strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))) {
				value = secret
			}
		}
		t.Setenv(name, value)
	}
}

// Each program reads the settings and variables of its pod and finds nothing unknown, wrong or missing. It refuses misspelt
// flags and variables by name, so every flag that the chart sets exists.
func TestProgramsAcceptTheirSettings(t *testing.T) {
	for example := range examples {
		all := objects(t, example, "")
		for _, o := range ofKind(all, "Deployment") {
			t.Run(example+"/"+o.component(), func(t *testing.T) {
				file := filepath.Join(t.TempDir(), "settings.yaml")
				if err := os.WriteFile(file, []byte(withConfigMaps(t, all, o, settingsText(t, all, o.component()))), 0o600); err != nil {
					t.Fatal(err)
				}
				environ(t, at[map[string]any](pod(o), "containers", 0))
				var said bytes.Buffer
				if code := programs[o.component()]([]string{o.component(), "--config", file}, t.Output(), &said); code != 0 {
					t.Errorf("exit code %d: %s", code, said.String())
				}
			})
		}
	}
}

// withConfigMaps returns the settings of a pod with folders of the test in place of those that ConfigMaps of the chart are mounted at.
func withConfigMaps(t *testing.T, all []object, o object, settings string) string {
	t.Helper()
	for i := range at[[]any](pod(o), "containers", 0, "volumeMounts") {
		mount := at[map[string]any](pod(o), "containers", 0, "volumeMounts", i)
		path := at[string](mount, "mountPath")
		if !strings.Contains(settings, path+"/") {
			continue
		}
		folder := t.TempDir()
		for _, file := range ofKind(all, "ConfigMap") {
			if file.name() != configMapOf(o, at[string](mount, "name")) {
				continue
			}
			for name, content := range at[map[string]any](file, "data") {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(content.(string)), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			settings = strings.ReplaceAll(settings, path+"/", folder+"/")
		}
	}
	return settings
}

// configMapOf returns the name of the ConfigMap that is a volume of a pod; empty where the volume is none.
func configMapOf(o object, volume string) string {
	for i := range at[[]any](pod(o), "volumes") {
		if at[string](pod(o), "volumes", i, "name") == volume {
			return at[string](pod(o), "volumes", i, "configMap", "name")
		}
	}
	return ""
}

// The container of a migration has only the variables of the database's URL, and its program takes them.
func TestMigrationsAcceptTheirSettings(t *testing.T) {
	for _, example := range []string{"production", "init-container", "everything", "one-postgres"} {
		migrations := 0
		for _, o := range objects(t, example, "") {
			for _, c := range containers(pod(o)) {
				program, ok := strings.CutPrefix(at[string](c, "name"), "migrate-")
				if !ok {
					continue
				}
				migrations++
				t.Run(example+"/"+program, func(t *testing.T) {
					environ(t, c)
					var said bytes.Buffer
					if code := programs[program]([]string{program}, t.Output(), &said); code != 0 {
						t.Errorf("exit code %d: %s", code, said.String())
					}
				})
			}
		}
		if migrations == 0 {
			t.Errorf("%s has no migrations", example)
		}
	}
}

// What an operator must not see in a manifest comes from a Secret that exists: every setting that the code calls secret has a
// value of the chart that names one.
func TestSecretsComeFromExistingSecrets(t *testing.T) {
	flags := map[string]bool{}
	for _, o := range objects(t, "everything", "Deployment") {
		for i := range at[[]any](pod(o), "containers", 0, "env") {
			variable := at[map[string]any](pod(o), "containers", 0, "env", i)
			if at[string](variable, "valueFrom", "secretKeyRef", "name") != "" {
				_, flag, _ := strings.Cut(strings.TrimPrefix(at[string](variable, "name"), "SALAATFLOW_"), "_")
				flags[strings.ToLower(strings.ReplaceAll(flag, "_", "-"))] = true
			}
		}
	}
	for program, read := range programs {
		var help bytes.Buffer
		if code := read([]string{program, "--help"}, &help, t.Output()); code != 0 {
			t.Fatalf("%s --help: exit code %d", program, code)
		}
		for _, flag := range secretFlags(t) {
			if strings.Contains(help.String(), "--"+flag) && !flags[flag] {
				t.Errorf("--%s of %s is secret, and no Secret can hold it", flag, program)
			}
		}
	}
	for example := range examples {
		if text := text(t, example); strings.Contains(text, "kind: Secret\n") || strings.Contains(text, "postgres://") {
			t.Errorf("%s has a secret in it", example)
		}
	}
}

var secretField = regexp.MustCompile(`(?m)^\s+(\w+)\s+config\.Secret\s.*$`)

// secretFlags returns the names of all flags whose field is a config.Secret. Those of kitsql, languagemodel, toolcache and
// redislink get the prefix that their users give them.
func secretFlags(t *testing.T) []string {
	t.Helper()
	prefixes := map[string]string{
		"kitsql": "database-", "languagemodel": "llm-", "toolcache": "redis-", "redislink": "redis-",
		"registry-svc": "",
	}
	var flags []string
	for _, pattern := range []string{"../../services/*/*.go", "../../*-svc/*.go", "../../*-svc/internal/*/*.go", "../../gateway/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, match := range secretField.FindAllStringSubmatch(string(content), -1) {
				prefix, known := prefixes[filepath.Base(filepath.Dir(file))]
				if !known {
					t.Errorf("%s has a secret that this test does not know", file)
				}
				flags = append(flags, prefix+strings.ToLower(strings.Replace(match[1], "DatabaseURL", "database-url", 1)))
			}
		}
	}
	slices.Sort(flags)
	if flags = slices.Compact(flags); !slices.Equal(flags, []string{"database-url", "llm-key", "redis-url"}) {
		t.Errorf("the secret flags are %v", flags)
	}
	return flags
}
