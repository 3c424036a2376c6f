package api

import (
	"context"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/completion"
)

// CompletePlace returns the cities, or the areas of the city that is given, that are meant.
func (s *Server) CompletePlace(_ context.Context, req *toolsv1.CompleteRequest) (*toolsv1.CompleteResponse, error) {
	meant := completion.Of(req.GetValue())
	if req.GetParameter() == "area" {
		s.directory.EachArea(req.GetGiven()["city"], func(name string, spellings []string) { meant.Add(name, spellings...) })
	} else {
		s.directory.EachCity(func(name string, spellings []string) { meant.Add(name, spellings...) })
		for _, name := range s.directory.Places.Beginning(req.GetValue(), completion.Most) {
			meant.AddBeginning(name)
		}
	}
	return meant.Response(), nil
}
