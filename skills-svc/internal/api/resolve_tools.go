package api

import (
	"context"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
)

// ResolveTools resolves the tools of a skill for the caller.
func (s *Server) ResolveTools(
	ctx context.Context, req *skillsv1.ResolveToolsRequest,
) (*skillsv1.ResolveToolsResponse, error) {
	entry, err := s.loaded(req.GetName())
	if err != nil {
		return nil, err
	}
	result, known := s.resolve(ctx, entry.Name)
	if !known { // its file is gone by now
		return nil, s.notFound(req.GetName())
	}
	return &skillsv1.ResolveToolsResponse{
		SkillName: result.Skill.Name, Permissions: result.Skill.Permissions,
		ResolvedTools: resolvedMessages(result.Tools), RefusedTools: refusedMessages(result.Refused),
		UnmatchedPermissions: result.Unmatched,
	}, nil
}
