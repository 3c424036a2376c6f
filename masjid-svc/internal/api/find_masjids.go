package api

import (
	"context"

	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
)

// FindMasjids searches masjids, for REST.
func (s *Server) FindMasjids(
	ctx context.Context, req *masjidv1.FindMasjidsRequest,
) (*masjidv1.FindMasjidsResponse, error) {
	page, err := s.find(ctx, directory.Selection{
		Text: req.GetQ(), Area: req.GetArea(),
		City:     given(req.City), //nolint:protogetter // the default is not what the caller said
		Latitude: req.Latitude, Longitude: req.Longitude, RadiusKM: req.RadiusKm,
		Limit: int(req.GetLimit()), PageToken: req.GetPageToken(),
	})
	if err != nil {
		return nil, err
	}
	return &masjidv1.FindMasjidsResponse{Masjids: page.masjids, Count: page.count, NextPageToken: page.next}, nil
}
