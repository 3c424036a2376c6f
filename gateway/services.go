package gateway

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"

	"github.com/salaatflow/platform/proto/descriptors"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/gateway/internal/profile"
	"github.com/salaatflow/platform/gateway/internal/rest"
	"github.com/salaatflow/platform/services/toolspec"
)

type registerFunc func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error

// restHandlers are the services whose REST paths are served by generated code. Tools of all others are called at
// /api/v1/tools/{name}.
var restHandlers = map[string]registerFunc{
	tasksv1.TaskService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return tasksv1.RegisterTaskServiceHandlerClient(ctx, mux, tasksv1.NewTaskServiceClient(conn))
	},
	usersv1.UserService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return usersv1.RegisterUserServiceHandlerClient(ctx, mux, usersv1.NewUserServiceClient(conn))
	},
}

func (g *Gateway) restServices(profiles *profile.Directory) ([]rest.Service, error) {
	var services []rest.Service
	for name, register := range restHandlers {
		described, err := descriptors.Services(name)
		if err != nil {
			return nil, err
		}
		conn := g.router.Service(described[0].FullName())
		services = append(services, rest.Service{
			Descriptor: described[0], Register: register, Conn: profiles.ForgetOnChange(conn),
		})
	}
	return services, nil
}

// platformTools are the tools of those services, sorted: what the contract in protobuf declares.
var platformTools = sync.OnceValue(func() []string {
	described, err := descriptors.Services(slices.Sorted(maps.Keys(restHandlers))...)
	if err != nil {
		panic(err) // the descriptors are embedded, and every test of the gateway reads them
	}
	tools, err := toolspec.Tools(described...)
	if err != nil {
		panic(err) // likewise
	}
	names := make([]string, 0, len(tools))
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	return names
})
