package kit_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/fx"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/durationpb"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// registry notes who registers, and how the instance's health is at that moment.
type registry struct {
	registryv1.UnimplementedRegistryServiceServer
	happened   events
	registered chan *registryv1.RegisterRequest
	credential chan []string
	address    string
	// secret is whether those who watch are not told of the instance.
	secret atomic.Bool
}

func (r *registry) Register(ctx context.Context, in *registryv1.RegisterRequest) (*registryv1.RegisterResponse, error) {
	r.address = in.GetAddress()
	r.happened.add("register while " + r.health(ctx))
	r.credential <- metadata.ValueFromIncomingContext(ctx, "authorization")
	r.registered <- in
	return &registryv1.RegisterResponse{LeaseId: "lease", Ttl: durationpb.New(time.Minute)}, nil
}

func (r *registry) KeepAlive(s grpc.BidiStreamingServer[registryv1.KeepAliveRequest, registryv1.KeepAliveResponse]) error {
	for {
		if _, err := s.Recv(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := s.Send(&registryv1.KeepAliveResponse{
			Ttl: durationpb.New(time.Minute), Unpublished: r.secret.Load(),
		}); err != nil {
			return err
		}
	}
}

func (r *registry) Deregister(ctx context.Context, _ *registryv1.DeregisterRequest) (*registryv1.DeregisterResponse, error) {
	r.happened.add("deregister while " + r.health(ctx))
	return &registryv1.DeregisterResponse{}, nil
}

// health is what the instance says when it is asked whether calls can go there.
func (r *registry) health(ctx context.Context) string {
	return kittest.Health(ctx, r.address, grpcserver.AcceptsCalls)
}

func startRegistry(t *testing.T) (*registry, string) {
	t.Helper()
	r := &registry{registered: make(chan *registryv1.RegisterRequest, 1), credential: make(chan []string, 1)}
	settings := kittest.Config(t)
	kittest.Run(t, kit.Service("registry-svc", settings,
		fx.Provide(fx.Private, func() registryv1.RegistryServiceServer { return r }),
		kit.GRPC(registryv1.RegisterRegistryServiceServer),
	))
	return r, settings.ListenAddress
}

func TestAnInstanceIsRegisteredWhileItServes(t *testing.T) {
	r, address := startRegistry(t)
	settings := kittest.Config(t)
	settings.Version = "v1.2.3"
	settings.Registry = kit.RegistryConfig{Address: address, InstanceID: "tasks-1"}
	settings.Shared = credential.New("a secret of many characters")
	app, err := kit.NewApp(module("tasks-svc", "x", settings))
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	in := <-r.registered
	if in.GetService() != "tasks-svc" || in.GetVersion() != "v1.2.3" || in.GetInstanceId() != "tasks-1" ||
		in.GetAddress() != settings.ListenAddress ||
		!slices.Equal(in.GetGrpcServices(), []string{"salaatflow.tasks.v1.TaskService"}) || len(in.GetFiles().GetFile()) == 0 {
		t.Errorf("registered %v %v %v %v %v", in.GetService(), in.GetVersion(), in.GetInstanceId(), in.GetAddress(), in.GetGrpcServices())
	}
	if got := <-r.credential; !slices.Equal(got, []string{"Bearer a secret of many characters"}) {
		t.Errorf("sent the credential %v", got)
	}
	if err := app.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	want := []string{"register while SERVING", "deregister while NOT_SERVING"}
	if got := r.happened.all(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Until gateways can know an instance it is alive, takes calls, and is not ready.
func TestAnInstanceIsReadyOnceItIsPublished(t *testing.T) {
	r, address := startRegistry(t)
	r.secret.Store(true)
	settings := kittest.Config(t)
	settings.OpsAddress = kittest.FreeAddress(t)
	settings.Registry = kit.RegistryConfig{Address: address}
	kittest.Start(t, settings, module("tasks-svc", "x", settings))
	<-r.registered
	states := func() []string {
		ready, _ := kittest.Get(t, "http://"+settings.OpsAddress+"/readyz")
		return []string{
			strconv.Itoa(ready), kittest.Health(t.Context(), settings.ListenAddress, ""),
			kittest.Health(t.Context(), settings.ListenAddress, "salaatflow.tasks.v1.TaskService"),
			kittest.Health(t.Context(), settings.ListenAddress, grpcserver.AcceptsCalls),
		}
	}
	if got := states(); !slices.Equal(got, []string{"503", "NOT_SERVING", "NOT_SERVING", "SERVING"}) {
		t.Errorf("before it is published: %v", got)
	}
	if alive, _ := kittest.Get(t, "http://"+settings.OpsAddress+"/healthz"); alive != http.StatusOK {
		t.Errorf("/healthz is %d", alive)
	}
	r.secret.Store(false)
	kittest.Within(t, 5*time.Second, "it is ready", func() bool {
		return slices.Equal(states(), []string{"200", "SERVING", "SERVING", "SERVING"})
	})
}

func TestTheCredentialMayBeInAFile(t *testing.T) {
	r, address := startRegistry(t)
	path := filepath.Join(t.TempDir(), "credential")
	if err := os.WriteFile(path, []byte("from-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	settings := kittest.Config(t)
	settings.Registry.Address, settings.Credential.File = address, path
	kittest.Start(t, settings, module("tasks-svc", "x", settings))
	if got := <-r.credential; !slices.Equal(got, []string{"Bearer from-file"}) {
		t.Errorf("sent the credential %v", got)
	}
}

func TestAServiceStartsAndStopsWithoutItsRegistry(t *testing.T) {
	settings := kittest.Config(t)
	settings.Registry = kit.RegistryConfig{Address: "127.0.0.1:1"}
	kittest.Start(t, settings, module("tasks-svc", "x", settings)) // stops well, or the test fails
}

func TestAMissingCredentialFileFailsTheStartByName(t *testing.T) {
	settings := kittest.Config(t)
	settings.Credential.File = "/nowhere/credential"
	if _, err := kit.NewApp(module("tasks-svc", "x", settings)); err == nil || !contains(err, "--credential-file", "/nowhere/credential") {
		t.Errorf("got %v", err)
	}
}
