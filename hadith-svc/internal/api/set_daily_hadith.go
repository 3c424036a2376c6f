package api

import (
	"context"

	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
	"github.com/salaatflow/platform/services/identity"
)

// SetDailyHadith sets the hadith of a date, for an administrator.
func (s *Server) SetDailyHadith(
	ctx context.Context, req *hadithv1.SetDailyHadithRequest,
) (*hadithv1.SetDailyHadithResponse, error) {
	found, day, err := s.library.SetDaily(ctx, req.GetDate(), req.GetHadithId(), identity.FromContext(ctx).UserID)
	if err != nil {
		return nil, refusalOf(req.GetHadithId(), err)
	}
	return &hadithv1.SetDailyHadithResponse{Hadith: dated(found, day)}, nil
}
