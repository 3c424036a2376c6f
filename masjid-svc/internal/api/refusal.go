package api

import (
	"errors"

	"google.golang.org/grpc/codes"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	"github.com/salaatflow/platform/services/apperr"
)

// refusalOf is what the caller hears when something was wrong with a request about the masjid of a number.
func refusalOf(id int32, err error) error {
	if errors.Is(err, masjids.ErrNotFound) {
		return apperr.NotFound("there is no masjid with the masjid_id %d", id)
	}
	return refusal(err)
}

// refusal is what the caller hears. What is not a refusal passes as it is: the server answers INTERNAL for it, and logs
// it.
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
			Message: "must be the next_page_token of a page of this list, sent with the same parameters",
		})
		refused.Code, refused.Reason = codes.InvalidArgument, errorsv1.Reason_REASON_PAGE_TOKEN_INVALID
		return refused
	default:
		return err
	}
}
