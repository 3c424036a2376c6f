package api

import (
	"context"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// UpdateTask changes the fields of a task that were sent.
func (s *Server) UpdateTask(
	ctx context.Context, req *tasksv1.UpdateTaskRequest,
) (*tasksv1.UpdateTaskResponse, error) {
	needsZone := tasks.IsLocal(req.GetDueDatetime()) || req.GetStatus() == string(tasks.Completed) || req.GetPrayerOffsetMinutes() != 0
	owner, err := s.owner(ctx, needsZone)
	if err != nil {
		return nil, err
	}
	task, err := s.tasks.Update(ctx, owner, req.GetTaskId(), tasks.Patch{
		Title:        req.Title,
		Description:  req.Description,
		Priority:     req.Priority,
		LinkedPrayer: orCleared(req.LinkedPrayer),
		Due:          req.DueDatetime,
		Recurrence:   orCleared(req.Recurrence),
		Category:     orCleared(req.Category),
		MasjidID:     req.MasjidId,
		PrayerOffset: req.PrayerOffsetMinutes,
		Completed:    completed(req.Status),
	})
	if err != nil {
		return nil, refusalOf(req.GetTaskId(), err)
	}
	return &tasksv1.UpdateTaskResponse{Task: message(task, owner.Zone)}, nil
}

// orCleared returns a value, which is empty for "none": hosts of models do not offer an empty value.
func orCleared(value *string) *string {
	if value != nil && *value == "none" {
		return new("")
	}
	return value
}

// completed reports whether a status, pending or completed, is completed. It returns nil if no status was sent.
func completed(status *string) *bool {
	if status == nil {
		return nil
	}
	done := *status == string(tasks.Completed)
	return &done
}
