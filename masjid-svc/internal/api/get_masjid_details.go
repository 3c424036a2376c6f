package api

import (
	"context"

	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
)

// GetMasjidDetails returns a masjid.
func (s *Server) GetMasjidDetails(
	ctx context.Context, req *masjidv1.GetMasjidDetailsRequest,
) (*masjidv1.GetMasjidDetailsResponse, error) {
	masjid, err := s.directory.Get(ctx, req.GetMasjidId())
	if err != nil {
		return nil, refusalOf(req.GetMasjidId(), err)
	}
	today, err := s.prayers.Today(ctx, masjid)
	if err != nil {
		return nil, err
	}
	return &masjidv1.GetMasjidDetailsResponse{Masjid: masjidMessage(masjid, today[0])}, nil
}
