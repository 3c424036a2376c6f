package api

import (
	"context"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// ClassifyTool has a tool classified again, for an administrator.
func (s *Server) ClassifyTool(
	ctx context.Context, req *skillsv1.ClassifyToolRequest,
) (*skillsv1.ClassifyToolResponse, error) {
	tool := s.Registry.Current().Lookup(req.GetName())
	if tool == nil {
		return nil, apperr.NotFound("no registered tool has the name %s", shown(req.GetName()))
	}
	var said skills.Classification
	var err error
	if categories := req.GetCapabilities(); len(categories) > 0 {
		said, err = s.Classifier.Set(ctx, tool.Name, categories, identity.FromContext(ctx).UserID)
	} else {
		said, err = s.Classifier.Ask(ctx, tool.Name, identity.FromContext(ctx).UserID)
	}
	if err != nil {
		return nil, refusal(err)
	}
	s.Resolver.Rebuild()
	return &skillsv1.ClassifyToolResponse{Classification: classificationMessage(said)}, nil
}
