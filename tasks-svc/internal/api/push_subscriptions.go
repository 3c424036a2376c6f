package api

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"

	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
	"github.com/salaatflow/platform/tasks-svc/internal/webpush"
)

// GetPushKey returns the key that browsers subscribe with.
func (s *ReminderServer) GetPushKey(context.Context, *tasksv1.GetPushKeyRequest) (*tasksv1.GetPushKeyResponse, error) {
	if s.pushes.Sender == nil {
		return &tasksv1.GetPushKeyResponse{}, nil
	}
	return &tasksv1.GetPushKeyResponse{PublicKey: proto.String(s.pushes.Sender.Key.Public())}, nil
}

// CreatePushSubscription subscribes a browser of the caller.
func (s *ReminderServer) CreatePushSubscription(
	ctx context.Context, req *tasksv1.CreatePushSubscriptionRequest,
) (*tasksv1.CreatePushSubscriptionResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	browser := webpush.Browser{Point: decoded(req.GetP256Dh()), Auth: decoded(req.GetAuth())}
	made, err := s.pushes.Create(ctx, caller.UserID, req.GetEndpoint(), browser)
	if err != nil {
		return nil, pushRefusal(err)
	}
	return &tasksv1.CreatePushSubscriptionResponse{Subscription: subscriptionMessage(made, caller)}, nil
}

// decoded returns the bytes of a text in base64url, with its padding or without; nil if it is none.
func decoded(text string) []byte {
	bytes, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return nil
	}
	return bytes
}

func pushRefusal(err error) error {
	var wrong reminders.URLError
	switch {
	case errors.Is(err, reminders.ErrNoPush):
		return apperr.Refused("this installation sends nothing to browsers: its operator can set --push-key-file of tasks-svc")
	case errors.Is(err, reminders.ErrTooManySubscriptions):
		return apperr.Refused("%d browsers show your reminders already: remove one first", reminders.MaxSubscriptions)
	case errors.As(err, &wrong):
		return apperr.Invalid(apperr.Violation{Field: "endpoint", Message: wrong.Error()})
	case errors.Is(err, webpush.ErrKeys):
		return apperr.Invalid(apperr.Violation{Field: "p256dh", Message: "must be a point of P-256, as the browser gives it"})
	default:
		return err
	}
}

// ListPushSubscriptions lists the browsers that show the caller's reminders.
func (s *ReminderServer) ListPushSubscriptions(
	ctx context.Context, _ *tasksv1.ListPushSubscriptionsRequest,
) (*tasksv1.ListPushSubscriptionsResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.pushes.Store.Subscriptions(ctx, caller.UserID)
	if err != nil {
		return nil, err
	}
	answer := &tasksv1.ListPushSubscriptionsResponse{Count: int32(len(list))} //nolint:gosec // MaxSubscriptions at most
	for _, subscription := range list {
		answer.Subscriptions = append(answer.Subscriptions, subscriptionMessage(subscription, caller))
	}
	return answer, nil
}

func subscriptionMessage(s reminders.Subscription, caller identity.Caller) *tasksv1.PushSubscription {
	return &tasksv1.PushSubscription{Id: s.ID, Endpoint: s.Endpoint, CreatedAt: timestamp(s.CreatedAt, caller.Zone())}
}

// DeletePushSubscription has a browser of the caller show no reminders any more.
func (s *ReminderServer) DeletePushSubscription(
	ctx context.Context, req *tasksv1.DeletePushSubscriptionRequest,
) (*tasksv1.DeletePushSubscriptionResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	err = s.pushes.Store.DeleteSubscription(ctx, caller.UserID, req.GetSubscriptionId())
	if errors.Is(err, reminders.ErrNoSubscription) {
		return nil, apperr.NotFound("you have no push subscription with the number %d", req.GetSubscriptionId())
	}
	if err != nil {
		return nil, err
	}
	return &tasksv1.DeletePushSubscriptionResponse{}, nil
}
