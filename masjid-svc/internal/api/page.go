package api

import (
	"context"

	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
)

// page is a page of masjids in the form of the API.
type page struct {
	masjids []*masjidv1.Masjid
	count   int32
	next    *string
}

func (s *Server) find(ctx context.Context, selection directory.Selection) (page, error) {
	listing, err := s.directory.Find(ctx, selection)
	if err != nil {
		return page{}, refusal(err)
	}
	masjids, err := s.masjidMessages(ctx, listing.Masjids)
	if err != nil {
		return page{}, err
	}
	return page{masjids, int32(listing.Count), unlessZero(listing.NextPageToken)}, nil
}

// given returns the caller's text, or an empty one without a default.
func given(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
