// Package api serves tasks by gRPC: it turns messages into what the rules in package tasks deal with, and back.
package api

import (
	"context"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// Server is the TaskService. Requests reach it validated, with a user in their context: the server's interceptors see
// to both.
type Server struct {
	tasksv1.UnimplementedTaskServiceServer
	tasks *tasks.Service
}

// New serves service.
func New(service *tasks.Service) *Server { return &Server{tasks: service} }

// owner is the user who is calling. Where the call needs the user's time zone and the caller did not know it, the profile
// is asked for it.
func (s *Server) owner(ctx context.Context, needsZone bool) (tasks.Owner, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return tasks.Owner{}, err
	}
	owner := tasks.Owner{UserID: caller.UserID, Zone: caller.Zone(), PreferredMasjid: caller.PreferredMasjid}
	if needsZone && caller.Timezone == nil {
		owner = s.tasks.Locate(ctx, owner)
	}
	return owner, nil
}
