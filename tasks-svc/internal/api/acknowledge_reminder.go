package api

import (
	"context"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
)

// AcknowledgeReminder says that a reminder has arrived.
func (s *ReminderServer) AcknowledgeReminder(
	ctx context.Context, req *tasksv1.AcknowledgeReminderRequest,
) (*tasksv1.AcknowledgeReminderResponse, error) {
	channel, err := channelOf(ctx, req.GetChannel(), req.GetUserId())
	if err != nil {
		return nil, err
	}
	id, err := reminders.ParseID(req.GetReminderId())
	if err != nil {
		return nil, apperr.Invalid(apperr.Violation{Field: "reminder_id", Message: "must be the id of a reminder that was watched"})
	}
	if err := s.reminders.Acknowledge(ctx, channel, id); err != nil {
		return nil, err
	}
	return &tasksv1.AcknowledgeReminderResponse{}, nil
}
