package api

import (
	"context"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/completion"
)

// CompleteSkill returns the names of skills that are meant.
func (s *Server) CompleteSkill(_ context.Context, req *toolsv1.CompleteRequest) (*toolsv1.CompleteResponse, error) {
	meant := completion.Of(req.GetValue())
	for _, entry := range s.Library.Current().Entries() {
		if entry.Skill != nil {
			meant.Add(entry.Name, entry.Name, entry.Skill.Description)
		}
	}
	return meant.Response(), nil
}
