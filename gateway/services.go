package gateway

import (
	"context"
	"maps"
	"slices"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/proto/descriptors"
	auditv1 "github.com/salaatflow/platform/proto/salaatflow/audit/v1"
	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"
	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/gateway/internal/rest"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/apperr"
)

type registerFunc func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error

// ownServices are the platform's own services by the full name of their gRPC service. The gateway knows their tools
// before they register, and serves their REST paths by generated code. It learns those of other services when they register
// (strangersBeside).
var ownServices = map[string]registerFunc{
	auditv1.AuditService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return auditv1.RegisterAuditServiceHandlerClient(ctx, mux, auditv1.NewAuditServiceClient(conn))
	},
	chatv1.ChatService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return chatv1.RegisterChatServiceHandlerClient(ctx, mux, chatv1.NewChatServiceClient(conn))
	},
	hadithv1.HadithService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return hadithv1.RegisterHadithServiceHandlerClient(ctx, mux, hadithv1.NewHadithServiceClient(conn))
	},
	masjidv1.MasjidService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return masjidv1.RegisterMasjidServiceHandlerClient(ctx, mux, masjidv1.NewMasjidServiceClient(conn))
	},
	skillsv1.SkillService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return skillsv1.RegisterSkillServiceHandlerClient(ctx, mux, skillsv1.NewSkillServiceClient(conn))
	},
	tasksv1.ReminderService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return tasksv1.RegisterReminderServiceHandlerClient(ctx, mux, tasksv1.NewReminderServiceClient(conn))
	},
	tasksv1.TaskService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return tasksv1.RegisterTaskServiceHandlerClient(ctx, mux, tasksv1.NewTaskServiceClient(conn))
	},
	usersv1.UserService_ServiceDesc.ServiceName: func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return usersv1.RegisterUserServiceHandlerClient(ctx, mux, usersv1.NewUserServiceClient(conn))
	},
}

func (g *Gateway) restServices() ([]rest.Service, error) {
	var services []rest.Service
	for _, name := range slices.Sorted(maps.Keys(ownServices)) {
		register := ownServices[name]
		described, err := descriptors.Services(name)
		if err != nil {
			return nil, err
		}
		conn := g.tools.Service(described[0].FullName())
		services = append(services, rest.Service{
			Descriptor: described[0], Register: register,
			Conn: g.Access.CheckArguments(g.profiles.ForgetOnChange(conn), described[0], g.refusedArguments),
		})
	}
	registry, err := g.registryService()
	if err != nil {
		return nil, err
	}
	services = append(services, registry)
	own, err := g.operationsService(services)
	if err != nil {
		return nil, err
	}
	return append(services, own), nil
}

// refusedArguments records a call by REST that the policy refuses for its arguments.
func (g *Gateway) refusedArguments(ctx context.Context, method *access.Method, request proto.Message, refused *apperr.Error) {
	g.edge.RefusedRequest(ctx, method.Name, request, refused)
}
