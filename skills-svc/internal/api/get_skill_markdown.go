package api

import (
	"context"

	"google.golang.org/genproto/googleapis/api/httpbody"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
)

// GetSkillMarkdown returns the file of a skill, in the version that is in use.
func (s *Server) GetSkillMarkdown(_ context.Context, req *skillsv1.GetSkillMarkdownRequest) (*httpbody.HttpBody, error) {
	entry, err := s.loaded(req.GetName())
	if err != nil {
		return nil, err
	}
	return &httpbody.HttpBody{ContentType: "text/markdown; charset=utf-8", Data: []byte(entry.Skill.Markdown)}, nil
}
