package api

import (
	"time"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	"github.com/salaatflow/platform/skills-svc/internal/resolution"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// skillMessage converts a skill to its message in listings.
func skillMessage(entry *skills.Entry) *skillsv1.Skill {
	m := &skillsv1.Skill{
		Name: entry.Name, Location: string(entry.Location), State: string(entry.State),
		BaseDirectory: skills.Label(entry.Location, entry.Name),
	}
	if s := entry.Skill; s != nil {
		m.Description = unlessZero(s.Description)
		m.License = unlessZero(s.License)
		m.Compatibility = unlessZero(s.Compatibility)
		m.Metadata = s.Metadata
		m.AllowedTools = s.AllowedTools
		m.Permissions = s.Permissions
		m.LoadedAt = instant(s.LoadedAt)
	}
	for _, w := range entry.Warnings {
		m.Warnings = append(m.Warnings, &skillsv1.Warning{File: w.File, Line: unlessZero(int32(w.Line)), Message: w.Message})
	}
	for _, location := range entry.Shadows {
		m.Shadows = append(m.Shadows, &skillsv1.Shadow{
			Location: string(location), BaseDirectory: skills.Label(location, entry.Name),
		})
	}
	return m
}

func resolvedMessages(resolved []resolution.Resolved) []*skillsv1.ResolvedTool {
	messages := make([]*skillsv1.ResolvedTool, 0, len(resolved))
	for _, r := range resolved {
		m := &skillsv1.ResolvedTool{
			ToolName: r.Tool.Name, Title: r.Tool.Title, Service: r.Tool.Service, Capabilities: r.Tool.Categories,
		}
		for _, reason := range r.Reasons {
			m.Reasons = append(m.Reasons, &skillsv1.ResolutionReason{
				Kind: string(reason.Kind), Permission: unlessZero(reason.Permission), Origin: unlessZero(string(reason.Origin)),
				OverrideId: unlessZero(reason.Override), Text: reason.Text,
			})
		}
		messages = append(messages, m)
	}
	return messages
}

func refusedMessages(refused []resolution.Refused) []*skillsv1.RefusedTool {
	messages := make([]*skillsv1.RefusedTool, 0, len(refused))
	for _, r := range refused {
		messages = append(messages, &skillsv1.RefusedTool{
			ToolName: r.Tool, Kind: string(r.Kind), Rule: unlessZero(r.Rule), OverrideId: unlessZero(r.Override), Text: r.Text,
		})
	}
	return messages
}

// overrideMessage converts an override to its message, with its present state.
func (s *Server) overrideMessage(o skills.Override) *skillsv1.Override {
	return &skillsv1.Override{
		Id: o.ID, SkillName: o.Skill, ToolName: o.Tool, Action: string(o.Action), Reason: o.Reason,
		State: string(s.Overrides.Current().State(o)), CreatedBy: o.CreatedBy, CreatedAt: o.CreatedAt.UTC().Format(time.RFC3339),
		RevokedBy: unlessZero(o.RevokedBy), RevokedAt: instant(o.RevokedAt), RevocationReason: unlessZero(o.RevocationReason),
	}
}

func classificationMessage(c skills.Classification) *skillsv1.Classification {
	return &skillsv1.Classification{
		ToolName: c.Tool, Capabilities: c.Categories, Origin: string(c.Origin), Model: unlessZero(c.Model),
		DefinitionHash: c.Hash, ClassifiedAt: c.ClassifiedAt.UTC().Format(time.RFC3339), ClassifiedBy: unlessZero(c.ClassifiedBy),
	}
}

// instant returns nil, which is null in JSON, for the zero time.
func instant(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := t.UTC().Format(time.RFC3339)
	return &text
}

// unlessZero returns nil, which is null in JSON, for the zero value.
func unlessZero[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}
