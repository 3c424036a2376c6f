package api

import (
	"context"
	"errors"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/language/searchtext"
	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// GetRandomHadith returns a random hadith.
func (s *Server) GetRandomHadith(
	ctx context.Context, req *hadithv1.GetRandomHadithRequest,
) (*hadithv1.GetRandomHadithResponse, error) {
	if req.Number != nil {
		return s.numbered(ctx, req)
	}
	found, err := s.library.Random(ctx, identity.FromContext(ctx).UserID, hadith.Filter{
		Collection: req.GetCollection(),
		Grade:      req.GetGrade(),
		Language:   searchtext.Language(req.GetLanguage()),
		Topic:      req.GetTopic(),
	})
	if err != nil {
		return nil, refusal(err)
	}
	return &hadithv1.GetRandomHadithResponse{Hadith: message(found)}, nil
}

// numbered returns the hadith with the number in the collection that are asked for.
func (s *Server) numbered(ctx context.Context, req *hadithv1.GetRandomHadithRequest) (*hadithv1.GetRandomHadithResponse, error) {
	if req.GetCollection() == "" {
		return nil, apperr.Invalid(apperr.Violation{Field: "collection", Message: "Must be given with number"})
	}
	found, err := s.library.Numbered(ctx, req.GetCollection(), req.GetNumber())
	if errors.Is(err, hadith.ErrNotFound) {
		return nil, apperr.NotFound("the collection %q has no hadith %q", req.GetCollection(), req.GetNumber())
	}
	if err != nil {
		return nil, refusal(err)
	}
	return &hadithv1.GetRandomHadithResponse{Hadith: message(found)}, nil
}
