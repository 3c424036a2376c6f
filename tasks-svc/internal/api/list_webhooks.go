package api

import (
	"context"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/identity"
)

// ListWebhooks lists the caller's webhooks.
func (s *ReminderServer) ListWebhooks(ctx context.Context, _ *tasksv1.ListWebhooksRequest) (*tasksv1.ListWebhooksResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.webhooks.Store.Webhooks(ctx, caller.UserID)
	if err != nil {
		return nil, err
	}
	answer := &tasksv1.ListWebhooksResponse{Count: int32(len(list))} //nolint:gosec // MaxWebhooks at most
	for _, webhook := range list {
		answer.Webhooks = append(answer.Webhooks, &tasksv1.Webhook{
			Id: webhook.ID, Url: webhook.URL, CreatedAt: timestamp(webhook.CreatedAt, caller.Zone()),
		})
	}
	return answer, nil
}
