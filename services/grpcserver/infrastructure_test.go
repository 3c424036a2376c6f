package grpcserver_test

import (
	"slices"
	"testing"

	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcserver"
)

func TestAnybodyMayAskForHealth(t *testing.T) {
	_, conn := serveTasks(t, grpcserver.Options{Credential: credential.New("x")}, echo)
	for _, service := range []string{"", tasksv1.TaskService_ServiceDesc.ServiceName} {
		got, err := healthv1.NewHealthClient(conn).Check(t.Context(), &healthv1.HealthCheckRequest{Service: service})
		if err != nil || got.GetStatus() != healthv1.HealthCheckResponse_SERVING {
			t.Errorf("%q: got %v, %v", service, got, err)
		}
	}
}

func TestReflectionShowsTheServersServicesAndNoOthers(t *testing.T) {
	_, conn := serveTasks(t, grpcserver.Options{}, echo)
	got := ask(t, conn, &reflectionv1.ServerReflectionRequest{
		MessageRequest: &reflectionv1.ServerReflectionRequest_ListServices{},
	})
	var names []string
	for _, service := range got.GetListServicesResponse().GetService() {
		names = append(names, service.GetName())
	}
	slices.Sort(names)
	want := []string{"grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection", "salaatflow.tasks.v1.TaskService"}
	if !slices.Equal(names, want) {
		t.Errorf("lists %v, want %v", names, want)
	}
	for symbol, shown := range map[string]bool{
		"salaatflow.tasks.v1.TaskService":        true,
		"salaatflow.tasks.v1.CreateTaskRequest":  true,
		"salaatflow.tools.v1.Tool":               true,
		"salaatflow.registry.v1.RegistryService": false, // linked into this test, but not served here
	} {
		got := ask(t, conn, &reflectionv1.ServerReflectionRequest{
			MessageRequest: &reflectionv1.ServerReflectionRequest_FileContainingSymbol{FileContainingSymbol: symbol},
		})
		if (got.GetFileDescriptorResponse() != nil) != shown {
			t.Errorf("%s: got %v", symbol, got)
		}
	}
}

func ask(
	t *testing.T, conn grpc.ClientConnInterface, request *reflectionv1.ServerReflectionRequest,
) *reflectionv1.ServerReflectionResponse {
	t.Helper()
	stream, err := reflectionv1.NewServerReflectionClient(conn).ServerReflectionInfo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Send(request); err != nil {
		t.Fatal(err)
	}
	answer, err := stream.Recv()
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	return answer
}
