package api

import (
	"errors"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// refusalOf converts an error about the task id to the error that the caller sees.
func refusalOf(id int32, err error) error {
	switch {
	case errors.Is(err, tasks.ErrNotFound):
		return apperr.NotFound("you have no task with the number %d", id)
	case errors.Is(err, tasks.ErrNotDeleted):
		return apperr.AlreadyExists("your task number %d is not deleted", id)
	default:
		return refusal(err)
	}
}

// refusal converts an error of the rules to the error that the caller sees. It returns any other error as it is: the
// server then answers INTERNAL and logs it.
func refusal(err error) error {
	var invalid tasks.Invalid
	switch {
	case errors.As(err, &invalid):
		violations := make([]apperr.Violation, len(invalid))
		for i, v := range invalid {
			violations[i] = apperr.Violation{Field: v.Field, Message: v.Message}
		}
		return apperr.Invalid(violations...)
	case errors.Is(err, tasks.ErrPageToken):
		refused := apperr.Invalid(apperr.Violation{
			Field:   "page_token",
			Message: "must be the next_page_token of a page of this list, with the same filters",
		})
		refused.Code, refused.Reason = codes.InvalidArgument, errorsv1.Reason_REASON_PAGE_TOKEN_INVALID
		return refused
	case errors.Is(err, tasks.ErrPreferenceUnknown):
		return apperr.Unavailable("your preferred masjid cannot be looked up now, so no task was created: " +
			"try again shortly, or name a masjid with masjid_id").WithCause(err)
	case errors.Is(err, tasks.ErrZoneUnknown):
		return apperr.Unavailable("your time zone cannot be looked up now, so nothing was done: try again shortly; " +
			"a due time with its offset, such as 2026-11-25T18:30:00+05:00, needs none").WithCause(err)
	default:
		return err
	}
}
