package e2e

import (
	"crypto/tls"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// The examples join a platform that speaks TLS, with certificates of `salaatflow certs`, and believe nobody but its edges for which
// user they call.
func TestTheExamplesJoinWithCertificates(t *testing.T) {
	folder, registry := filepath.Join(t.TempDir(), "tls"), kittest.FreeAddress(t)
	if got := runCLI(t, "certs", "--folder", folder, "--also", "dua-svc", "--also", "goals-svc", "--also", "plans-svc"); got.code != 0 {
		t.Fatalf("salaatflow certs: %+v", got)
	}
	own := filesIn(folder, "salaatflow")
	up := harness.Run(t, harness.Build(t, "../salaatflow", true), "up", "--http", "127.0.0.1:0", "--data", t.TempDir(),
		"--registry-listen", registry, "--tls-cert", own.Cert, "--tls-key", own.Key, "--tls-ca", own.CA)
	platform := &harness.Platform{
		URL: urlIn(up.Line(t, "ready at ")), HTTP: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
	}
	for _, c := range []struct {
		language, service, tool, arguments, method string
		start                                      func(t *testing.T, registry string) *harness.Process
	}{
		{"node", "dua-svc", "keep_dua", `{"occasion":"rain"}`, "/dua.v1.DuaService/KeepDua", startDuaNode},
		{"python", "dua-svc", "keep_dua", `{"occasion":"rain"}`, "/dua.v1.DuaService/KeepDua", startDuaPython},
		{"go", "goals-svc", remember, `{"text":"rain"}`, "/goals.v1.GoalService/AddMemory", startGoalsAt},
	} {
		t.Run(c.language, func(t *testing.T) {
			files := filesIn(folder, c.service)
			t.Setenv("SALAATFLOW_TLS_CERT", files.Cert)
			t.Setenv("SALAATFLOW_TLS_KEY", files.Key)
			t.Setenv("SALAATFLOW_TLS_CA", files.CA)
			said := c.start(t, registry).Line(t, "serving at")
			user := as(nextUser.Add(1))
			eventually(t, "it is called for a user", func() bool {
				return send(t, platform, http.MethodPost, "/api/v1/tools/"+c.tool, c.arguments, user).status == http.StatusOK
			})
			address := net.JoinHostPort("127.0.0.1", regexp.MustCompile(`\d+$`).FindString(said))
			for who, caller := range map[string]struct {
				shows credentials.TransportCredentials
				want  codes.Code
			}{
				"another service": {sourceOf(t, filesIn(folder, "plans-svc")).Client(c.service), codes.PermissionDenied},
				"nobody":          {credentials.NewTLS(&tls.Config{InsecureSkipVerify: true}), codes.Unavailable},
			} {
				conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(caller.shows))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = conn.Close() })
				ctx := metadata.AppendToOutgoingContext(t.Context(), "x-user-id", "1")
				err = conn.Invoke(ctx, c.method, &emptypb.Empty{}, &emptypb.Empty{})
				if status.Code(err) != caller.want {
					t.Errorf("%s that calls for a user: %v, want %v", who, err, caller.want)
				}
			}
		})
	}
}

// startGoalsAt starts examples/goals-go.
func startGoalsAt(t *testing.T, registry string) *harness.Process {
	t.Helper()
	return harness.Run(t, harness.Build(t, filepath.Join("..", "examples", "goals-go"), false),
		"-registry", registry, "-data", filepath.Join(t.TempDir(), "goals.db"))
}
