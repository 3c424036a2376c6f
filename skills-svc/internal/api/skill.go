package api

import (
	"context"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
)

// Skill loads a skill with its tools.
func (s *Server) Skill(ctx context.Context, req *skillsv1.SkillRequest) (*skillsv1.SkillResponse, error) {
	entry, err := s.loaded(req.GetCommand())
	if err != nil {
		s.Activations.NotFound(ctx)
		return nil, err
	}
	skill := entry.Skill
	loaded := &skillsv1.LoadedSkill{
		Name: skill.Name, Description: skill.Description, Location: string(skill.Location),
		BaseDirectory: skill.BaseDirectory(), Content: skill.Content,
	}
	if result, known := s.resolve(ctx, skill.Name); known {
		loaded.ResolvedTools = resolvedMessages(result.Tools)
	}
	s.Activations.Loaded(ctx, skill.Name)
	return &skillsv1.SkillResponse{Skill: loaded}, nil
}
