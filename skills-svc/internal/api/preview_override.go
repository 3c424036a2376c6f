package api

import (
	"context"
	"slices"
	"strings"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/skills-svc/internal/overrides"
	"github.com/salaatflow/platform/skills-svc/internal/resolution"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// PreviewOverride says what an override, or the end of one, would change.
func (s *Server) PreviewOverride(
	ctx context.Context, req *skillsv1.PreviewOverrideRequest,
) (*skillsv1.PreviewOverrideResponse, error) {
	entry, err := s.loaded(req.GetName())
	if err != nil {
		return nil, err
	}
	decided, err := s.decided(strings.ToLower(entry.Name), req)
	if err != nil {
		return nil, err
	}
	before, known := s.resolve(ctx, entry.Name)
	after, still := s.Resolver.Preview(entry.Name, policyCaller(ctx), decided)
	if !known || !still { // its file is gone by now
		return nil, s.notFound(req.GetName())
	}
	had := map[string]bool{}
	for _, one := range before.Refused {
		had[one.Tool] = true
	}
	refused := slices.DeleteFunc(slices.Clone(after.Refused), func(one resolution.Refused) bool { return had[one.Tool] })
	return &skillsv1.PreviewOverrideResponse{
		Gained: resolvedMessages(beyond(after.Tools, before.Tools)), Lost: resolvedMessages(beyond(before.Tools, after.Tools)),
		Refused: refusedMessages(refused), Before: count(len(before.Tools)), After: count(len(after.Tools)),
	}, nil
}

// decided returns the overrides as they would be.
func (s *Server) decided(skill string, req *skillsv1.PreviewOverrideRequest) (*overrides.List, error) {
	current := s.Overrides.Current()
	if id := req.GetOverrideId(); id != 0 {
		without, err := current.Without(skill, id)
		if err != nil {
			return nil, refusal(err)
		}
		return without, nil
	}
	if req.GetAction() == "" {
		return nil, apperr.Invalid(apperr.Violation{Field: "action", Message: "Must be allow or deny, unless override_id is given"})
	}
	tool, err := s.tool("tool_name", req.GetToolName())
	if err != nil {
		return nil, err
	}
	return current.With(skills.Override{Skill: skill, Tool: tool.Name, Action: skills.Action(req.GetAction())}), nil
}

// beyond returns the tools of one list that are not in another.
func beyond(these, those []resolution.Resolved) []resolution.Resolved {
	return slices.DeleteFunc(slices.Clone(these), func(one resolution.Resolved) bool {
		return slices.ContainsFunc(those, func(other resolution.Resolved) bool { return other.Tool.Name == one.Tool.Name })
	})
}
