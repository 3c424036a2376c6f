// Package api serves tasks over gRPC. It converts between messages and the types of package tasks.
package api

import (
	"context"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// Server implements TaskService. The server's interceptors have validated each request and put a user into its context.
type Server struct {
	tasksv1.UnimplementedTaskServiceServer
	tasks *tasks.Service
}

// New returns a Server for service.
func New(service *tasks.Service) *Server { return &Server{tasks: service} }

// owner returns the user who is calling. If the call needs the user's time zone, owner looks it up in the profile: the
// edge's own copy may be older than a change of the city.
func (s *Server) owner(ctx context.Context, needsZone bool) (tasks.Owner, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return tasks.Owner{}, err
	}
	owner := tasks.Owner{
		UserID: caller.UserID, Zone: caller.Zone(), EdgeKnewZone: caller.Timezone != nil, PreferredMasjid: caller.PreferredMasjid,
	}
	if needsZone {
		owner = s.tasks.Locate(ctx, owner)
	}
	return owner, nil
}
