package api

import (
	"context"
	"errors"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
)

// DeleteWebhook deletes a webhook of the caller.
func (s *ReminderServer) DeleteWebhook(
	ctx context.Context, req *tasksv1.DeleteWebhookRequest,
) (*tasksv1.DeleteWebhookResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	err = s.webhooks.Store.DeleteWebhook(ctx, caller.UserID, req.GetWebhookId())
	if errors.Is(err, reminders.ErrNoWebhook) {
		return nil, apperr.NotFound("you have no webhook with the number %d", req.GetWebhookId())
	}
	if err != nil {
		return nil, err
	}
	return &tasksv1.DeleteWebhookResponse{}, nil
}
