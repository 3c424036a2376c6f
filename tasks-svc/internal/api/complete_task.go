package api

import (
	"context"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
)

// CompleteTask completes a task.
func (s *Server) CompleteTask(
	ctx context.Context, req *tasksv1.CompleteTaskRequest,
) (*tasksv1.CompleteTaskResponse, error) {
	owner, err := s.owner(ctx, true) // a recurring task recurs by the clocks of its owner
	if err != nil {
		return nil, err
	}
	task, err := s.tasks.Complete(ctx, owner, req.GetTaskId())
	if err != nil {
		return nil, refusalOf(req.GetTaskId(), err)
	}
	return &tasksv1.CompleteTaskResponse{Task: message(task, owner.Zone)}, nil
}
