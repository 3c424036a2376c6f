package api

import (
	"context"

	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
)

// GetHadith returns a hadith.
func (s *Server) GetHadith(ctx context.Context, req *hadithv1.GetHadithRequest) (*hadithv1.GetHadithResponse, error) {
	found, err := s.library.Get(ctx, req.GetHadithId())
	if err != nil {
		return nil, refusalOf(req.GetHadithId(), err)
	}
	return &hadithv1.GetHadithResponse{Hadith: message(found)}, nil
}
