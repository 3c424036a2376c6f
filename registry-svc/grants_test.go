package registrysvc_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrytest"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/mtls/mtlstest"
)

const (
	platformSecret = "what all programs of the platform share"
	partnerSecret  = "what the partner alone has, 0123456789"
)

func grantsFile(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "grants.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// offer is what a service registers.
func offer(t *testing.T, service, pkg string) *registryv1.RegisterRequest {
	t.Helper()
	return &registryv1.RegisterRequest{
		Service: service, Version: "1.0.0", InstanceId: "one", Address: "127.0.0.1:9999",
		GrpcServices: []string{catalogtest.GRPCService(pkg)}, Files: catalogtest.Files(t, pkg),
	}
}

// attempt is what somebody tries, and whether it is granted.
type attempt struct {
	service, pkg string // empty watches
	granted      bool
}

func (a attempt) check(t *testing.T, conn *grpc.ClientConn) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), eventTimeout)
	defer cancel()
	client := registryv1.NewRegistryServiceClient(conn)
	if a.service == "" {
		stream, err := client.Watch(ctx, &registryv1.WatchRequest{})
		if err == nil {
			_, err = stream.Recv() // of a registry that has settled
		}
		expectGranted(t, "Watch", err, a.granted)
		_, err = client.ListTools(ctx, &registryv1.ListToolsRequest{})
		expectGranted(t, "ListTools", err, a.granted)
		return
	}
	lease, err := client.Register(ctx, offer(t, a.service, a.pkg))
	expectGranted(t, a.service+" with "+a.pkg, err, a.granted)
	if err == nil {
		if _, err := client.Deregister(ctx, &registryv1.DeregisterRequest{LeaseId: lease.GetLeaseId()}); err != nil {
			t.Error(err)
		}
	}
}

func expectGranted(t *testing.T, what string, err error, granted bool) {
	t.Helper()
	switch refusal := apperr.From(err); {
	case granted && err == nil:
	case granted:
		t.Errorf("%s: refused: %v", what, err)
	case err == nil:
		t.Errorf("%s: granted", what)
	case refusal.Code != codes.PermissionDenied || refusal.Reason != errorsv1.Reason_REASON_NOT_GRANTED ||
		!strings.Contains(refusal.Message, "--grants") && !strings.Contains(refusal.Message, "the platform's name"):
		t.Errorf("%s: refused with %v", what, err)
	}
}

const granted = `
grants:
  - peer: goals-svc
    services: [goals-svc, plans-svc]
    packages: [goals, plans.v1]
  - peer: spiffe://test/watcher
    watch: true
`

func TestACertificateRegistersWhatItIsGranted(t *testing.T) {
	ours := mtlstest.NewAuthority(t)
	for name, c := range map[string]struct {
		file     string
		attempts map[string][]attempt // by program
	}{
		"without a file": {"", map[string][]attempt{
			"goals-svc": {{"goals-svc", "goals.v1", true}, {"other-svc", "other.v1", false}, {"hadith-svc", "other.v1", false}, {"", "", true}},
			"gateway":   {{"", "", true}, {"goals-svc", "goals.v1", false}},
		}},
		"with a file": {granted, map[string][]attempt{
			"goals-svc": {
				{"goals-svc", "goals.v1", true}, {"plans-svc", "plans.v1", true}, {"goals-svc", "plans.v2", false},
				{"goals-svc", "goalsetter.v1", false}, {"hadith-svc", "goals.v1", false}, {"", "", false},
			},
			"garden-svc": {{"garden-svc", "garden.v1", false}, {"", "", false}},
			"watcher":    {{"", "", true}, {"watcher", "watcher.v1", false}},
			"hadith-svc": {{"", "", true}, {"tasks-svc", "other.v1", false}, {"goals-svc", "goals.v1", false}},
			"gateway":    {{"", "", true}},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			options := registrytest.Options{TLS: mtlstest.Open(t, ours.For("registry-svc"))}
			if c.file != "" {
				options.Grants = grantsFile(t, c.file)
			}
			registry := registrytest.Start(t, options)
			for program, attempts := range c.attempts {
				conn, err := grpcclient.Dial(registry.Address, grpcclient.Options{
					TLS: mtlstest.Open(t, ours.For(program)), Service: "registry-svc",
				})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = conn.Close() })
				for _, each := range attempts {
					each.check(t, conn)
				}
			}
		})
	}
}

// A credential of its own lets a program of others in, for its own service, and it is nobody's user.
func TestACredentialOfItsOwnRegistersWhatItIsGranted(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{
		Credential: credential.New(platformSecret),
		Grants: grantsFile(t, "grants: [{credential-sha256: "+digestOf(partnerSecret)+
			", services: [partner-svc], packages: [partner.v1]}]"),
	})
	for shown, attempts := range map[string][]attempt{
		platformSecret: {{"", "", true}, {"partner-svc", "partner.v1", false}},
		partnerSecret:  {{"partner-svc", "partner.v1", true}, {"goals-svc", "partner.v1", false}, {"", "", false}},
	} {
		conn := registrytest.DialWith(t, registry.Address, credential.New(shown))
		for _, each := range attempts {
			each.check(t, conn)
		}
	}
	plain, err := grpc.NewClient(registry.Address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	forged := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+partnerSecret, "x-user-id", "1", "x-user-role", "admin")
	_, err = registryv1.NewRegistryServiceClient(plain).Register(forged, offer(t, "partner-svc", "partner.v1"))
	if refusal := apperr.From(err); err == nil || refusal.Reason != errorsv1.Reason_REASON_IDENTITY_NOT_ALLOWED {
		t.Errorf("the partner says that it is an administrator: %v", err)
	}
	guess := registrytest.DialWith(t, registry.Address, credential.New("a guess"))
	_, err = registryv1.NewRegistryServiceClient(guess).Register(t.Context(), offer(t, "partner-svc", "partner.v1"))
	if err == nil || apperr.From(err).Code != codes.Unauthenticated {
		t.Errorf("a guess: %v", err)
	}
}

// The file is read again when it changes, and one that cannot be used changes nothing.
func TestGrantsChangeWhileTheRegistryRuns(t *testing.T) {
	ours := mtlstest.NewAuthority(t)
	file := grantsFile(t, granted)
	clock := clockwork.NewFakeClock()
	registry := registrytest.Start(t, registrytest.Options{
		TLS: mtlstest.Open(t, ours.For("registry-svc")), Grants: file, GrantsClock: clock,
	})
	conn, err := grpcclient.Dial(registry.Address, grpcclient.Options{
		TLS: mtlstest.Open(t, ours.For("goals-svc")), Service: "registry-svc",
	})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, step := range []struct {
		text string
		want bool
	}{
		{strings.Replace(granted, "packages: [goals, plans.v1]", "packages: [goals]\n    watch: true", 1), true},
		{"grants: [{peer: goals-svc, wach: true}]", true}, // misspelt
		{granted, false},
	} {
		mtlstest.Write(t, file, []byte(step.text))
		clock.Advance(time.Second)
		_, err := registryv1.NewRegistryServiceClient(conn).ListTools(t.Context(), &registryv1.ListToolsRequest{})
		expectGranted(t, step.text, err, step.want)
	}
}

// A grant lets a program register addresses of its networks besides its own, and no other program; what is no host's own address
// nobody may register, however wide the network.
func TestAGrantSaysWhichAddressesMayBeRegistered(t *testing.T) {
	ours := mtlstest.NewAuthority(t)
	registry := registrytest.Start(t, registrytest.Options{
		TLS: mtlstest.Open(t, ours.For("registry-svc")),
		Grants: grantsFile(t, `
grants:
  - {peer: goals-svc, services: [goals-svc], packages: [goals.v1], addresses: [10.1.0.0/16, "fd00:1::/32"]}
  - {peer: plans-svc, services: [plans-svc], packages: [plans.v1]}
  - {peer: wide-svc, services: [wide-svc], packages: [wide.v1], addresses: [0.0.0.0/0, "::/0"]}
`),
	})
	for program, at := range map[string]map[string]bool{
		"goals-svc": {
			"127.0.0.1:9000": true, "10.1.2.3:9000": true, "[fd00:1::5]:9000": true, "[::ffff:10.1.2.3]:9000": true,
			"10.2.0.1:9000": false, "[fd00:2::5]:9000": false, "169.254.169.254:80": false,
		},
		"plans-svc":  {"127.0.0.1:9000": true, "10.1.2.3:9000": false, "[fd00:1::5]:9000": false},
		"wide-svc":   {"203.0.113.5:9000": true, "169.254.169.254:80": false, "224.0.0.1:9000": false, "0.0.0.0:9000": false, "[::]:9000": false},
		"hadith-svc": {"10.1.2.3:9000": false}, // of the platform, which needs a grant for this too
	} {
		conn, err := grpcclient.Dial(registry.Address, grpcclient.Options{
			TLS: mtlstest.Open(t, ours.For(program)), Service: "registry-svc",
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		client, pkg := registryv1.NewRegistryServiceClient(conn), strings.TrimSuffix(program, "-svc")+".v1"
		for address, may := range at {
			request := offer(t, program, pkg)
			request.Address = address
			lease, err := client.Register(t.Context(), request)
			switch {
			case may && err != nil:
				t.Errorf("%s at %s: %v", program, address, err)
			case !may && (err == nil || !strings.Contains(err.Error(), "the address may not be registered")):
				t.Errorf("%s at %s: %v, want a refusal of the address", program, address, err)
			case may:
				if _, err := client.Deregister(t.Context(), &registryv1.DeregisterRequest{LeaseId: lease.GetLeaseId()}); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// Where strangers may join, they get no name of the platform's, and whoever shows a wrong credential is none of them.
func TestStrangersJoinUnderNamesOfTheirOwn(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{Credential: credential.New(platformSecret), Strangers: true})
	for name, c := range map[string]struct {
		shown    *credential.Credential
		attempts []attempt
	}{
		"nobody": {nil, []attempt{
			{"", "", true}, {"goals-svc", "goals.v1", true}, {"tasks-svc", "goals.v1", false}, {"gateway", "goals.v1", false},
			{"registry-svc", "goals.v1", false}, {"tasks-svc-2", "goals.v1", true},
		}},
		"the platform": {credential.New(platformSecret), []attempt{
			{"", "", true}, {"goals-svc", "goals.v1", true}, {"tasks-svc", "tasks.v1", true},
		}},
	} {
		conn := registrytest.DialWith(t, registry.Address, c.shown)
		for _, each := range c.attempts {
			t.Run(name, func(t *testing.T) { each.check(t, conn) })
		}
	}
	for name, shown := range map[string]*credential.Credential{
		"a wrong one":                       credential.New(partnerSecret),
		"what is derived for a service":     credential.New(platformSecret).For("goals-svc"),
		"what is derived for a platform's":  credential.New(platformSecret).For("tasks-svc"),
		"what is derived for who registers": credential.New(platformSecret).For("partner-svc"),
	} {
		_, err := registryv1.NewRegistryServiceClient(registrytest.DialWith(t, registry.Address, shown)).
			Register(t.Context(), offer(t, "partner-svc", "partner.v1"))
		if refusal := apperr.From(err); err == nil || refusal.Reason != errorsv1.Reason_REASON_CREDENTIAL_INVALID {
			t.Errorf("with %s: %v", name, err)
		}
	}
}

// The platform's instances and a stranger's are never of one service, whoever was there first.
func TestAStrangerSharesNoServiceWithThePlatform(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{Credential: credential.New(platformSecret), Strangers: true})
	platform := registryv1.NewRegistryServiceClient(registrytest.DialWith(t, registry.Address, credential.New(platformSecret)))
	nobody := registryv1.NewRegistryServiceClient(registrytest.Dial(t, registry.Address))
	if _, err := platform.Register(t.Context(), offer(t, "hadith-svc", "garden.v1")); err != nil {
		t.Fatal(err)
	}
	beside := offer(t, "hadith-svc", "garden.v1")
	beside.InstanceId = "beside"
	_, err := nobody.Register(t.Context(), beside)
	expectGranted(t, "beside the platform's", err, false)
}

// Nobody registers as a program that registers nothing: what it would be shown in that name others take for that program's.
func TestNobodyRegistersAsTheGatewayOrTheRegistry(t *testing.T) {
	for what, options := range map[string]registrytest.Options{"without a credential": {}, "with grants": {
		Credential: credential.New(platformSecret), Grants: grantsFile(t, `grants:
  - {credential-sha256: `+digestOf(partnerSecret)+`, services: [gateway, registry-svc], packages: [goals.v1]}
`),
	}} {
		client := registryv1.NewRegistryServiceClient(
			registrytest.DialWith(t, registrytest.Start(t, options).Address, credential.New(partnerSecret)))
		for _, name := range []string{"gateway", "registry-svc"} {
			_, err := client.Register(t.Context(), offer(t, name, "goals.v1"))
			expectGranted(t, what+": "+name, err, false)
		}
	}
}

func digestOf(secret string) string {
	digest := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(digest[:])
}
