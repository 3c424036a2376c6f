package api

import (
	"context"
	"strings"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
)

// ListOverrides returns every override ever created for a skill, even one that no longer exists.
func (s *Server) ListOverrides(
	_ context.Context, req *skillsv1.ListOverridesRequest,
) (*skillsv1.ListOverridesResponse, error) {
	name := strings.ToLower(req.GetName())
	made := s.Overrides.Current().Of(name)
	if len(made) == 0 {
		if _, err := s.entry(name); err != nil {
			return nil, err
		}
	}
	answer := &skillsv1.ListOverridesResponse{Count: int32(len(made))}
	for _, o := range made {
		answer.Overrides = append(answer.Overrides, s.overrideMessage(o))
	}
	return answer, nil
}
