package e2e

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/salaatflow/platform/e2e/harness"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/join/libraries"
)

// What the libraries of other languages know of the registry's messages is on the wire what the contract says.
func TestTheMessagesToJoinWithAreThoseOfTheContract(t *testing.T) {
	raw, err := libraries.Files.ReadFile("node/join.binpb")
	if err != nil {
		t.Fatal(err)
	}
	if same, err := libraries.Files.ReadFile("python/salaatflow_join/join.binpb"); err != nil || !bytes.Equal(same, raw) {
		t.Errorf("Python has others than Node: %v", err)
	}
	set := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(raw, set); err != nil {
		t.Fatal(err)
	}
	files, err := protodesc.NewFiles(set)
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range []proto.Message{
		&registryv1.RegisterRequest{}, &registryv1.RegisterResponse{}, &registryv1.KeepAliveRequest{}, &registryv1.KeepAliveResponse{},
		&registryv1.DeregisterRequest{}, &registryv1.DeregisterResponse{},
	} {
		contract := message.ProtoReflect().Descriptor()
		found, err := files.FindDescriptorByName(contract.FullName())
		if err != nil {
			t.Fatal(err)
		}
		theirs := found.(protoreflect.MessageDescriptor).Fields()
		if theirs.Len() != contract.Fields().Len() {
			t.Errorf("%s has other fields", contract.FullName())
		}
		for i := range theirs.Len() {
			one := theirs.Get(i)
			other := contract.Fields().ByName(one.Name())
			isSet := one.Name() == "files" && one.Kind() == protoreflect.BytesKind
			if other == nil || other.Number() != one.Number() || other.Cardinality() != one.Cardinality() || other.Kind() != one.Kind() && !isSet {
				t.Errorf("%s is %v in the contract", one.FullName(), other)
			}
		}
	}
}

// joinsWithoutHealth registers a server that serves nothing.
func joinsWithoutHealth(t *testing.T, platform *harness.Platform, registry registryv1.RegistryServiceClient) {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	go func() { _ = server.Serve(listener) }() // ends with Stop
	t.Cleanup(server.Stop)
	granted, err := registry.Register(t.Context(), &registryv1.RegisterRequest{
		Service: "weeds-svc", Version: "v1.0.0", InstanceId: "one", Address: listener.Addr().String(),
		GrpcServices: []string{catalogtest.GRPCService("weeds.v1")}, Files: catalogtest.Files(t, "weeds.v1", catalogtest.Tools("weed")...),
	})
	if err != nil {
		t.Fatal(err)
	}
	keep := keptAlive(t, registry)
	platform.Eventually(t, "its tool is listed", func() bool {
		_, err := keep(granted.GetLeaseId())
		return err == nil && listed(t, platform, "weed")
	})
}

// joining is a service that does by hand what docs/join.md says.
type joining struct {
	request *registryv1.RegisterRequest
	health  *health.Server
	said    atomic.Pointer[metadata.MD] // of the last call
	refuses atomic.Pointer[status.Status]
	calls   atomic.Int64
	left    atomic.Int64 // of the time for the last call, in nanoseconds
}

func startJoining(t *testing.T) *joining {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	j := &joining{health: health.NewServer(), request: &registryv1.RegisterRequest{
		Service: "plants-svc", Version: "v1.0.0", InstanceId: "one", Address: listener.Addr().String(),
		GrpcServices: []string{catalogtest.GRPCService("plants.v1")}, Files: catalogtest.Files(t, "plants.v1", catalogtest.Tools("sow")...),
	}}
	server := grpc.NewServer(grpc.UnknownServiceHandler(j.answer))
	healthv1.RegisterHealthServer(server, j.health)
	go func() { _ = server.Serve(listener) }() // ends with Stop
	t.Cleanup(server.Stop)
	return j
}

func (j *joining) answer(_ any, stream grpc.ServerStream) error {
	if err := stream.RecvMsg(&emptypb.Empty{}); err != nil {
		return err
	}
	if said, ok := metadata.FromIncomingContext(stream.Context()); ok {
		j.said.Store(&said)
	}
	j.calls.Add(1)
	if ends, ok := stream.Context().Deadline(); ok {
		j.left.Store(int64(time.Until(ends)))
	}
	if refusal := j.refuses.Load(); refusal != nil {
		return refusal.Err()
	}
	return stream.SendMsg(&emptypb.Empty{})
}

func TestTheProtocolToJoinWith(t *testing.T) {
	t.Parallel()
	platform := harness.Start(t, harness.Options{})
	registry, j := platform.RegistryClient(t), startJoining(t)
	granted, err := registry.Register(t.Context(), j.request)
	if err != nil || granted.GetLeaseId() == "" || granted.GetTtl().AsDuration() <= 0 {
		t.Fatalf("%v, %v", granted, err)
	}
	_, err = registry.Register(t.Context(), j.request)
	wantRefusal(t, "registered again without the lease", err, codes.AlreadyExists, "REASON_INSTANCE_TAKEN")
	again := proto.CloneOf(j.request)
	again.PreviousLeaseId = granted.GetLeaseId()
	if granted, err = registry.Register(t.Context(), again); err != nil {
		t.Fatal("registered again with the lease: ", err)
	}
	keep := keptAlive(t, registry)
	platform.Eventually(t, "a renewal says that the instance is published", func() bool {
		answer, err := keep(granted.GetLeaseId())
		return err == nil && !answer.GetUnpublished() && answer.GetTtl().AsDuration() > 0
	})
	platform.Eventually(t, "its tool is listed", func() bool { return listed(t, platform, "sow") })

	t.Run("a service without health counts as healthy", func(t *testing.T) { joinsWithoutHealth(t, platform, registry) })
	t.Run("the call says who is calling", func(t *testing.T) {
		got := send(t, platform, http.MethodPost, "/api/v1/tools/sow", `{}`, as(7))
		if said := *j.said.Load(); got.status != http.StatusOK || strings.Join(said.Get("x-user-id"), ",") != "7" {
			t.Errorf("%+v, told %v", got, said)
		}
	})
	t.Run("the call says what is known of who is calling", func(t *testing.T) { isToldWhoIsCalling(t, platform, j) })
	t.Run("the call has a deadline, and arguments that are right", func(t *testing.T) { isCalledInTimeAndRight(t, platform, j) })
	t.Run("an error is as exact as the platform's own", func(t *testing.T) { refusesExactly(t, platform, j) })
	t.Run("an error says what it may", func(t *testing.T) { refusesInItsWords(t, platform, j) })
	t.Run("health takes it out and brings it back", func(t *testing.T) {
		j.health.SetServingStatus("", healthv1.HealthCheckResponse_NOT_SERVING)
		platform.Eventually(t, "its tool is gone", func() bool {
			_, err := keep(granted.GetLeaseId())
			return err == nil && !listed(t, platform, "sow")
		})
		j.health.SetServingStatus("", healthv1.HealthCheckResponse_SERVING)
		platform.Eventually(t, "its tool is back", func() bool {
			_, err := keep(granted.GetLeaseId())
			return err == nil && listed(t, platform, "sow")
		})
	})
	if _, err := registry.Deregister(t.Context(), &registryv1.DeregisterRequest{LeaseId: granted.GetLeaseId()}); err != nil {
		t.Error(err)
	}
	platform.Eventually(t, "its tool is gone", func() bool { return !listed(t, platform, "sow") })
	_, err = keptAlive(t, registry)(granted.GetLeaseId())
	wantRefusal(t, "a lease that has ended", err, codes.NotFound, "REASON_LEASE_UNKNOWN")
	if _, err := registry.Deregister(t.Context(), &registryv1.DeregisterRequest{LeaseId: granted.GetLeaseId()}); err != nil {
		t.Error("deregistered twice: ", err)
	}
}

// keptAlive returns a function that renews a lease and waits for the answer.
func keptAlive(t *testing.T, registry registryv1.RegistryServiceClient) func(lease string) (*registryv1.KeepAliveResponse, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	stream, err := registry.KeepAlive(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return func(lease string) (*registryv1.KeepAliveResponse, error) {
		_ = stream.Send(&registryv1.KeepAliveRequest{LeaseId: lease}) // what fails here, Recv tells
		return stream.Recv()
	}
}

func isToldWhoIsCalling(t *testing.T, platform *harness.Platform, j *joining) {
	t.Helper()
	user := nextUser.Add(1)
	got := send(t, platform, http.MethodPatch, "/api/v1/users/me", `{"timezone":"Europe/London","language":"ur"}`, as(user))
	if got.status != http.StatusOK {
		t.Fatalf("%+v", got)
	}
	platform.Eventually(t, "the gateway knows the profile", func() bool {
		send(t, platform, http.MethodPost, "/api/v1/tools/sow", `{}`, as(user))
		said := *j.said.Load()
		return strings.Join(said.Get("x-user-timezone"), ",") == "Europe/London" && strings.Join(said.Get("x-user-language"), ",") == "ur" &&
			strings.Join(said.Get("x-user-role"), ",") == "user"
	})
}

func isCalledInTimeAndRight(t *testing.T, platform *harness.Platform, j *joining) {
	t.Helper()
	send(t, platform, http.MethodPost, "/api/v1/tools/sow", `{}`, as(7))
	if left := j.left.Load(); left <= 0 || time.Duration(left) > 10*time.Second {
		t.Errorf("it has %v for a call", time.Duration(left))
	}
	calls := j.calls.Load()
	got := send(t, platform, http.MethodPost, "/api/v1/tools/sow", `{"seed":"corn"}`, as(7))
	if got.status != http.StatusBadRequest || got.field(t, "violations.0.field") != "seed" || j.calls.Load() != calls {
		t.Errorf("an argument that there is not: %+v, called %d times", got, j.calls.Load()-calls)
	}
}

func refusesExactly(t *testing.T, platform *harness.Platform, j *joining) {
	t.Helper()
	refusal, err := status.New(codes.InvalidArgument, "sow less").WithDetails(
		&errdetails.ErrorInfo{Domain: "salaatflow", Reason: "VALIDATION_ERROR"},
		&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "seeds", Description: "at most 3"}}})
	if err != nil {
		t.Fatal(err)
	}
	j.refuses.Store(refusal)
	got := send(t, platform, http.MethodPost, "/api/v1/tools/sow", `{}`, as(7))
	j.refuses.Store(nil)
	if got.status != http.StatusBadRequest || got.field(t, "error") != "VALIDATION_ERROR" ||
		got.field(t, "violations.0.field") != "seeds" || got.field(t, "violations.0.message") != "at most 3" {
		t.Errorf("%+v", got)
	}
}

func refusesInItsWords(t *testing.T, platform *harness.Platform, j *joining) {
	t.Helper()
	for refusal, want := range map[*status.Status]string{
		status.New(codes.NotFound, "no such bed"):             "404 NOT_FOUND no such bed",
		status.New(codes.FailedPrecondition, "it is winter"):  "400 INVALID_REQUEST it is winter",
		status.New(codes.PermissionDenied, "not your garden"): "403 FORBIDDEN not your garden",
		status.New(codes.Internal, "password=x"):              "500 SERVER_ERROR internal error",
		status.New(codes.Unknown, "password=x"):               "500 SERVER_ERROR internal error",
	} {
		j.refuses.Store(refusal)
		got := send(t, platform, http.MethodPost, "/api/v1/tools/sow", `{}`, as(7))
		if said := fmt.Sprint(got.status, " ", got.field(t, "error"), " ", got.field(t, "error_message")); said != want {
			t.Errorf("%v: %+v, want %s", refusal, got, want)
		}
	}
	j.refuses.Store(nil)
}

func wantRefusal(t *testing.T, what string, err error, code codes.Code, reason string) {
	t.Helper()
	if refusal := apperr.From(err); refusal == nil || refusal.Code != code || refusal.Reason.String() != reason {
		t.Errorf("%s is answered %v", what, err)
	}
}
