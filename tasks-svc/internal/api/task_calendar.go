package api

import (
	"context"
	"errors"

	"google.golang.org/genproto/googleapis/api/httpbody"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/tasks-svc/internal/calendar"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// GetTaskCalendar returns the caller's tasks as a calendar.
func (s *ReminderServer) GetTaskCalendar(
	ctx context.Context, _ *tasksv1.GetTaskCalendarRequest,
) (*httpbody.HttpBody, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	owner := tasks.Owner{UserID: caller.UserID, Zone: caller.Zone()}
	if caller.Timezone == nil {
		owner = s.tasks.Locate(ctx, owner)
	}
	return s.taskCalendar(ctx, owner, caller.Language)
}

// GetSecretTaskCalendar returns the tasks of the user whose private address has the secret.
func (s *ReminderServer) GetSecretTaskCalendar(
	ctx context.Context, req *tasksv1.GetSecretTaskCalendarRequest,
) (*httpbody.HttpBody, error) {
	link, err := s.calendars.Of(ctx, req.GetSecret())
	if errors.Is(err, calendar.ErrNoLink) {
		return nil, apperr.NotFound("there is no such calendar: its address was revoked, or is not complete")
	}
	if err != nil {
		return nil, err
	}
	owner := s.tasks.Locate(ctx, tasks.Owner{UserID: link.UserID, Zone: identity.Caller{}.Zone()})
	language, err := s.tasks.Language(ctx, owner)
	if err != nil {
		return nil, calendarAway(err)
	}
	return s.taskCalendar(ctx, owner, language)
}

func (s *ReminderServer) taskCalendar(ctx context.Context, owner tasks.Owner, language string) (*httpbody.HttpBody, error) {
	occurrences, err := s.tasks.Occurrences(ctx, owner)
	if errors.Is(err, tasks.ErrPrayersAway) || errors.Is(err, tasks.ErrZoneUnknown) {
		return nil, calendarAway(err)
	}
	if err != nil {
		return nil, err
	}
	feed := calendar.Feed(occurrences, calendar.Reader{Zone: owner.Zone, Language: language})
	return &httpbody.HttpBody{ContentType: calendar.ContentType, Data: feed}, nil
}

// calendarAway refuses a feed of which some times cannot be said now: calendars keep what they have, and ask again.
func calendarAway(err error) error {
	return apperr.Unavailable("the times of some tasks cannot be looked up now: try again shortly").WithCause(err)
}
