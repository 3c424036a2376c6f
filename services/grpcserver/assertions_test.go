package grpcserver_test

import (
	"context"
	"net"
	"testing"

	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/mtls/mtlstest"
)

// whoCalls answers with the user on whose behalf it is called.
type whoCalls struct {
	tasksv1.UnimplementedTaskServiceServer
}

func (whoCalls) GetTask(ctx context.Context, _ *tasksv1.GetTaskRequest) (*tasksv1.GetTaskResponse, error) {
	return &tasksv1.GetTaskResponse{Task: &tasksv1.Task{Id: identity.FromContext(ctx).UserID}}, nil
}

func (whoCalls) ListTasks(context.Context, *tasksv1.ListTasksRequest) (*tasksv1.ListTasksResponse, error) {
	return &tasksv1.ListTasksResponse{}, nil
}

// Only an edge has asked a user for proof, so only an edge may say who that is.
func TestOnlyAnEdgeSaysForWhichUserItCalls(t *testing.T) {
	ours := mtlstest.NewAuthority(t)
	reader := metric.NewManualReader()
	server := grpcserver.New(grpcserver.Options{
		TLS: mtlstest.Open(t, ours.For("tasks-svc")), Edges: []string{"gateway", "spiffe://test/partner/door"},
		MeterProvider: metric.NewMeterProvider(metric.WithReader(reader)),
	})
	tasksv1.RegisterTaskServiceServer(server, whoCalls{})
	server.AllowOnBehalf(tasksv1.TaskService_ListTasks_FullMethodName, "masjid-svc")
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(listener)
	t.Cleanup(func() { _ = server.Shutdown(context.WithoutCancel(t.Context())) })

	for program, c := range map[string]struct{ get, list bool }{
		"gateway":      {true, true},
		"partner/door": {true, true},
		"masjid-svc":   {false, true},
		"hadith-svc":   {false, false},
		"x/gateway":    {false, false}, // of another folder
	} {
		t.Run(program, func(t *testing.T) {
			conn, err := grpcclient.Dial(listener.Addr().String(), grpcclient.Options{
				TLS: mtlstest.Open(t, ours.For(program)), Service: "spiffe://test/tasks-svc",
			})
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			client := tasksv1.NewTaskServiceClient(conn)
			user := identity.NewContext(t.Context(), identity.Caller{UserID: 7})
			got, err := client.GetTask(user, &tasksv1.GetTaskRequest{TaskId: 1})
			if c.get != (err == nil) || c.get && got.GetTask().GetId() != 7 {
				t.Errorf("GetTask: %v, %v", got, err)
			}
			if !c.get {
				expectNotAllowed(t, err)
			}
			if _, err := client.ListTasks(user, &tasksv1.ListTasksRequest{}); c.list != (err == nil) {
				t.Errorf("ListTasks: %v", err)
			}
		})
	}
	refused := int64(0)
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			if m.Name == "salaatflow.identity.refused" {
				refused = m.Data.(metricdata.Sum[int64]).DataPoints[0].Value
			}
		}
	}
	if refused != 5 {
		t.Errorf("%d calls are counted, want 5", refused)
	}
}

func expectNotAllowed(t *testing.T, err error) {
	t.Helper()
	got := apperr.From(err)
	if got == nil || got.Code != codes.PermissionDenied || got.Reason != errorsv1.Reason_REASON_IDENTITY_NOT_ALLOWED {
		t.Errorf("it is refused with %v", err)
	}
}

type whoIs struct {
	usersv1.UnimplementedUserServiceServer
}

func (whoIs) ResolveIdentity(context.Context, *usersv1.ResolveIdentityRequest) (*usersv1.ResolveIdentityResponse, error) {
	return &usersv1.ResolveIdentityResponse{UserId: 1}, nil
}

// What only edges may call is refused to other programs although they name no user, and whoever they may call for.
func TestSomeMethodsAreTheEdgesAlone(t *testing.T) {
	ours := mtlstest.NewAuthority(t)
	for name, c := range map[string]struct {
		program string // empty is in plain text
		want    bool
	}{
		"an edge":                      {"gateway", true},
		"a service":                    {"hadith-svc", false},
		"who calls on users' behalf":   {"tasks-svc", false},
		"itself":                       {"users-svc", false},
		"anybody, where none can tell": {"", true},
	} {
		t.Run(name, func(t *testing.T) {
			options, dial := grpcserver.Options{Edges: []string{"gateway"}}, grpcclient.Options{Service: "users-svc"}
			if c.program != "" {
				options.TLS, dial.TLS = mtlstest.Open(t, ours.For("users-svc")), mtlstest.Open(t, ours.For(c.program))
			}
			server := grpcserver.New(options)
			usersv1.RegisterUserServiceServer(server, whoIs{})
			server.AllowOnBehalf(usersv1.UserService_ResolveIdentity_FullMethodName, "tasks-svc")
			server.EdgesOnly(usersv1.UserService_ResolveIdentity_FullMethodName)
			listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			go server.Serve(listener)
			t.Cleanup(func() { _ = server.Shutdown(context.WithoutCancel(t.Context())) })
			conn, err := grpcclient.Dial(listener.Addr().String(), dial)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			_, err = usersv1.NewUserServiceClient(conn).ResolveIdentity(t.Context(), &usersv1.ResolveIdentityRequest{
				Issuer: "https://id.example.org", Subject: "aisha",
			})
			if c.want != (err == nil) {
				t.Fatalf("answered with %v", err)
			}
			if !c.want {
				expectNotAllowed(t, err)
			}
		})
	}
}
