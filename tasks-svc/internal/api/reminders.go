package api

import (
	"context"
	"errors"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/tasks-svc/internal/calendar"
	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// ReminderServer implements ReminderService. The server's interceptors have validated each request, put a user into its context, and
// refused who names another user without being an administrator.
type ReminderServer struct {
	tasksv1.UnimplementedReminderServiceServer
	reminders *reminders.Service
	webhooks  *reminders.Webhooks
	pushes    *reminders.Pushes
	calendars *calendar.Links
	tasks     *tasks.Service
}

// NewReminders returns a ReminderServer for services.
func NewReminders(
	service *reminders.Service, webhooks *reminders.Webhooks, pushes *reminders.Pushes, calendars *calendar.Links, tasks *tasks.Service,
) *ReminderServer {
	return &ReminderServer{reminders: service, webhooks: webhooks, pushes: pushes, calendars: calendars, tasks: tasks}
}

// channelOf returns the channel of a name that the caller means.
func channelOf(ctx context.Context, name string, userID int32) (reminders.Channel, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return reminders.Channel{}, err
	}
	if !caller.IsAdmin() {
		userID = caller.UserID
	}
	return reminders.Channel{UserID: userID, Name: name}, nil
}

// reminderRefusal converts an error of the rules to the error that the caller sees.
func reminderRefusal(err error) error {
	var wrong reminders.URLError
	switch {
	case errors.Is(err, reminders.ErrTooManyChannels):
		return apperr.Refused("there are %d channels already: watch one of them; one that nobody watches goes after 30 days",
			reminders.MaxChannels)
	case errors.Is(err, reminders.ErrWebhookThere):
		return apperr.AlreadyExists("you have a webhook with this URL, to which everything would be posted twice")
	case errors.Is(err, reminders.ErrTooManyWebhooks):
		return apperr.Refused("you have %d webhooks already: delete one first", reminders.MaxWebhooks)
	case errors.As(err, &wrong):
		return apperr.Invalid(apperr.Violation{Field: "url", Message: wrong.Error()})
	default:
		return err
	}
}
