package health

import (
	"context"
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/grpcserver"
)

// bufferBytes is enough for a question and its answer: a connection has 32 KiB for either otherwise, 200 times a second at a thousand
// instances.
const bufferBytes = 1 << 10

var smallBuffers = []grpc.DialOption{grpc.WithReadBufferSize(bufferBytes), grpc.WithWriteBufferSize(bufferBytes)}

// ask asks a server whether it accepts calls. A server whose health service does not know that name is asked whether it
// serves as a whole. Each question opens its own connection, so the answer is what a new client would find. The error says
// why the server is not known to serve.
func (c *Checker) ask(ctx context.Context, instance catalog.Instance) (registrations.Health, error) {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	conn, err := grpcclient.Dial("dns:///"+instance.Address,
		grpcclient.Options{TLS: c.TLS, Service: instance.Service, DialOptions: smallBuffers})
	if err != nil {
		return registrations.Unreachable, err
	}
	defer conn.Close() //nolint:errcheck // nothing is lost with it
	client := healthv1.NewHealthClient(conn)
	response, err := client.Check(ctx, &healthv1.HealthCheckRequest{Service: grpcserver.AcceptsCalls})
	if status.Code(err) == codes.NotFound { // not a server of this platform
		response, err = client.Check(ctx, &healthv1.HealthCheckRequest{})
	}
	switch status.Code(err) {
	case codes.OK:
		if response.GetStatus() != healthv1.HealthCheckResponse_SERVING {
			return registrations.NotServing, fmt.Errorf("the instance reports %s", response.GetStatus())
		}
		return registrations.Serving, nil
	case codes.Unimplemented, codes.NotFound, codes.Unauthenticated, codes.PermissionDenied:
		return registrations.Serving, nil // it answers, and has no health service
	default:
		return registrations.Unreachable, err
	}
}

// reason returns why an instance does not serve, for administrators. What the instance said of it is not repeated: anybody may
// have registered it.
func reason(health registrations.Health, err error) string {
	switch code := status.Code(err); {
	case health == registrations.NotServing:
		return "it says that it does not serve"
	case code == codes.DeadlineExceeded:
		return "it does not answer its health check in time"
	case code == codes.Unavailable:
		return "nothing answers at its address"
	default:
		return "its health check fails: " + code.String()
	}
}
