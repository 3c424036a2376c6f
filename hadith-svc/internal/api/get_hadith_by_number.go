package api

import (
	"context"
	"errors"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
	"github.com/salaatflow/platform/services/apperr"
)

// GetHadithByNumber returns the hadith of a number in a collection.
func (s *Server) GetHadithByNumber(
	ctx context.Context, req *hadithv1.GetHadithByNumberRequest,
) (*hadithv1.GetHadithByNumberResponse, error) {
	found, err := s.library.ByNumber(ctx, req.GetCollection(), req.GetNumber())
	if errors.Is(err, hadith.ErrNotFound) {
		return nil, apperr.NotFound("the collection %q has no hadith %q", req.GetCollection(), req.GetNumber())
	}
	if err != nil {
		return nil, refusal(err)
	}
	return &hadithv1.GetHadithByNumberResponse{Hadith: message(found)}, nil
}
