package api

import (
	"context"

	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
)

// ClearDailyHadith removes the choice for a date, for an administrator.
func (s *Server) ClearDailyHadith(
	ctx context.Context, req *hadithv1.ClearDailyHadithRequest,
) (*hadithv1.ClearDailyHadithResponse, error) {
	day, err := s.library.ClearDaily(ctx, req.GetDate())
	if err != nil {
		return nil, refusal(err)
	}
	return &hadithv1.ClearDailyHadithResponse{Date: day.String()}, nil
}
