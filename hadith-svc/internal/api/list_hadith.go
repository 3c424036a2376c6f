package api

import (
	"context"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/language/searchtext"
	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
)

// ListHadith lists or searches hadiths.
func (s *Server) ListHadith(
	ctx context.Context, req *hadithv1.ListHadithRequest,
) (*hadithv1.ListHadithResponse, error) {
	listing, err := s.library.List(ctx, hadith.Selection{
		Filter: hadith.Filter{
			Collection: req.GetCollection(),
			Book:       req.GetBook(),
			Grade:      req.GetGrade(),
			Language:   searchtext.Language(req.GetLanguage()),
			Topic:      req.GetTopic(),
		},
		Query:     req.GetQ(),
		Limit:     int(req.GetLimit()),
		PageToken: req.GetPageToken(),
	})
	if err != nil {
		return nil, refusal(err)
	}
	answer := &hadithv1.ListHadithResponse{
		Count:         int32(listing.Count),
		NextPageToken: unlessZero(listing.NextPageToken),
	}
	for _, found := range listing.Hadiths {
		m := message(found.Hadith)
		for _, match := range found.Matches {
			m.Matches = append(m.Matches, &hadithv1.Match{Language: string(match.Language), Excerpt: match.Excerpt})
		}
		answer.Hadiths = append(answer.Hadiths, m)
	}
	return answer, nil
}
