package xds_test

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	grpcxds "google.golang.org/grpc/xds"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrytest"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/mtls/authority"
	"github.com/salaatflow/platform/services/mtls/mtlstest"
)

// eventTimeout bounds what a test waits for.
const eventTimeout = time.Minute

// firstAnswer asks for the endpoints of garden-svc over a connection of its own.
func firstAnswer(
	t *testing.T, address string, transport credentials.TransportCredentials, node *corev3.Node,
) (*discoveryv3.DiscoveryResponse, error) {
	t.Helper()
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(transport))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(t.Context(), eventTimeout)
	defer cancel()
	stream, err := discoveryv3.NewAggregatedDiscoveryServiceClient(conn).StreamAggregatedResources(ctx)
	if err != nil {
		return nil, err
	}
	_ = stream.Send(&discoveryv3.DiscoveryRequest{ // a refused stream may have ended, and says why to the receiver
		Node: node, TypeUrl: endpoints, ResourceNames: []string{"garden-svc"},
	})
	return stream.Recv()
}

// expectAnswer compares what a client got with the code that it should get: OK comes with endpoints.
func expectAnswer(t *testing.T, answer *discoveryv3.DiscoveryResponse, err error, want codes.Code) {
	t.Helper()
	switch {
	case status.Code(err) != want:
		t.Errorf("got %v, %v; want %v", answer, err, want)
	case want == codes.OK && addresses(t, answer) != "10.0.0.1 90":
		t.Errorf("got %v", answer)
	case want == codes.PermissionDenied && apperr.From(err).Reason != errorsv1.Reason_REASON_NOT_GRANTED:
		t.Errorf("refused for %v", err)
	}
}

// settled waits until a client that may watch is sent the registration.
func settled(t *testing.T, address string, transport credentials.TransportCredentials, node *corev3.Node) {
	t.Helper()
	for {
		answer, err := firstAnswer(t, address, transport, node)
		if err != nil {
			t.Fatal(err)
		}
		if len(answer.GetResources()) > 0 {
			return
		}
	}
}

func writeGrants(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "grants.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

const watchers = `
grants:
  - peer: watcher
    watch: true
  - peer: goals-svc
    services: [goals-svc]
    packages: [goals.v1]
`

// Over TLS, the registry tells of instances only who proves to be a program that may see the catalogue.
func TestAnXDSClientProvesWhoItIs(t *testing.T) {
	ours, others := mtlstest.NewAuthority(t), mtlstest.NewAuthority(t)
	with := func(from *mtlstest.Authority, program string) credentials.TransportCredentials {
		return mtlstest.Open(t, from.For(program)).Client("registry-svc")
	}
	// nameless trusts the registry, and shows no certificate.
	nameless := credentials.NewTLS(&tls.Config{InsecureSkipVerify: true}) // it is the client that is refused here
	for name, c := range map[string]struct {
		grants string
		client credentials.TransportCredentials
		want   codes.Code
	}{
		"a program of the platform":          {"", with(ours, "gateway"), codes.OK},
		"any program, without grants":        {"", with(ours, "stranger"), codes.OK},
		"no certificate":                     {"", nameless, codes.Unavailable},
		"plain text":                         {"", insecure.NewCredentials(), codes.Unavailable},
		"a certificate of another authority": {"", with(others, "gateway"), codes.Unavailable},
		"who is granted to watch":            {watchers, with(ours, "watcher"), codes.OK},
		"the platform needs no grant":        {watchers, with(ours, "gateway"), codes.OK},
		"who is granted to register alone":   {watchers, with(ours, "goals-svc"), codes.PermissionDenied},
		"who is granted nothing":             {watchers, with(ours, "stranger"), codes.PermissionDenied},
		"no certificate, with grants":        {watchers, nameless, codes.Unavailable},
		"the same name of another authority": {watchers, with(others, "watcher"), codes.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			options := registrytest.Options{TLS: mtlstest.Open(t, ours.For("registry-svc"))}
			if c.grants != "" {
				options.Grants = writeGrants(t, c.grants)
			}
			r := start(t, plenty(), options)
			r.register(t, "one", "1.0.0", "10.0.0.1:90", "sow_seed")
			settled(t, r.Address, with(ours, "gateway"), nil)
			answer, err := firstAnswer(t, r.Address, c.client, nil)
			expectAnswer(t, answer, err, c.want)
		})
	}
}

// A client that can show nothing but a secret of its own, in its node, is told what its grant lets it see.
func TestAnXDSClientWithACredentialOfItsOwnNeedsAGrantToWatch(t *testing.T) {
	const platform, partner, blind = "the platform's secret", "the partner's secret", "the secret of one who only registers"
	digest := func(secret string) string { sum := sha256.Sum256([]byte(secret)); return hex.EncodeToString(sum[:]) }
	r := start(t, plenty(), registrytest.Options{
		Credential: credential.New(platform),
		Grants: writeGrants(t, "grants:\n- {credential-sha256: "+digest(partner)+", watch: true}\n"+
			"- {credential-sha256: "+digest(blind)+", services: [blind-svc], packages: [blind.v1]}\n"),
	})
	r.register(t, "one", "1.0.0", "10.0.0.1:90", "sow_seed")
	settled(t, r.Address, insecure.NewCredentials(), node("Bearer "+platform))
	for secret, want := range map[string]codes.Code{
		platform: codes.OK, partner: codes.OK, blind: codes.PermissionDenied, "a guess": codes.Unauthenticated, "": codes.Unauthenticated,
	} {
		answer, err := firstAnswer(t, r.Address, insecure.NewCredentials(), node("Bearer "+secret))
		expectAnswer(t, answer, err, want)
	}
}

// bootstrap is the configuration of an xDS client, as docs/internal-clients.md shows it; files may lack the certificate.
func bootstrap(t *testing.T, registry string, files mtls.Config) []byte {
	t.Helper()
	type object = map[string]any
	shown := object{"ca_certificate_file": files.CA}
	if files.Cert != "" {
		shown["certificate_file"], shown["private_key_file"] = files.Cert, files.Key
	}
	text, err := json.Marshal(object{
		"xds_servers": []object{{
			"server_uri": registry, "channel_creds": []object{{"type": "tls", "config": shown}}, "server_features": []string{"xds_v3"},
		}},
		"node": object{"id": "reminders", "locality": object{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// serveGarden serves an instance over TLS, which asks callers for a certificate, and returns its address.
func serveGarden(t *testing.T, ours *mtlstest.Authority) string {
	t.Helper()
	files := ours.Files("garden-svc", authority.Request{
		ID: "spiffe://test/garden-svc", DNS: []string{"garden-svc"}, Begins: time.Now(), Ends: time.Now().Add(time.Hour),
	})
	server := grpc.NewServer(grpc.Creds(mtlstest.Open(t, files).Server()))
	healthv1.RegisterHealthServer(server, health.NewServer())
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(listener)
	}()
	t.Cleanup(func() { server.Stop(); <-served })
	return listener.Addr().String()
}

// clientTLS is what the client itself shows the instances.
func clientTLS(t *testing.T, files mtls.Config) credentials.TransportCredentials {
	t.Helper()
	own, err := tls.LoadX509KeyPair(files.Cert, files.Key)
	if err != nil {
		t.Fatal(err)
	}
	signers, err := os.ReadFile(files.CA)
	if err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(signers)
	return credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{own}, RootCAs: trusted})
}

// gRPC's own xDS client, which knows nothing of the platform but a bootstrap file, finds an instance and calls it, all over TLS;
// one without a certificate is told nothing.
func TestGRPCsOwnXDSClientCallsOverTLS(t *testing.T) {
	ours := mtlstest.NewAuthority(t)
	r := start(t, plenty(), registrytest.Options{TLS: mtlstest.Open(t, ours.Files("registry-svc", authority.Request{
		ID: "spiffe://test/registry-svc", Addresses: []net.IP{net.IPv4(127, 0, 0, 1)}, Begins: time.Now(), Ends: time.Now().Add(time.Hour),
	}))})
	r.register(t, "one", "1.0.0", serveGarden(t, ours), "sow_seed")
	files := ours.For("reminders")
	for name, c := range map[string]struct {
		shown mtls.Config
		want  codes.Code
	}{
		"with a certificate":    {files, codes.OK},
		"without a certificate": {mtls.Config{CA: files.CA}, codes.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			resolver, err := grpcxds.NewXDSResolverWithConfigForTesting(bootstrap(t, r.Address, c.shown))
			if err != nil {
				t.Fatal(err)
			}
			conn, err := grpc.NewClient("xds:///garden-svc", grpc.WithResolvers(resolver), grpc.WithTransportCredentials(clientTLS(t, files)))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			ctx, cancel := context.WithTimeout(t.Context(), eventTimeout)
			defer cancel()
			_, err = healthv1.NewHealthClient(conn).Check(ctx, &healthv1.HealthCheckRequest{})
			if status.Code(err) != c.want {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}
