package api

import (
	"context"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// CreateTask creates a task.
func (s *Server) CreateTask(
	ctx context.Context, req *tasksv1.CreateTaskRequest,
) (*tasksv1.CreateTaskResponse, error) {
	owner, err := s.owner(ctx, tasks.IsLocal(req.GetDueDatetime()) || req.GetPrayerOffsetMinutes() != 0)
	if err != nil {
		return nil, err
	}
	task, err := s.tasks.Create(ctx, owner, tasks.Draft{
		Title:        req.GetTitle(),
		Description:  req.GetDescription(),
		Priority:     req.GetPriority(),
		LinkedPrayer: req.GetLinkedPrayer(),
		Due:          req.GetDueDatetime(),
		Recurrence:   req.GetRecurrence(),
		Category:     req.GetCategory(),
		MasjidID:     req.GetMasjidId(),
		PrayerOffset: req.GetPrayerOffsetMinutes(),
	})
	if err != nil {
		return nil, refusal(err)
	}
	return &tasksv1.CreateTaskResponse{Task: message(task, owner.Zone)}, nil
}
