package mtls_test

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/mtls/authority"
	"github.com/salaatflow/platform/services/mtls/mtlstest"
	"github.com/salaatflow/platform/services/peer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// list is what was noted, in order.
type list struct {
	mu    sync.Mutex
	lines []string
}

func (l *list) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
}

func (l *list) Write(text []byte) (int, error) {
	l.add(string(text))
	return len(text), nil
}

// take returns what was noted since it was last taken.
func (l *list) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := strings.Join(l.lines, "")
	l.lines = nil
	return all
}

// serve answers health checks as a program, and returns its address and who has asked.
func serve(t *testing.T, source *mtls.Source) (address string, asked *list) {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked = &list{}
	server := grpc.NewServer(grpc.Creds(source.Server()), grpc.UnaryInterceptor(
		func(ctx context.Context, request any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
			who, proven := peer.FromContext(ctx)
			if !proven {
				return nil, status.Error(codes.Internal, "nobody knows who is asking")
			}
			asked.add(who.String())
			return handle(ctx, request)
		}))
	healthv1.RegisterHealthServer(server, health.NewServer())
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	return listener.Addr().String(), asked
}

func ask(t *testing.T, address string, by credentials.TransportCredentials) error {
	t.Helper()
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(by))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	_, err = healthv1.NewHealthClient(conn).Check(ctx, &healthv1.HealthCheckRequest{})
	return err
}

func TestProgramsProveWhoTheyAre(t *testing.T) {
	ours, others := mtlstest.NewAuthority(t), mtlstest.NewAuthority(t)
	tasks := mtlstest.Open(t, ours.For("tasks-svc"))
	address, asked := serve(t, tasks)
	gateway := mtlstest.Open(t, ours.For("gateway"))
	elsewhere := ours.Files("elsewhere", authority.Request{
		ID: "spiffe://elsewhere/gateway", Begins: time.Now(), Ends: time.Now().Add(time.Hour),
	})
	for name, c := range map[string]struct {
		by  credentials.TransportCredentials
		err string // what the error says; empty where there is none
	}{
		"the gateway, of the service that it wants": {gateway.Client("tasks-svc"), ""},
		"itself": {tasks.Self(), ""},
		"the gateway, of another service": {gateway.Client("users-svc"),
			"the server is spiffe://test/tasks-svc, and not the users-svc of spiffe://test/gateway"},
		"another, that thinks it is itself": {gateway.Self(), "and not spiffe://test/gateway"},
		"of another installation": {mtlstest.Open(t, elsewhere).Client("tasks-svc"),
			"and not the tasks-svc of spiffe://elsewhere/gateway"},
		"whom another authority signed":       {mtlstest.Open(t, others.For("gateway")).Client("tasks-svc"), "unknown authority"},
		"in plain text":                       {insecure.NewCredentials(), "Unavailable"},
		"with TLS, but without a certificate": {credentials.NewTLS(&tls.Config{InsecureSkipVerify: true}), "Unavailable"},
	} {
		t.Run(name, func(t *testing.T) {
			asked.take()
			err := ask(t, address, c.by)
			if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Fatalf("%v, want %q", err, c.err)
			}
			if who := asked.take(); (who == "") != (c.err != "") {
				t.Errorf("the server answered %q", who)
			}
		})
	}
}

// Whoever has expired is refused by either side, also while it still believes in its certificate.
func TestACertificateThatHasEndedIsRefused(t *testing.T) {
	ours := mtlstest.NewAuthority(t)
	tasks := ours.For("tasks-svc")
	later := clockwork.NewFakeClockAt(time.Now().Add(2 * time.Hour))
	brief := ours.Files("gateway", authority.Request{ID: "spiffe://test/gateway", Begins: time.Now(), Ends: time.Now().Add(time.Hour)})
	long := ours.Files("late", authority.Request{ID: "spiffe://test/tasks-svc", Begins: time.Now(), Ends: time.Now().Add(5 * time.Hour)})
	gateway := mtlstest.Open(t, brief)

	strict, err := long.Open(mtls.Options{Clock: later, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	address, asked := serve(t, strict)
	if err := ask(t, address, gateway.Client("tasks-svc")); err == nil || asked.take() != "" {
		t.Errorf("an ended client was answered, with %v", err)
	}
	address, asked = serve(t, mtlstest.Open(t, tasks))
	if err := ask(t, address, strict.Self()); err == nil || !strings.Contains(err.Error(), "expired") || asked.take() != "" {
		t.Errorf("an ended server: %v", err)
	}
	if _, err := tasks.Open(mtls.Options{Clock: later, Logger: slog.Default()}); err == nil || !strings.Contains(err.Error(), "expired") {
		t.Errorf("a program starts with what has ended: %v", err)
	}
}

func TestWhatCannotBeUsedIsRefusedWithItsFlag(t *testing.T) {
	ours, others := mtlstest.NewAuthority(t), mtlstest.NewAuthority(t)
	good, foreign := ours.For("tasks-svc"), others.For("tasks-svc")
	nameless := ours.Files("nameless", authority.Request{Begins: time.Now(), Ends: time.Now().Add(time.Hour)})
	anybody := ours.Files("anybody", authority.Request{DNS: []string{"*.example.org"}, Begins: time.Now(), Ends: time.Now().Add(time.Hour)})
	open := ours.Files("open", authority.Request{ID: "spiffe://test/open", Begins: time.Now(), Ends: time.Now().Add(time.Hour)})
	if err := os.Chmod(open.Key, 0o622); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		files mtls.Config
		err   string
	}{
		"no key":                      {mtls.Config{Cert: good.Cert, CA: good.CA}, "--tls-key: is required"},
		"no authority":                {mtls.Config{Cert: good.Cert, Key: good.Key}, "--tls-ca: is required"},
		"a file that is not there":    {mtls.Config{Cert: "/nowhere", Key: good.Key, CA: good.CA}, "--tls-cert: stat /nowhere"},
		"a key of another":            {mtls.Config{Cert: good.Cert, Key: foreign.Key, CA: good.CA}, "private key does not match"},
		"an authority of others":      {mtls.Config{Cert: good.Cert, Key: good.Key, CA: foreign.CA}, "unknown authority"},
		"a key for an authority":      {mtls.Config{Cert: good.Cert, Key: good.Key, CA: good.Key}, "contains no certificate"},
		"a certificate of nobody":     {nameless, "names nobody"},
		"a certificate of everybody":  {anybody, "names nobody"},
		"a key that others may write": {open, "writable by other users"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := c.files.Open(mtls.Options{Clock: clock.System(), Logger: slog.Default()})
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%v, want %q", err, c.err)
			}
		})
	}
	if none, err := (mtls.Config{}).Open(mtls.Options{}); none != nil || err != nil {
		t.Errorf("without files: %v, %v", none, err)
	}
}

// The files are replaced one after the other, and by other authorities, while programs run.
func TestCertificatesAreReplacedWhileProgramsRun(t *testing.T) {
	ours, next := mtlstest.NewAuthority(t), mtlstest.NewAuthority(t)
	files := ours.For("tasks-svc")
	clk := clockwork.NewFakeClockAt(time.Now())
	log := &list{}
	tasks, err := files.Open(mtls.Options{Clock: clk, Logger: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	address, _ := serve(t, tasks)
	before, after := mtlstest.Open(t, ours.For("gateway")), mtlstest.Open(t, next.For("gateway"))
	renewed := next.For("tasks-svc")
	expect := func(step string, old, fresh bool, said string) {
		t.Helper()
		clk.Advance(time.Second)
		for name, c := range map[string]struct {
			source *mtls.Source
			want   bool
		}{"the old gateway": {before, old}, "the new gateway": {after, fresh}} {
			if err := ask(t, address, c.source.Client("tasks-svc")); (err == nil) != c.want {
				t.Errorf("%s: %s: %v", step, name, err)
			}
		}
		if got := log.take(); !strings.Contains(got, said) {
			t.Errorf("%s: the log says %q", step, got)
		}
	}
	replace := func(to string, from ...string) {
		t.Helper()
		var all []byte
		for _, file := range from {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, content...)
		}
		mtlstest.Write(t, to, all)
	}
	oldCA := append([]byte(nil), ours.Certificate...)
	expect("at first", true, false, "")
	mtlstest.Write(t, files.CA, append(append([]byte(nil), next.Certificate...), oldCA...))
	expect("both authorities are believed", true, false, "reloaded the certificate")
	replace(files.Cert, renewed.Cert)
	expect("the certificate alone is new", true, false, "keeping the previous one")
	replace(files.Key, renewed.Key)
	expect("and its key", false, true, "reloaded the certificate")
	if err := os.Remove(files.Cert); err != nil {
		t.Fatal(err)
	}
	expect("a file is gone", false, true, "keeping the previous one")
}
