package api

import (
	"context"

	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
	"github.com/salaatflow/platform/services/identity"
)

// GetDailyHadith returns the hadith of a date, by default of today in the caller's zone.
func (s *Server) GetDailyHadith(
	ctx context.Context, req *hadithv1.GetDailyHadithRequest,
) (*hadithv1.GetDailyHadithResponse, error) {
	found, day, err := s.library.Daily(ctx, req.GetDate(), identity.FromContext(ctx).Zone())
	if err != nil {
		return nil, refusal(err)
	}
	return &hadithv1.GetDailyHadithResponse{Hadith: dated(found, day)}, nil
}
