package api

import (
	"context"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
)

// UndeleteTask restores a deleted task.
func (s *Server) UndeleteTask(
	ctx context.Context, req *tasksv1.UndeleteTaskRequest,
) (*tasksv1.UndeleteTaskResponse, error) {
	owner, err := s.owner(ctx, false)
	if err != nil {
		return nil, err
	}
	task, err := s.tasks.Undelete(ctx, owner, req.GetTaskId())
	if err != nil {
		return nil, refusalOf(req.GetTaskId(), err)
	}
	return &tasksv1.UndeleteTaskResponse{Task: message(task, owner.Zone)}, nil
}
