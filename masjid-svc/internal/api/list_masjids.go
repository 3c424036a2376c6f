package api

import (
	"context"

	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
)

// ListMasjids returns a page of masjids.
func (s *Server) ListMasjids(
	ctx context.Context, req *masjidv1.ListMasjidsRequest,
) (*masjidv1.ListMasjidsResponse, error) {
	page, err := s.find(ctx, directory.Selection{
		Area:     req.GetArea(),
		City:     given(req.City), //nolint:protogetter // the default is not what the caller said
		Latitude: req.Latitude, Longitude: req.Longitude, RadiusKM: req.RadiusKm,
		Limit: int(req.GetLimit()), PageToken: req.GetPageToken(),
	})
	if err != nil {
		return nil, err
	}
	return &masjidv1.ListMasjidsResponse{Masjids: page.masjids, Count: page.count, NextPageToken: page.next}, nil
}
