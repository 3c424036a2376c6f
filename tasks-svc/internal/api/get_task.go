package api

import (
	"context"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
)

// GetTask returns a task.
func (s *Server) GetTask(ctx context.Context, req *tasksv1.GetTaskRequest) (*tasksv1.GetTaskResponse, error) {
	owner, err := s.owner(ctx, false)
	if err != nil {
		return nil, err
	}
	task, err := s.tasks.Get(ctx, owner, req.GetTaskId())
	if err != nil {
		return nil, refusalOf(req.GetTaskId(), err)
	}
	return &tasksv1.GetTaskResponse{Task: message(task, owner.Zone)}, nil
}
