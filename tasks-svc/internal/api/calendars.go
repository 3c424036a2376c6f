package api

import (
	"context"
	"errors"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/tasks-svc/internal/calendar"
)

// CreateCalendar makes a private address of the caller's calendar feed. Its answer alone has it.
func (s *ReminderServer) CreateCalendar(
	ctx context.Context, req *tasksv1.CreateCalendarRequest,
) (*tasksv1.CreateCalendarResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	link, secret, err := s.calendars.Create(ctx, caller.UserID, req.GetName())
	if errors.Is(err, calendar.ErrTooManyLinks) {
		return nil, apperr.Refused("you have %d private addresses already: revoke one first", calendar.MaxLinks)
	}
	if err != nil {
		return nil, err
	}
	return &tasksv1.CreateCalendarResponse{Calendar: &tasksv1.CreatedCalendar{
		Id: link.ID, Name: unlessZero(link.Name), CreatedAt: timestamp(link.CreatedAt, caller.Zone()),
		Path: "/api/v1/calendars/" + secret + "/tasks.ics",
	}}, nil
}

// ListCalendars lists the private addresses of the caller's calendar feed.
func (s *ReminderServer) ListCalendars(ctx context.Context, _ *tasksv1.ListCalendarsRequest) (*tasksv1.ListCalendarsResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.calendars.Store.Links(ctx, caller.UserID)
	if err != nil {
		return nil, err
	}
	answer := &tasksv1.ListCalendarsResponse{Count: int32(len(list))} //nolint:gosec // MaxLinks at most
	for _, link := range list {
		answer.Calendars = append(answer.Calendars, &tasksv1.Calendar{
			Id: link.ID, Name: unlessZero(link.Name), CreatedAt: timestamp(link.CreatedAt, caller.Zone()),
			LastReadAt: unlessZero(timestamp(link.ReadAt, caller.Zone())),
		})
	}
	return answer, nil
}

// DeleteCalendar revokes a private address of the caller's calendar feed.
func (s *ReminderServer) DeleteCalendar(
	ctx context.Context, req *tasksv1.DeleteCalendarRequest,
) (*tasksv1.DeleteCalendarResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	err = s.calendars.Store.DeleteLink(ctx, caller.UserID, req.GetCalendarId())
	if errors.Is(err, calendar.ErrNoLink) {
		return nil, apperr.NotFound("you have no private calendar address with the number %d", req.GetCalendarId())
	}
	if err != nil {
		return nil, err
	}
	return &tasksv1.DeleteCalendarResponse{}, nil
}
