//go:build rolling

package e2e

import (
	"crypto/tls"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/proto/descriptors"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/mtls/authority"
	"github.com/salaatflow/platform/services/mtls/mtlstest"
)

// servers are the programs that others connect to.
var servers = []string{"registry-svc", "audit-svc", "users-svc", "tasks-svc"}

// Certificates and their authority are replaced while calls are made, in each way in which files are replaced. Every program
// shows the new certificate, and no call fails.
func TestRollingCertificatesUnderLoadFailNoCall(t *testing.T) {
	s := startSecured(t, "")
	goals := startOutsider(t, "goals-svc", s.registry, filesIn(s.folder, "goals-svc"), filesIn(s.folder, "goals-svc"), nil)
	eventually(t, "the outsider's tool is callable", func() bool {
		code, err := s.call(t, goals.tool, `{}`)
		return code == "" && err == nil
	})
	r := rotation{secured: s, goals: goals, calls: startCalling(t, s.URL, []rolledCall{
		{toolnames.ListTasks, `{}`}, {toolnames.CreateTask, `{"title":"kept"}`}, {toolnames.GetUserInfo, `{}`}, {goals.tool, `{}`},
	})}
	r.awaitServed(t, s.folder)
	began := time.Now()

	for way, write := range map[string]func(*testing.T, string, []byte){
		"as a whole": func(t *testing.T, file string, content []byte) { mtlstest.Write(t, file, content) },
		"in place":   writeSecret,
	} {
		renewed := r.certificates(t, filepath.Join(s.folder, "ca"))
		r.install(t, write, renewed, certFile, keyFile)
		r.awaitServed(t, renewed)
		r.calls.report(t, "certificates, "+way)
	}

	old, next := r.certificates(t, filepath.Join(s.folder, "ca")), r.certificates(t, "")
	both := append(readFile(t, filepath.Join(next, "gateway", caFile)), readFile(t, filepath.Join(old, "gateway", caFile))...)
	for _, program := range append([]string{"gateway", "goals-svc"}, servers...) {
		mtlstest.Write(t, filepath.Join(s.folder, program, caFile), both)
		writeSecret(t, filepath.Join(old, program, caFile), both)
		writeSecret(t, filepath.Join(next, program, caFile), both)
	}
	for _, program := range servers {
		eventually(t, program+" believes both authorities", func() bool {
			return s.answers(t, program, filesIn(old, "gateway")) == nil && s.answers(t, program, filesIn(next, "gateway")) == nil
		})
	}
	r.awaitLooked(t) // the gateway, which nobody connects to, too
	r.calls.report(t, "authorities, both of which are believed,")
	r.install(t, func(t *testing.T, file string, content []byte) { mtlstest.Write(t, file, content) }, next, certFile, keyFile)
	r.awaitServed(t, next)
	r.calls.report(t, "certificates, by those of the next authority,")
	for _, program := range append([]string{"gateway", "goals-svc"}, servers...) {
		mtlstest.Write(t, filepath.Join(s.folder, program, caFile), readFile(t, filepath.Join(next, "ca", certFile)))
	}
	for _, program := range servers {
		eventually(t, program+" believes the old authority no more", func() bool {
			return status.Code(s.answers(t, program, filesIn(old, "gateway"))) == codes.Unavailable
		})
	}
	r.awaitLooked(t)
	r.calls.report(t, "the authority")
	r.calls.stop()
	t.Logf("%d calls were made in %v, %d failed", r.calls.made.Load(), time.Since(began).Round(time.Second), r.calls.failed.Load())

	t.Run("who is not believed", func(t *testing.T) { refusals(t, s, filepath.Join(next, "ca"), old) })
	t.Run("what is recorded", func(t *testing.T) { recordedOverTLS(t, s) })
}

// rotation is a platform whose certificates are replaced while calls are made.
type rotation struct {
	*secured
	goals *outsider
	calls *calling
}

// certificates returns a folder with new ones, of the authority in another folder or of a new one if that is empty.
func (r rotation) certificates(t *testing.T, ca string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "tls")
	if ca != "" {
		for _, part := range []string{certFile, keyFile} {
			writeSecret(t, filepath.Join(folder, "ca", part), readFile(t, filepath.Join(ca, part)))
		}
	}
	makeCertificates(t, folder)
	return folder
}

// install replaces files of every program by those of another folder.
func (r rotation) install(t *testing.T, write func(*testing.T, string, []byte), from string, parts ...string) {
	t.Helper()
	for _, program := range append([]string{"gateway", "goals-svc"}, servers...) {
		for _, part := range parts {
			write(t, filepath.Join(r.folder, program, part), readFile(t, filepath.Join(from, program, part)))
		}
	}
}

// awaitServed waits until everybody shows the certificate that the folder has for it: servers to clients, and the gateway to
// servers.
func (r rotation) awaitServed(t *testing.T, folder string) {
	t.Helper()
	for _, program := range servers {
		want := serialIn(t, folder, program)
		eventually(t, program+" shows its certificate", func() bool { return r.served(t, program).Cmp(want) == 0 })
	}
	want := serialIn(t, folder, "gateway")
	eventually(t, "the gateway shows its certificate", func() bool {
		shown := r.goals.lastSerial()
		return shown != nil && shown.Cmp(want) == 0
	})
	made := r.calls.made.Load()
	eventually(t, "calls are made with it", func() bool { return r.calls.made.Load() > made+50 })
}

// awaitLooked waits until every program must have looked at its files, which it does when it connects, once a second at most.
func (r rotation) awaitLooked(t *testing.T) {
	t.Helper()
	since, made := time.Now(), r.calls.made.Load()
	eventually(t, "connections have been made for a while", func() bool {
		return time.Since(since) > 3*time.Second && r.calls.made.Load() > made+50
	})
}

// refusals has those who are not believed try, and looks at what they and the operator are told.
func refusals(t *testing.T, s *secured, ca, old string) {
	signer, err := authority.Parse(authority.Pair{
		Certificate: readFile(t, filepath.Join(ca, certFile)), Key: readFile(t, filepath.Join(ca, keyFile)),
	})
	if err != nil {
		t.Fatal(err)
	}
	ended, err := signer.Sign(authority.Request{
		ID: "spiffe://salaatflow/gateway", Begins: time.Now().Add(-2 * time.Hour), Ends: time.Now().Add(-time.Hour),
	})
	if err != nil {
		t.Fatal(err)
	}
	expired, err := tls.X509KeyPair(ended.Certificate, ended.Key)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := tls.LoadX509KeyPair(filesIn(old, "gateway").Cert, filesIn(old, "gateway").Key)
	if err != nil {
		t.Fatal(err)
	}
	for reason, c := range map[string]struct {
		shown  []tls.Certificate
		said   string // to the client
		logged string
	}{
		"expired":        {[]tls.Certificate{expired}, "expired certificate", "certificate has expired"},
		"untrusted":      {[]tls.Certificate{foreign}, "unknown certificate authority", "unknown authority"},
		"no_certificate": {nil, "certificate required", "didn't provide a certificate"},
	} {
		t.Run(reason, func(t *testing.T) {
			counted := func() float64 {
				return s.metric(t, "tasks-svc", `salaatflow_tls_refused_total{peer="client",reason="`+reason+`"}`)
			}
			before := counted()
			conn, err := grpc.NewClient(s.addresses["tasks-svc"], grpc.WithTransportCredentials(credentials.NewTLS(&tls.Config{
				InsecureSkipVerify: true, MinVersion: tls.VersionTLS13,
				GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
					if len(c.shown) == 0 {
						return &tls.Certificate{}, nil
					}
					return &c.shown[0], nil
				},
			})))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			// The server hangs up as soon as it has said why, so that the client may find the connection closed first.
			eventually(t, "the client is told "+c.said, func() bool {
				_, err := healthv1.NewHealthClient(conn).Check(t.Context(), &healthv1.HealthCheckRequest{})
				if status.Code(err) != codes.Unavailable {
					t.Fatalf("the client is answered %v", err)
				}
				return strings.Contains(err.Error(), c.said)
			})
			// The client is told within the handshake, and its end is counted.
			eventually(t, "the refusal is counted", func() bool { return counted() > before })
			s.awaitLogged(t, "tasks-svc", c.logged)
		})
	}
	t.Run("a server of another authority", func(t *testing.T) {
		plans := startOutsider(t, "plans-svc", s.registry, withAuthority(t, s, "plans-svc", ca), filesIn(old, "plans-svc"), nil)
		eventually(t, "its tool is known, and refused", func() bool {
			code, err := s.call(t, plans.tool, `{}`)
			return code == "NETWORK_ERROR" && err == nil
		})
		if counted := s.metric(t, "gateway", `salaatflow_tls_refused_total{peer="server",reason="untrusted"}`); counted == 0 {
			t.Error("the gateway counts no refusal")
		}
		s.awaitLogged(t, "gateway", "refused a server")
		s.awaitLogged(t, "gateway", "unknown authority")
		if len(plans.said) > 0 {
			t.Errorf("it was told %v", plans.said)
		}
	})
	t.Run("a service that names a user", func(t *testing.T) {
		ctx := metadata.AppendToOutgoingContext(t.Context(), "x-user-id", "1")
		own := sourceOf(t, filesIn(s.folder, "users-svc"))
		conn, err := grpc.NewClient(s.addresses["tasks-svc"], grpc.WithTransportCredentials(own.Client("tasks-svc")))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_, err = tasksv1.NewTaskServiceClient(conn).ListTasks(ctx, &tasksv1.ListTasksRequest{})
		if status.Code(err) != codes.PermissionDenied || !strings.Contains(err.Error(), "--edges") {
			t.Errorf("it is answered %v", err)
		}
		if counted := s.metric(t, "tasks-svc", "salaatflow_identity_refused_total"); counted == 0 {
			t.Error("it is not counted")
		}
	})
}

// awaitLogged waits until the log of a program contains some words.
func (s *secured) awaitLogged(t *testing.T, program, words string) {
	t.Helper()
	eventually(t, "the log of "+program+" says "+words, func() bool { return strings.Contains(s.logs[program].String(), words) })
}

// withAuthority returns the files of a program's certificate of an authority, which may have signed none yet.
func withAuthority(t *testing.T, s *secured, program, ca string) mtls.Config {
	t.Helper()
	files := filesIn(filepath.Dir(ca), program)
	if _, err := tls.LoadX509KeyPair(files.Cert, files.Key); err != nil {
		t.Fatal(err)
	}
	return files
}

// recordedOverTLS looks for what programs have sent to audit-svc: the gateway, which finds it by the registry, and the
// registry, which is told where it is.
func recordedOverTLS(t *testing.T, s *secured) {
	const tasks = "salaatflow.tasks.v1.TaskService"
	files, err := descriptors.Set(tasks)
	if err != nil {
		t.Fatal(err)
	}
	conn := s.dial(t, "registry-svc", filesIn(s.folder, "users-svc"))
	_, err = registryv1.NewRegistryServiceClient(conn).Register(t.Context(), &registryv1.RegisterRequest{
		Service: "tasks-svc", Version: "v1.0.0", InstanceId: "thief", Address: "127.0.0.1:1", GrpcServices: []string{tasks}, Files: files,
	})
	if status.Code(err) != codes.PermissionDenied {
		t.Fatalf("users-svc registers tasks-svc: %v", err)
	}
	for program, query := range map[string]string{"gateway": "tool=create_task", "registry-svc": "decision=refused"} {
		eventually(t, "audit-svc has what "+program+" recorded", func() bool {
			return strings.Contains(s.audited(t, query), `"program":"`+program+`"`)
		})
	}
}

// audited returns the trail as an administrator sees it.
func (s *secured) audited(t *testing.T, query string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/api/v1/audit?limit=200&"+query, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-User-ID", "1")
	request.Header.Set("X-User-Role", "admin")
	answer, err := s.http.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
