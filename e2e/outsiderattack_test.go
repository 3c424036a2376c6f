package e2e

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	auditv1 "github.com/salaatflow/platform/proto/salaatflow/audit/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/audit/chain"
	"github.com/salaatflow/platform/services/credential"
)

const outsiders = `
grants:
  - {peer: goals-svc, services: [goals-svc], packages: [goals.v1]}
  - {peer: plans-svc, services: [plans-svc], packages: [plans.v1]}
`

// A service of others, which is granted that it registers and is called, sends what it has been told to everybody whom it can
// reach, with its own certificate. It is not taken for the platform, and calls for no user.
func TestWhatAnOutsiderIsToldIsGoodForNothingElse(t *testing.T) {
	t.Run("with certificates alone", func(t *testing.T) { outsiderAttacks(t, "") })
	t.Run("with the credential too", func(t *testing.T) {
		withCredential(t)
		outsiderAttacks(t, platformSecret)
	})
}

// outsiderAttacks is that, where the programs have a secret; empty is none.
func outsiderAttacks(t *testing.T, secret string) {
	s := startSecured(t, outsiders)
	var said []metadata.MD
	shown := map[string]string{} // to each
	for _, name := range []string{"goals-svc", "plans-svc"} {
		outsider := startOutsider(t, name, s.registry, filesIn(s.folder, name), filesIn(s.folder, name), nil)
		eventually(t, "it is called", func() bool {
			code, err := s.call(t, outsider.tool, `{}`)
			return code == "" && err == nil
		})
		outsider.mu.Lock()
		said = append(said, outsider.said...)
		outsider.mu.Unlock()
		got := outsider.said[0].Get("authorization")
		var want []string
		if secret != "" {
			want = []string{"Bearer " + credential.New(secret).For(name).Presented()}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s is shown %q, want %q, which it can derive if it has the platform's credential", name, got, want)
		}
		shown[name] = strings.Join(got, "")
	}
	for _, each := range said {
		for key, values := range each {
			if secret != "" && strings.Contains(strings.Join(values, " "), secret) {
				t.Errorf("the platform's secret is in %s", key)
			}
		}
	}
	conns := map[string]*grpc.ClientConn{}
	for _, program := range []string{"tasks-svc", "users-svc", "audit-svc", "registry-svc"} {
		own := sourceOf(t, filesIn(s.folder, "goals-svc"))
		conn, err := grpc.NewClient(s.addresses[program], grpc.WithTransportCredentials(own.Client(program)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		conns[program] = conn
	}
	for what, call := range attacks(conns) {
		for _, told := range said {
			for how, sent := range replays(told) {
				err := call(metadata.NewOutgoingContext(t.Context(), sent))
				if code := status.Code(err); code != codes.Unauthenticated && code != codes.PermissionDenied {
					t.Errorf("%s with %s: %v", what, how, err)
				}
			}
		}
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/api/v1/tasks", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", shown["goals-svc"])
	request.Header.Set("X-User-ID", "1")
	answer, err := s.http.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if secret != "" && answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("the gateway answers what it has shown with %d", answer.StatusCode)
	}
}

// replays are ways to make use of what a service was told.
func replays(told metadata.MD) map[string]metadata.MD {
	replayed := metadata.MD{}
	for key, values := range told {
		if !strings.HasPrefix(key, ":") && !strings.HasPrefix(key, "grpc-") && key != "content-type" && key != "user-agent" {
			replayed[key] = values
		}
	}
	claimed := metadata.Join(replayed, metadata.Pairs("x-user-id", "1", "x-user-role", "admin", "x-audit-origin", "gateway"))
	anonymous := replayed.Copy()
	for key := range anonymous {
		if strings.HasPrefix(key, "x-user-") {
			delete(anonymous, key)
		}
	}
	return map[string]metadata.MD{"what it was told": replayed, "without the user": anonymous, "as an administrator": claimed}
}

// watchTheCatalogue is the attack that is none where strangers may join.
const watchTheCatalogue = "watch the catalogue"

// attacks are calls that are worth something to somebody of no platform.
func attacks(conns map[string]*grpc.ClientConn) map[string]func(context.Context) error {
	tasks, users := tasksv1.NewTaskServiceClient(conns["tasks-svc"]), usersv1.NewUserServiceClient(conns["users-svc"])
	registry := registryv1.NewRegistryServiceClient(conns["registry-svc"])
	return map[string]func(context.Context) error{
		"list tasks": func(ctx context.Context) error {
			_, err := tasks.ListTasks(ctx, &tasksv1.ListTasksRequest{})
			return err
		},
		"look at a user": func(ctx context.Context) error {
			_, err := users.GetUserInfo(ctx, &usersv1.GetUserInfoRequest{})
			return err
		},
		"ask who somebody is": func(ctx context.Context) error {
			_, err := users.ResolveIdentity(ctx, &usersv1.ResolveIdentityRequest{Issuer: "https://id.example.org", Subject: "aisha"})
			return err
		},
		"make a token": func(ctx context.Context) error {
			_, err := users.CreateToken(ctx, &usersv1.CreateTokenRequest{Name: proto.String("x"), Scopes: []string{"tasks:read"}})
			return err
		},
		"try a token": func(ctx context.Context) error {
			_, err := users.VerifyToken(ctx, &usersv1.VerifyTokenRequest{Digest: make([]byte, 32)})
			return err
		},
		"read the audit": func(ctx context.Context) error {
			_, err := auditv1.NewAuditServiceClient(conns["audit-svc"]).ListAuditEntries(ctx, &auditv1.ListAuditEntriesRequest{})
			return err
		},
		"record for the gateway": func(ctx context.Context) error {
			line := chain.Line{}.Next([]byte(`{"id":"forged","time":"2026-11-22T12:00:00Z","program":"gateway","user_id":1}`))
			_, err := auditv1.NewAuditServiceClient(conns["audit-svc"]).AppendAuditLines(ctx, &auditv1.AppendAuditLinesRequest{
				Source: "an-outbox", Lines: [][]byte{line.Append(nil)},
			})
			return err
		},
		"decide on a definition": func(ctx context.Context) error {
			_, err := registry.AcceptDefinition(ctx, &registryv1.AcceptDefinitionRequest{Hash: strings.Repeat("0", 64)})
			return err
		},
		watchTheCatalogue: func(ctx context.Context) error {
			stream, err := registry.Watch(ctx, &registryv1.WatchRequest{})
			if err == nil {
				_, err = stream.Recv()
			}
			return err
		},
	}
}
