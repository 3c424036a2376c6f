package api

import (
	"context"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
)

// DeleteTask deletes a task.
func (s *Server) DeleteTask(
	ctx context.Context, req *tasksv1.DeleteTaskRequest,
) (*tasksv1.DeleteTaskResponse, error) {
	owner, err := s.owner(ctx, false)
	if err != nil {
		return nil, err
	}
	if err := s.tasks.Delete(ctx, owner, req.GetTaskId()); err != nil {
		return nil, refusalOf(req.GetTaskId(), err)
	}
	return &tasksv1.DeleteTaskResponse{TaskId: req.GetTaskId(), Deleted: true}, nil
}
