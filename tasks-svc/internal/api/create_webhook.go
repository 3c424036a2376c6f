package api

import (
	"context"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/identity"
)

// CreateWebhook creates a webhook of the caller. Its answer alone has the secret.
func (s *ReminderServer) CreateWebhook(
	ctx context.Context, req *tasksv1.CreateWebhookRequest,
) (*tasksv1.CreateWebhookResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	webhook, err := s.webhooks.Create(ctx, caller.UserID, req.GetUrl())
	if err != nil {
		return nil, reminderRefusal(err)
	}
	return &tasksv1.CreateWebhookResponse{Webhook: &tasksv1.CreatedWebhook{
		Id: webhook.ID, Url: webhook.URL, CreatedAt: timestamp(webhook.CreatedAt, caller.Zone()), Secret: webhook.Secret(),
	}}, nil
}
