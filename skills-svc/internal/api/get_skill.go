package api

import (
	"context"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
)

// GetSkill returns a skill.
func (s *Server) GetSkill(_ context.Context, req *skillsv1.GetSkillRequest) (*skillsv1.GetSkillResponse, error) {
	entry, err := s.entry(req.GetName())
	if err != nil {
		return nil, err
	}
	return &skillsv1.GetSkillResponse{Skill: skillMessage(entry)}, nil
}
