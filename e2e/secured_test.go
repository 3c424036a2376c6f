package e2e

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/mtls"
)

// The files of a program's certificate, as `salaatflow certs` names them.
const (
	certFile = "tls.crt"
	keyFile  = "tls.key"
	caFile   = "ca.crt"
)

// secured is the platform as separate processes that speak TLS with certificates of `salaatflow certs`.
type secured struct {
	*cluster
	folder    string                // of the certificates
	addresses map[string]string     // gRPC, by program
	opsAt     map[string]string     // HTTP for operators, by program
	logs      map[string]*sharedLog // by program
}

// startSecured starts the registry, audit-svc, users-svc, tasks-svc and a gateway. Connections live for a second, so that
// programs prove all the time who they are. The registry has the grants; empty is none.
func startSecured(t *testing.T, grants string) *secured {
	t.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: 16}
	t.Cleanup(transport.CloseIdleConnections)
	s := &secured{
		cluster: &cluster{
			data: t.TempDir(), processes: map[string]*harness.Process{},
			http: &http.Client{Transport: transport, Timeout: 30 * time.Second},
		},
		folder: filepath.Join(t.TempDir(), "tls"), addresses: map[string]string{}, opsAt: map[string]string{}, logs: map[string]*sharedLog{},
	}
	makeCertificates(t, s.folder)
	for _, program := range []string{"registry-svc", "audit-svc", "users-svc", "tasks-svc", "gateway"} {
		s.addresses[program], s.opsAt[program] = kittest.FreeAddress(t), kittest.FreeAddress(t)
	}
	s.registry = s.addresses["registry-svc"]
	registry := []string{
		"--lease-ttl", "3s", "--settling-time", "1s", "--audit-outbox", filepath.Join(s.data, "registry-outbox"),
		"--audit-address", s.addresses["audit-svc"], "--definitions-file", filepath.Join(s.data, "definitions"),
	}
	if grants != "" {
		file := filepath.Join(s.data, "grants.yaml")
		writeSecret(t, file, []byte(grants))
		registry = append(registry, "--grants", file)
	}
	s.serve(t, "registry-svc", registry...)
	for _, program := range []string{"audit-svc", "users-svc", "tasks-svc"} {
		s.serve(t, program, "--registry", s.registry, "--max-connection-age", "1s",
			"--database-url", "sqlite:"+filepath.Join(s.data, program+".db"))
	}
	s.URL, s.ops = "http://"+s.addresses["gateway"], "http://"+s.opsAt["gateway"]
	s.serve(t, "gateway", "--registry", s.registry, "--http", s.addresses["gateway"], "--auth", "dev", "--required-tools",
		strings.Join(toolsOfServices(t, "salaatflow.tasks.v1.TaskService", "salaatflow.users.v1.UserService"), ","),
		"--audit-outbox", filepath.Join(s.data, "gateway-outbox"))
	eventually(t, "the gateway answers", func() bool { _, err := s.ready(); return err == nil })
	s.awaitReady(t)
	return s
}

// serve starts a program with its certificate.
func (s *secured) serve(t *testing.T, program string, arguments ...string) {
	t.Helper()
	files := filesIn(s.folder, program)
	arguments = append([]string{
		"serve", "--ops-address", s.opsAt[program], "--tls-cert", files.Cert, "--tls-key", files.Key, "--tls-ca", files.CA,
	}, arguments...)
	if program != "gateway" {
		arguments = append(arguments, "--listen-address", s.addresses[program])
	}
	s.logs[program] = &sharedLog{}
	log := io.Writer(s.logs[program])
	if testing.Verbose() {
		log = io.MultiWriter(log, os.Stderr)
	}
	s.processes[program] = harness.RunLogging(t, log, harness.Build(t, filepath.Join("..", program, "cmd", program), true), arguments...)
}

// makeCertificates makes an authority and the certificates of all programs, and those of two programs of others.
func makeCertificates(t *testing.T, folder string) {
	t.Helper()
	got := runCLI(t, "certs", "--folder", folder, "--also", "goals-svc", "--also", "plans-svc")
	if got.code != 0 {
		t.Fatalf("salaatflow certs: %+v", got)
	}
}

func filesIn(folder, program string) mtls.Config {
	return mtls.Config{
		Cert: filepath.Join(folder, program, certFile), Key: filepath.Join(folder, program, keyFile), CA: filepath.Join(folder, program, caFile),
	}
}

func writeSecret(t *testing.T, file string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// sourceOf returns what a program proves itself with.
func sourceOf(t *testing.T, files mtls.Config) *mtls.Source {
	t.Helper()
	source, err := files.Open(mtls.Options{Clock: clock.System(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// dial connects to a program as the one whose files these are.
func (s *secured) dial(t *testing.T, program string, files mtls.Config) *grpc.ClientConn {
	t.Helper()
	conn, err := grpcclient.Dial(s.addresses[program], grpcclient.Options{TLS: sourceOf(t, files), Service: program})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func readFile(t *testing.T, file string) []byte {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// serialIn returns the serial number of a program's certificate in a folder.
func serialIn(t *testing.T, folder, program string) *big.Int {
	t.Helper()
	files := filesIn(folder, program)
	both, err := tls.LoadX509KeyPair(files.Cert, files.Key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(both.Certificate[0])
	if err != nil {
		t.Fatal(err)
	}
	return leaf.SerialNumber
}
