package grpcserver_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/protobuf/proto"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/grpcserver"
)

const secret = "the secret of the platform"

// plain is a connection of somebody who is no program of the platform's: what it sends is what the context says.
func plain(t *testing.T, target string) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func saying(ctx context.Context, pairs ...string) context.Context {
	return metadata.NewOutgoingContext(ctx, metadata.Pairs(pairs...))
}

// everyKind is a call of each kind there is besides health: unary, of a stream of either kind, and reflection.
var everyKind = map[string]func(context.Context, grpc.ClientConnInterface) error{
	"unary": func(ctx context.Context, conn grpc.ClientConnInterface) error {
		_, err := tasksv1.NewTaskServiceClient(conn).CreateTask(ctx, &tasksv1.CreateTaskRequest{Title: proto.String("x")})
		return err
	},
	"server stream": func(ctx context.Context, conn grpc.ClientConnInterface) error {
		stream, err := registryv1.NewRegistryServiceClient(conn).Watch(ctx, &registryv1.WatchRequest{})
		if err == nil {
			_, err = stream.Recv()
		}
		return err
	},
	"stream of both sides": func(ctx context.Context, conn grpc.ClientConnInterface) error {
		stream, err := registryv1.NewRegistryServiceClient(conn).KeepAlive(ctx)
		if err == nil {
			_ = stream.Send(&registryv1.KeepAliveRequest{LeaseId: "a"}) // refused: the answer says why
			_, err = stream.Recv()
		}
		return err
	},
	"reflection": func(ctx context.Context, conn grpc.ClientConnInterface) error {
		stream, err := reflectionv1.NewServerReflectionClient(conn).ServerReflectionInfo(ctx)
		if err == nil {
			_ = stream.Send(&reflectionv1.ServerReflectionRequest{
				MessageRequest: &reflectionv1.ServerReflectionRequest_ListServices{},
			})
			_, err = stream.Recv()
		}
		return err
	},
}

func TestWhoDoesNotShowTheCredentialIsRefusedWhateverItSays(t *testing.T) {
	var log bytes.Buffer
	reader := sdkmetric.NewManualReader()
	_, ours := serve(t, grpcserver.Options{
		Credential: credential.New(secret), MeterProvider: sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader)),
		Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}, func(r grpc.ServiceRegistrar) {
		tasksv1.RegisterTaskServiceServer(r, tasks{create: echo})
		registryv1.RegisterRegistryServiceServer(r, registry{watch: func(out watchStream) error {
			return out.Send(&registryv1.WatchResponse{})
		}})
	})
	conn := plain(t, ours.Target())
	refused := 0
	for name, said := range map[string][]string{
		"nothing":                   {},
		"a user":                    {"x-user-id", "1"},
		"an administrator":          {"x-user-id", "1", "x-user-role", "admin"},
		"a wrong credential":        {"x-user-id", "1", "authorization", "Bearer the secret of another"},
		"the beginning of it":       {"x-user-id", "1", "authorization", "Bearer the secret"},
		"another scheme":            {"x-user-id", "1", "authorization", "Basic " + secret},
		"no scheme":                 {"x-user-id", "1", "authorization", secret},
		"an empty one":              {"x-user-id", "1", "authorization", "Bearer "},
		"a wrong one, and the true": {"x-user-id", "1", "authorization", "Bearer x", "authorization", "Bearer " + secret},
	} {
		for kind, call := range everyKind {
			refused++
			got := apperr.From(call(saying(t.Context(), said...), conn))
			if got == nil || got.Code != codes.Unauthenticated || got.Reason != errorsv1.Reason_REASON_CREDENTIAL_INVALID {
				t.Errorf("%s by who says %s: %v", kind, name, got)
			}
			if got != nil && strings.Contains(fmt.Sprint(got, got.Metadata), secret) {
				t.Errorf("the error shows the secret: %v", got)
			}
		}
	}
	for kind, call := range everyKind {
		if err := call(saying(t.Context(), "x-user-id", "1", "authorization", "bearer "+secret), conn); err != nil {
			t.Errorf("%s with the credential: %v", kind, err)
		}
	}
	if _, err := healthv1.NewHealthClient(conn).Check(t.Context(), &healthv1.HealthCheckRequest{}); err != nil {
		t.Errorf("health without it: %v", err)
	}
	if got := countOf(t, reader, "salaatflow.credential.refused"); got != int64(refused) {
		t.Errorf("%d refusals are counted, of %d", got, refused)
	}
	if strings.Contains(log.String(), secret) {
		t.Errorf("the log shows the secret:\n%s", log.String())
	}
}

// What a caller from outside proved itself with does not reach a service, and does not stand in the way of the
// platform's own credential.
func TestTheClientPresentsTheCredentialAndNothingElse(t *testing.T) {
	_, ours := serveTasks(t, grpcserver.Options{Credential: credential.New(secret)}, echo)
	for name, c := range map[string]struct {
		shown *credential.Credential
		want  codes.Code
	}{
		"the credential": {credential.New(secret), codes.OK},
		"another":        {credential.New("another"), codes.Unauthenticated},
		"none":           {nil, codes.Unauthenticated},
	} {
		conn, err := grpcclient.Dial(ours.Target(), grpcclient.Options{Credential: c.shown})
		if err != nil {
			t.Fatal(err)
		}
		for token, ctx := range map[string]context.Context{
			"no token":         as(t, 1),
			"a token":          metadata.AppendToOutgoingContext(as(t, 1), "authorization", "Bearer of-a-user"),
			"the right secret": metadata.AppendToOutgoingContext(as(t, 1), "authorization", "Bearer "+secret),
		} {
			if err := everyKind["unary"](ctx, conn); apperrCode(err) != c.want {
				t.Errorf("%s, with %s of the caller's: %v", name, token, err)
			}
		}
		_ = conn.Close()
	}
}

func apperrCode(err error) codes.Code {
	if err == nil {
		return codes.OK
	}
	return apperr.From(err).Code
}

func countOf(t *testing.T, reader *sdkmetric.ManualReader, name string) (sum int64) {
	t.Helper()
	var collected metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &collected); err != nil {
		t.Fatal(err)
	}
	for _, scope := range collected.ScopeMetrics {
		for _, m := range scope.Metrics {
			if data, ok := m.Data.(metricdata.Sum[int64]); ok && m.Name == name {
				for _, point := range data.DataPoints {
					sum += point.Value
				}
			}
		}
	}
	return sum
}

// A service that has the platform's credential is called by who does not know that, with what is derived for it.
func TestACredentialThatIsDerivedForAServiceIsAcceptedByItAlone(t *testing.T) {
	shared := credential.New(secret)
	for service, want := range map[string]codes.Code{"goals-svc": codes.OK, "plans-svc": codes.Unauthenticated, "": codes.Unauthenticated} {
		_, ours := serveTasks(t, grpcserver.Options{Service: service, Credential: shared}, echo)
		conn, err := grpcclient.Dial(ours.Target(), grpcclient.Options{Credential: shared.For("goals-svc")})
		if err != nil {
			t.Fatal(err)
		}
		if err := everyKind["unary"](as(t, 1), conn); apperrCode(err) != want {
			t.Errorf("%q answers what is derived for goals-svc with %v", service, err)
		}
		_ = conn.Close()
	}
}
