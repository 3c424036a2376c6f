package api

import (
	"context"
	"strings"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// CreateOverride allows or denies a tool for a skill, for an administrator.
func (s *Server) CreateOverride(
	ctx context.Context, req *skillsv1.CreateOverrideRequest,
) (*skillsv1.CreateOverrideResponse, error) {
	entry, err := s.entry(req.GetName())
	if err != nil {
		return nil, err
	}
	tool, err := s.tool("tool_name", req.GetToolName())
	if err != nil {
		return nil, err
	}
	made, err := s.Overrides.Create(ctx, skills.Override{
		Skill: strings.ToLower(entry.Name), Tool: tool.Name, Action: skills.Action(req.GetAction()), Reason: req.GetReason(),
		CreatedBy: identity.FromContext(ctx).UserID,
	})
	if err != nil {
		return nil, refusal(err)
	}
	s.Resolver.Rebuild()
	return &skillsv1.CreateOverrideResponse{Override: s.overrideMessage(made)}, nil
}
