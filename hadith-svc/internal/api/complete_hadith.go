package api

import (
	"context"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/completion"
)

// CompleteHadith returns the keys of collections that are meant.
func (s *Server) CompleteHadith(ctx context.Context, req *toolsv1.CompleteRequest) (*toolsv1.CompleteResponse, error) {
	collections, err := s.library.Collections(ctx)
	if err != nil {
		return nil, refusal(err)
	}
	meant := completion.Of(req.GetValue())
	for _, c := range collections {
		meant.Add(c.Key, c.Key, c.Name, c.NameArabic, c.NameUrdu)
	}
	return meant.Response(), nil
}
