package api

import (
	"context"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// FollowSkill returns the instructions of a skill as the user's, and then the task if there is one.
func (s *Server) FollowSkill(_ context.Context, req *skillsv1.FollowSkillRequest) (*skillsv1.FollowSkillResponse, error) {
	entry, err := s.loaded(req.GetName())
	if err != nil {
		return nil, err
	}
	said := []string{entry.Skill.Content}
	if task := req.GetTask(); task != "" {
		said = append(said, task)
	}
	answer := &skillsv1.FollowSkillResponse{}
	for _, text := range said {
		answer.Turns = append(answer.Turns, &toolsv1.Turn{
			Role: "user", Content: &toolsv1.Content{Block: &toolsv1.Content_Text{Text: text}},
		})
	}
	return answer, nil
}
