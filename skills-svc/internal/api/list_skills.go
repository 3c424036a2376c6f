package api

import (
	"context"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
)

// ListSkills returns the skills.
func (s *Server) ListSkills(context.Context, *skillsv1.ListSkillsRequest) (*skillsv1.ListSkillsResponse, error) {
	entries := s.Library.Current().Entries()
	answer := &skillsv1.ListSkillsResponse{Count: int32(len(entries))}
	for _, entry := range entries {
		answer.Skills = append(answer.Skills, skillMessage(entry))
	}
	return answer, nil
}
