package kit_test

import (
	"context"
	"log/slog"
	"testing"

	"go.uber.org/fx"
	"go.uber.org/goleak"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// tasks is a service as an author writes it: a server made by a constructor that asks for what it needs.
type tasks struct {
	tasksv1.UnimplementedTaskServiceServer
	clock  clock.Clock
	logger *slog.Logger
	title  string
}

func (s *tasks) GetTask(ctx context.Context, in *tasksv1.GetTaskRequest) (*tasksv1.GetTaskResponse, error) {
	s.logger.InfoContext(ctx, "got", "task", in.GetTaskId())
	return &tasksv1.GetTaskResponse{Task: &tasksv1.Task{
		Id: in.GetTaskId(), Title: s.title, CreatedAt: s.clock.Now().UTC().Format("2006-01-02"),
	}}, nil
}

// module is what its module.go would give.
func module(name, title string, config kit.Config, more ...fx.Option) kit.Module {
	return kit.Service(name, config, append(more,
		fx.Provide(fx.Private, func(c clock.Clock, l *slog.Logger) tasksv1.TaskServiceServer {
			return &tasks{clock: c, logger: l, title: title}
		}),
		kit.GRPC(tasksv1.RegisterTaskServiceServer),
	)...)
}

func user(ctx context.Context) context.Context {
	return identity.NewContext(ctx, identity.Caller{UserID: 1})
}
