package gateway

import (
	"context"
	"os"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/proto/descriptors"
	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/gateway/internal/calls"
	"github.com/salaatflow/platform/gateway/internal/operations"
	"github.com/salaatflow/platform/gateway/internal/rest"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/toolclient"
)

// callEnded remembers a call for operators. What they themselves ask of this gateway is not among the latest calls.
func (g *Gateway) callEnded(ctx context.Context, ended toolclient.Ended) {
	call := calls.Call{
		Operation: ended.Tool, Door: string(audit.FromContext(ctx).Door), UserID: ended.Caller.UserID, Result: calls.OK, Took: ended.Took,
	}
	if ended.Failed != nil {
		call.Result = ended.Failed.ToolCode()
	}
	g.calls.Ended(call, g.operatorsOwn[ended.Tool])
}

// operationsService serves the REST paths by which administrators ask about this gateway, which answers itself.
func (g *Gateway) operationsService(services []rest.Service) (rest.Service, error) {
	described, err := descriptors.Services(gatewayv1.GatewayService_ServiceDesc.ServiceName)
	if err != nil {
		return rest.Service{}, err
	}
	for i := range described[0].Methods().Len() {
		g.operatorsOwn[string(described[0].Name()+"."+described[0].Methods().Get(i).Name())] = true
	}
	known := []protoreflect.ServiceDescriptor{described[0]}
	for _, service := range services {
		known = append(known, service.Descriptor)
	}
	name, err := os.Hostname()
	if err != nil {
		name = "gateway"
	}
	registry := roomConn{g.Registry, g.limiter.Service(registryRoom)}
	server := operations.New(operations.Options{
		Name: name, Version: kit.VersionOr(g.Config.Version), Address: g.address, Calls: g.calls, Table: g.tools.Table, Services: known,
		Access: g.Access, Limits: g.limits, Budgets: g.limiter, State: g.readiness, Recorder: g.Audit, Audit: g.edge, Redis: g.redis(),
		Required: g.requiredServices, Registry: registryv1.NewRegistryServiceClient(registry), RegistryConn: registry,
		RegistryAddress: g.Config.Registry, Dial: g.Dial, Clock: g.Clock,
	})
	g.operations = server
	register := func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return gatewayv1.RegisterGatewayServiceHandlerClient(ctx, mux, gatewayv1.NewGatewayServiceClient(conn))
	}
	return rest.Service{
		Descriptor: described[0], Register: register, Conn: g.Access.CheckArguments(server.Conn(), described[0], g.refusedArguments),
	}, nil
}

// address returns where this gateway listens; empty before it does.
func (g *Gateway) address() string {
	if g.listener == nil {
		return ""
	}
	return g.listener.Addr().String()
}

// redis returns what reports whether Redis answers; nil without Redis.
func (g *Gateway) redis() func() bool {
	if g.link == nil {
		return nil
	}
	return func() bool { return g.link.Client() != nil }
}
