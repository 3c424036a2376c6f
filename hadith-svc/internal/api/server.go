// Package api serves the library of hadiths over gRPC. It converts between messages and the types of package hadith.
package api

import (
	"errors"
	"strconv"
	"strings"

	"google.golang.org/grpc/codes"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
	"github.com/salaatflow/platform/services/apperr"
)

// Server implements HadithService. The server's interceptors have validated each request.
type Server struct {
	hadithv1.UnimplementedHadithServiceServer
	library *hadith.Service
}

// New returns a Server for library.
func New(library *hadith.Service) *Server { return &Server{library: library} }

// refusal converts an error of the rules to the error that the caller sees. It returns any other error as it is: the
// server then answers INTERNAL and logs it.
func refusal(err error) error {
	var invalid hadith.Invalid
	var none hadith.NoneAbout
	switch {
	case errors.As(err, &invalid):
		return apperr.Invalid(apperr.Violation{Field: invalid.Field, Message: invalid.Message})
	case errors.Is(err, hadith.ErrPageToken):
		refused := apperr.Invalid(apperr.Violation{
			Field:   "page_token",
			Message: "must be the next_page_token of a page of this list, with the same filters",
		})
		refused.Code, refused.Reason = codes.InvalidArgument, errorsv1.Reason_REASON_PAGE_TOKEN_INVALID
		return refused
	case errors.Is(err, hadith.ErrEmpty):
		return apperr.NotFound("there are no hadiths yet; an operator can import some with " +
			"`hadith-svc import --collection KEY --name NAME --licence LICENCE FILE…`")
	case errors.As(err, &none):
		return apperr.NotFound("%s", noneAbout(none))
	case errors.Is(err, hadith.ErrNotFound):
		return apperr.NotFound("no hadith matches")
	default:
		return err
	}
}

// refusalOf converts an error about the hadith id, as refusal does.
func refusalOf(id int32, err error) error {
	if errors.Is(err, hadith.ErrNotFound) {
		return apperr.NotFound("there is no hadith with the id %d", id)
	}
	return refusal(err)
}

// noneAbout says that no hadith matches a topic, by the caller's name for it and ours.
func noneAbout(none hadith.NoneAbout) string {
	topic := strconv.Quote(none.Topic)
	if none.Known != "" && !strings.EqualFold(none.Known, none.Topic) {
		topic += " (" + none.Known + ")"
	}
	return "no hadith of this library that matches is about " + topic + "; another topic, or fewer filters, may have some, and an " +
		"operator can import more with `hadith-svc import --collection KEY --name NAME --licence LICENCE FILE…`"
}
