package api

import (
	"errors"

	"google.golang.org/grpc/codes"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	"github.com/salaatflow/platform/services/apperr"
)

// refusalOf converts an error about the masjid id to the error that the caller sees.
func refusalOf(id int32, err error) error {
	if errors.Is(err, masjids.ErrNotFound) {
		return apperr.NotFound("there is no masjid with the masjid_id %d", id)
	}
	return refusal(err)
}

// refusal converts an error of the rules to the error that the caller sees. It returns any other error as it is: the
// server then answers INTERNAL and logs it.
func refusal(err error) error {
	var invalid masjids.Invalid
	switch {
	case errors.As(err, &invalid):
		violations := make([]apperr.Violation, len(invalid))
		for i, v := range invalid {
			violations[i] = apperr.Violation{Field: v.Field, Message: v.Message}
		}
		return apperr.Invalid(violations...)
	case errors.Is(err, masjids.ErrPageToken):
		refused := apperr.Invalid(apperr.Violation{
			Field:   "page_token",
			Message: "must be the next_page_token of a page of this list, with the same parameters",
		})
		refused.Code, refused.Reason = codes.InvalidArgument, errorsv1.Reason_REASON_PAGE_TOKEN_INVALID
		return refused
	default:
		return err
	}
}
