package e2e

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/e2e/harness"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/mtls/authority"
	"github.com/salaatflow/platform/services/mtls/mtlstest"
)

// Whoever calls the examples, and whom they call, is shown the certificate that stands in the file now.
func TestTheExamplesShowCertificatesThatWereRenewed(t *testing.T) {
	for language, start := range map[string]func(*testing.T, string) *harness.Process{"node": startDuaNode, "python": startDuaPython} {
		t.Run(language, func(t *testing.T) {
			signer := mtlstest.NewAuthority(t)
			registry := startNoting(t, signer.Files("registry-svc", certificateOf("registry-svc")), signer.Certificate)
			files := signer.Files("dua-svc", certificateOf("dua-svc"))
			t.Setenv("SALAATFLOW_TLS_CERT", files.Cert)
			t.Setenv("SALAATFLOW_TLS_KEY", files.Key)
			t.Setenv("SALAATFLOW_TLS_CA", files.CA)
			start(t, registry.listening)
			for _, what := range []string{"its certificate", "the renewed one"} {
				serial := pairIn(t, files).Leaf.SerialNumber.String()
				eventually(t, "the registry is shown "+what, func() bool {
					_, shown := registry.last()
					return shown == serial
				})
				eventually(t, "callers are shown "+what, func() bool {
					address, _ := registry.last()
					return servedAt(t, address) == serial
				})
				signer.Files("dua-svc", certificateOf("dua-svc"))
			}
		})
	}
}

func certificateOf(program string) authority.Request {
	return authority.Request{
		ID: "spiffe://test/" + program, DNS: []string{program}, Begins: time.Now().Add(-time.Minute), Ends: time.Now().Add(time.Hour),
	}
}

func pairIn(t *testing.T, files mtls.Config) tls.Certificate {
	t.Helper()
	pair, err := tls.LoadX509KeyPair(files.Cert, files.Key)
	if err != nil {
		t.Fatal(err)
	}
	return pair
}

// servedAt returns the number of the certificate that a server shows, or nothing if it cannot be reached.
func servedAt(t *testing.T, address string) string {
	t.Helper()
	dialer := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS13, NextProtos: []string{"h2"}}}
	conn, err := dialer.DialContext(t.Context(), "tcp", address)
	if err != nil {
		return ""
	}
	defer func() { _ = conn.Close() }() // it was only looked at
	return conn.(*tls.Conn).ConnectionState().PeerCertificates[0].SerialNumber.String()
}

// noting is a registry that refuses everybody, and notes who came. Its connections are short.
type noting struct {
	registryv1.UnimplementedRegistryServiceServer
	listening string

	mu              sync.Mutex
	address, serial string
}

func startNoting(t *testing.T, files mtls.Config, ca []byte) *noting {
	t.Helper()
	callers := x509.NewCertPool()
	callers.AppendCertsFromPEM(ca)
	secured := &tls.Config{
		MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{pairIn(t, files)},
		ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: callers,
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n := &noting{listening: listener.Addr().String()}
	server := grpc.NewServer(grpc.Creds(credentials.NewTLS(secured)),
		grpc.KeepaliveParams(keepalive.ServerParameters{MaxConnectionAge: 200 * time.Millisecond}))
	registryv1.RegisterRegistryServiceServer(server, n)
	go func() { _ = server.Serve(listener) }() // ends with Stop
	t.Cleanup(server.Stop)
	return n
}

func (n *noting) Register(ctx context.Context, request *registryv1.RegisterRequest) (*registryv1.RegisterResponse, error) {
	caller, _ := peer.FromContext(ctx)
	shown := caller.AuthInfo.(credentials.TLSInfo).State.PeerCertificates[0]
	n.mu.Lock()
	defer n.mu.Unlock()
	n.address, n.serial = request.GetAddress(), shown.SerialNumber.String()
	return nil, status.Error(codes.Unavailable, "not now")
}

// last returns where who came last serves, and the number of the certificate that it showed.
func (n *noting) last() (address, serial string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.address, n.serial
}
