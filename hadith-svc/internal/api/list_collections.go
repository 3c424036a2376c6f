package api

import (
	"context"

	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
)

// ListCollections returns the collections.
func (s *Server) ListCollections(
	ctx context.Context, _ *hadithv1.ListCollectionsRequest,
) (*hadithv1.ListCollectionsResponse, error) {
	collections, err := s.library.Collections(ctx)
	if err != nil {
		return nil, refusal(err)
	}
	answer := &hadithv1.ListCollectionsResponse{Count: int32(len(collections))}
	for _, c := range collections {
		answer.Collections = append(answer.Collections, &hadithv1.Collection{
			Key:         c.Key,
			Name:        c.Name,
			NameArabic:  unlessZero(c.NameArabic),
			NameUrdu:    unlessZero(c.NameUrdu),
			Numbering:   c.Numbering,
			Licence:     c.Licence,
			SourceUrl:   unlessZero(c.SourceURL),
			HadithCount: int32(c.Count),
		})
	}
	return answer, nil
}
