package registrysvc_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrytest"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/registration"
)

// buffer is a log that can be read while it is written.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func TestAServiceThatClaimsATakenNameIsRefusedAndGetsItWhenItIsFree(t *testing.T) {
	registry := registrytest.Start(t, registrytest.Options{})
	holder := plot{service: "garden-svc", tools: catalogtest.Tools("sow")}.registered(t, registry.Address)
	watcher := watch(t, registry.Address, discovery.Options{})
	awaitInstances(t, watcher, "one")

	var log buffer
	clock := clockwork.NewFakeClock()
	rival := plot{service: "rival-svc", id: "rival", tools: catalogtest.Tools("sow")}.withDefaults()
	server := catalogtest.Serve(t, "rival", rival.address, catalogtest.Method("rival.v1", "sow"))
	options := rival.registration(t, registrytest.Dial(t, registry.Address), server.Address)
	options.Clock, options.Logger = clock, logger(&log)
	claim, err := registration.New(options)
	if err != nil {
		t.Fatal(err)
	}
	if err := claim.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer claim.Stop(t.Context())

	waitFor(t, clock) // before it tries again
	refusal := apperr.From(claim.Err())
	if refusal.Reason != errorsv1.Reason_REASON_NAME_TAKEN || refusal.Metadata["name"] != "sow" ||
		refusal.Metadata["holder"] != "garden-svc" || !strings.Contains(refusal.Message, "garden-svc") {
		t.Errorf("refused with %v %v, want NAME_TAKEN that names garden-svc", refusal, refusal.Metadata)
	}
	if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), "REASON_NAME_TAKEN") {
		t.Errorf("the log does not say why:\n%s", log.String())
	}
	awaitInstances(t, watcher, "one")
	if got := call(t, dial(t, watcher, "garden-svc"), "sow"); got != "one" {
		t.Errorf("the holder's tool is answered by %s", got)
	}

	if err := holder.stop(); err != nil {
		t.Fatal(err)
	}
	clock.Advance(30 * time.Second)
	awaitRegistered(t, claim)
	awaitInstances(t, watcher, "rival")
}

func TestOnlyWhoHasTheCredentialRegistersAndWatches(t *testing.T) {
	secret := credential.New("open sesame, please")
	registry := registrytest.Start(t, registrytest.Options{Credential: secret})
	for name, shown := range map[string]*credential.Credential{"none": nil, "a wrong one": credential.New("open barley, please")} {
		clock := clockwork.NewFakeClock()
		conn := registrytest.DialWith(t, registry.Address, shown)
		options := plot{id: "stranger", tools: catalogtest.Tools("rob")}.withDefaults().registration(t, conn, "127.0.0.1:1")
		options.Clock = clock
		stranger, err := registration.New(options)
		if err != nil {
			t.Fatal(err)
		}
		if err := stranger.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		waitFor(t, clock)
		if got := apperr.From(stranger.Err()).Reason; got != errorsv1.Reason_REASON_CREDENTIAL_INVALID {
			t.Errorf("registering with %s: %v, want CREDENTIAL_INVALID", name, stranger.Err())
		}
		if err := stranger.Stop(t.Context()); err != nil {
			t.Error(err)
		}
		client := registryv1.NewRegistryServiceClient(conn)
		for read, err := range map[string]error{"ListTools": listTools(t, client), "Watch": firstOf(t, client)} {
			if got := apperr.From(err); got == nil || got.Reason != errorsv1.Reason_REASON_CREDENTIAL_INVALID {
				t.Errorf("%s with %s: %v, want CREDENTIAL_INVALID", read, name, err)
			}
		}
	}
	plot{id: "friend", tools: catalogtest.Tools("sow"), credential: secret}.registered(t, registry.Address)
	client := registryv1.NewRegistryServiceClient(registrytest.DialWith(t, registry.Address, secret))
	if err := errors.Join(listTools(t, client), firstOf(t, client)); err != nil {
		t.Errorf("with the credential: %v", err)
	}
}

func listTools(t *testing.T, client registryv1.RegistryServiceClient) error {
	t.Helper()
	_, err := client.ListTools(t.Context(), &registryv1.ListToolsRequest{})
	return err
}

// firstOf waits for the first message of a watch.
func firstOf(t *testing.T, client registryv1.RegistryServiceClient) error {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stream, err := client.Watch(ctx, &registryv1.WatchRequest{})
	if err != nil {
		return err
	}
	_, err = stream.Recv()
	return err
}
