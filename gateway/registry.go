package gateway

import (
	"context"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"

	"github.com/salaatflow/platform/proto/descriptors"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/gateway/internal/bulkhead"
	"github.com/salaatflow/platform/gateway/internal/rest"
)

// registryRoom is the name under which calls to the registry hold slots.
const registryRoom = "registry-svc"

// registryService serves the REST paths of the registry itself, which registers nowhere: those by which an administrator
// decides on definitions.
func (g *Gateway) registryService() (rest.Service, error) {
	described, err := descriptors.Services(registryv1.RegistryService_ServiceDesc.ServiceName)
	if err != nil {
		return rest.Service{}, err
	}
	register := func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return registryv1.RegisterRegistryServiceHandlerClient(ctx, mux, registryv1.NewRegistryServiceClient(conn))
	}
	conn := roomConn{g.Registry, g.limiter.Service(registryRoom)}
	return rest.Service{Descriptor: described[0], Register: register, Conn: conn}, nil
}

// roomConn is a connection each of whose unary calls holds a slot.
type roomConn struct {
	grpc.ClientConnInterface
	room *bulkhead.Service
}

// Invoke implements grpc.ClientConnInterface.
func (c roomConn) Invoke(ctx context.Context, method string, request, response any, options ...grpc.CallOption) error {
	return c.room.Unary(ctx, method, request, response, nil,
		func(ctx context.Context, method string, request, response any, _ *grpc.ClientConn, options ...grpc.CallOption) error {
			return c.ClientConnInterface.Invoke(ctx, method, request, response, options...)
		}, options...)
}
