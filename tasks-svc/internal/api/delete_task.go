package api

import (
	"context"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/identity"
)

// DeleteTask deletes a task, after asking a person who can be asked.
func (s *Server) DeleteTask(
	ctx context.Context, req *tasksv1.DeleteTaskRequest,
) (*tasksv1.DeleteTaskResponse, error) {
	owner, err := s.owner(ctx, false)
	if err != nil {
		return nil, err
	}
	if canBeAsked(req.GetInputs()) {
		task, err := s.tasks.Get(ctx, owner, req.GetTaskId())
		if err != nil {
			return nil, refusalOf(req.GetTaskId(), err)
		}
		asked, err := confirmDeletion(req.GetInputs(), task, identity.FromContext(ctx).Language)
		switch {
		case err != nil:
			return nil, err
		case asked != nil:
			return &tasksv1.DeleteTaskResponse{First: &tasksv1.DeleteTaskResponse_Asked{Asked: asked}}, nil
		}
	}
	if err := s.tasks.Delete(ctx, owner, req.GetTaskId()); err != nil {
		return nil, refusalOf(req.GetTaskId(), err)
	}
	return &tasksv1.DeleteTaskResponse{TaskId: req.GetTaskId(), Deleted: true}, nil
}
