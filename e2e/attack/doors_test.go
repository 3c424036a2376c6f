//go:build attack

package attack

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/e2e/harness"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/kit/kittest"
)

func program(t testing.TB, name string) string {
	t.Helper()
	return harness.Build(t, filepath.Join("..", "..", name, "cmd", name), true)
}

// Off loopback, a program of the platform does not start without the platform's credential.
func TestNothingListensOffLoopbackWithoutTheCredential(t *testing.T) {
	for _, name := range []string{"registry-svc", "users-svc", "tasks-svc", "masjid-svc", "hadith-svc", "skills-svc"} {
		t.Run(name, func(t *testing.T) {
			arguments := []string{"serve", "--listen-address", "0.0.0.0:0"}
			if name != "registry-svc" {
				arguments = append(arguments, "--advertise-address", "127.0.0.1:1", "--database-url", "sqlite:"+filepath.Join(t.TempDir(), "x.db"))
			}
			command := exec.CommandContext(t.Context(), program(t, name), arguments...)
			timeout := time.AfterFunc(20*time.Second, func() { _ = command.Process.Kill() })
			defer timeout.Stop()
			said, err := command.CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() == -1 || !strings.Contains(string(said), "--credential-file") {
				t.Errorf("it starts off loopback without a credential: %v: %s", err, said)
			}
		})
	}
}

// If there is a credential, neither the registry nor a service trusts callers that do not present it.
func TestWithoutTheCredentialNothingIsBelieved(t *testing.T) {
	const secret = "canary-4711-of-the-platform"
	file := filepath.Join(t.TempDir(), "credential")
	if err := os.WriteFile(file, []byte(secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	registryAddress, usersAddress := kittest.FreeAddress(t), kittest.FreeAddress(t)
	harness.Run(t, program(t, "registry-svc"), "serve", "--listen-address", registryAddress, "--credential-file", file,
		"--settling-time", "1s")
	harness.Run(t, program(t, "users-svc"), "serve", "--listen-address", usersAddress, "--registry", registryAddress,
		"--credential-file", file, "--database-url", "sqlite:"+filepath.Join(t.TempDir(), "users.db"))
	registry := registryv1.NewRegistryServiceClient(dial(t, registryAddress))
	users := usersv1.NewUserServiceClient(dial(t, usersAddress))
	mine := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+secret)
	eventually(t, 25*time.Second, "users-svc is registered with the credential", func() bool {
		answer, err := registry.ListTools(mine, &registryv1.ListToolsRequest{})
		return err == nil && len(answer.GetTools()) > 0
	})
	for name, authorization := range map[string]string{
		"nothing": "", "another": "Bearer canary", "a longer one": "Bearer " + secret + "x", "no bearer": secret, "an empty one": "Bearer ",
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			if authorization != "" {
				ctx = metadata.AppendToOutgoingContext(ctx, "authorization", authorization)
			}
			for what, call := range map[string]func() error{
				"register": func() error {
					_, err := registry.Register(ctx, goals("stranger-svc", "one", "127.0.0.1:1"))
					return err
				},
				"list": func() error { _, err := registry.ListTools(ctx, &registryv1.ListToolsRequest{}); return err },
				"watch": func() error {
					watch, err := registry.Watch(ctx, &registryv1.WatchRequest{})
					if err == nil {
						_, err = watch.Recv()
					}
					return err
				},
				"say who is calling": func() error {
					_, err := users.GetUserInfo(metadata.AppendToOutgoingContext(ctx, "x-user-id", "1", "x-user-role", "admin"),
						&usersv1.GetUserInfoRequest{})
					return err
				},
			} {
				err := call()
				if code := status.Code(err); code != codes.Unauthenticated && code != codes.PermissionDenied {
					t.Errorf("%s: %v", what, err)
				}
				if err != nil && strings.Contains(err.Error(), secret) {
					t.Errorf("%s: the credential is told: %v", what, err)
				}
			}
		})
	}
	if _, err := users.GetUserInfo(metadata.AppendToOutgoingContext(mine, "x-user-id", "1"), &usersv1.GetUserInfoRequest{}); err != nil {
		t.Errorf("with the credential: %v", err)
	}
}
