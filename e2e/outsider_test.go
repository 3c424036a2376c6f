package e2e

import (
	"context"
	"crypto/tls"
	"maps"
	"math/big"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/registration"
)

// outsider is a service of somebody else's, such as goals-svc with the tool of_goals, that keeps whatever it is told in calls,
// by whoever makes them.
type outsider struct {
	name, tool string
	address    string

	mu     sync.Mutex
	said   []metadata.MD // of each call that was no health check
	serial *big.Int      // of the certificate of the last caller; nil before the first
}

// startOutsider serves and registers an outsider until the test's end, with one certificate for the registry and one for callers,
// which may be the same, or none for plain text. It presents the credential to the registry; nil presents none.
func startOutsider(t *testing.T, name, registry string, own, serving mtls.Config, shown *credential.Credential) *outsider {
	t.Helper()
	pkg := strings.TrimSuffix(name, "-svc")
	o := &outsider{name: name, tool: "of_" + pkg}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o.address = listener.Addr().String()
	server := grpc.NewServer(grpc.UnknownServiceHandler(o.answer), grpc.Creds(believing(serving)),
		grpc.KeepaliveParams(keepalive.ServerParameters{MaxConnectionAge: time.Second}))
	healthv1.RegisterHealthServer(server, health.NewServer())
	go func() { _ = server.Serve(listener) }() // ends with Stop
	t.Cleanup(server.Stop)
	conn, err := grpcclient.Dial(registry, grpcclient.Options{TLS: sourceOf(t, own), Service: "registry-svc", Credential: shown})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	registered, err := registration.New(registration.Options{
		Registry: conn, Service: name, Version: "v1.0.0", InstanceID: "one", Address: o.address,
		GRPCServices: []string{catalogtest.GRPCService(pkg + ".v1")},
		Files:        catalogtest.Files(t, pkg+".v1", catalogtest.Tools(o.tool)...),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := registered.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = registered.Stop(context.WithoutCancel(t.Context())) }) // the registry may be gone
	return o
}

// believing is what a server shows that looks at who calls, and believes everybody.
func believing(serving mtls.Config) credentials.TransportCredentials {
	if !serving.Enabled() {
		return insecure.NewCredentials()
	}
	return credentials.NewTLS(&tls.Config{
		MinVersion: tls.VersionTLS13, ClientAuth: tls.RequireAnyClientCert,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			both, err := tls.LoadX509KeyPair(serving.Cert, serving.Key)
			return &both, err
		},
	})
}

func (o *outsider) answer(_ any, stream grpc.ServerStream) error {
	if err := stream.RecvMsg(&emptypb.Empty{}); err != nil {
		return err
	}
	o.mu.Lock()
	if said, ok := metadata.FromIncomingContext(stream.Context()); ok {
		o.said = append(o.said, maps.Clone(said))
	}
	if caller, ok := peer.FromContext(stream.Context()); ok {
		if secured, ok := caller.AuthInfo.(credentials.TLSInfo); ok {
			o.serial = secured.State.PeerCertificates[0].SerialNumber
		}
	}
	o.mu.Unlock()
	return stream.SendMsg(&emptypb.Empty{})
}
