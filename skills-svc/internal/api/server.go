// Package api serves skills over gRPC. It converts between messages and the types of the other packages.
package api

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/skills-svc/internal/activations"
	"github.com/salaatflow/platform/skills-svc/internal/overrides"
	"github.com/salaatflow/platform/skills-svc/internal/policy"
	"github.com/salaatflow/platform/skills-svc/internal/resolution"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
	"github.com/salaatflow/platform/skills-svc/internal/toolsearch"
)

// Classifier classifies tools.
type Classifier interface {
	// Ask has a tool classified again, for an administrator. It returns skills.ErrUnknownTool if there is no such tool.
	Ask(ctx context.Context, tool string, by int32) (skills.Classification, error)
	// Set stores an administrator's classification of a tool. It returns skills.ErrUnknownTool if there is no such tool,
	// and skills.Invalid if there is no such category.
	Set(ctx context.Context, tool string, categories []string, by int32) (skills.Classification, error)
	Figures() skills.ClassificationFigures
}

// Parts are the dependencies of a Server. Every field is required unless it says otherwise.
type Parts struct {
	Library     resolution.Library
	Registry    resolution.Registry
	Resolver    *resolution.Resolver
	Overrides   *overrides.Register
	Classifier  Classifier
	Activations *activations.Count
	Finder      *toolsearch.Finder
	// Access decides who may call what; nil decides by the annotations alone.
	Access *access.Decider
	Logger *slog.Logger
}

// Server implements SkillService. The server's interceptors have validated each request.
type Server struct {
	skillsv1.UnimplementedSkillServiceServer
	Parts

	teller teller
}

// New returns a Server with parts.
func New(parts Parts) *Server { return &Server{Parts: parts} }

// entry returns a skill, even a broken one.
func (s *Server) entry(name string) (*skills.Entry, error) {
	if entry := s.Library.Current().Find(name); entry != nil {
		return entry, nil
	}
	return nil, s.notFound(name)
}

// loaded returns a skill that can be used.
func (s *Server) loaded(name string) (*skills.Entry, error) {
	entry, err := s.entry(name)
	if err == nil && entry.Skill == nil {
		return nil, apperr.NotFound("the file of the skill %s is broken; GET /api/v1/skills/%s tells why", entry.Name, entry.Name)
	}
	return entry, err
}

// resolve returns the tools of a loaded skill for the caller. It prepares a skill first that the library has only just read.
func (s *Server) resolve(ctx context.Context, skill string) (*resolution.Result, bool) {
	result, known := s.Resolver.Resolve(ctx, skill, policyCaller(ctx))
	if !known {
		s.Resolver.Rebuild()
		result, known = s.Resolver.Resolve(ctx, skill, policyCaller(ctx))
	}
	return result, known
}

// notFound names the available skills, so that the next try can be right: those first that fit what was asked for.
func (s *Server) notFound(name string) error {
	names := s.Library.Current().Fitting(name)
	if len(names) == 0 {
		return apperr.NotFound("there is no skill %s, and none is available now", shown(name))
	}
	const most = 50
	more := ""
	if len(names) > most {
		more = " and " + strconv.Itoa(len(names)-most) + " more"
		names = names[:most]
	}
	return apperr.NotFound("there is no skill %s: available are %s%s", shown(name), strings.Join(names, ", "), more)
}

// shown shortens text of the caller, so that it cannot fill an answer.
func shown(name string) string {
	if runes := []rune(name); len(runes) > 64 {
		name = string(runes[:64]) + "…"
	}
	return strconv.Quote(name)
}

// policyCaller returns the caller as the policy sees it.
func policyCaller(ctx context.Context) policy.Caller {
	caller := identity.FromContext(ctx)
	if caller.UserID == 0 {
		return policy.Caller{}
	}
	role := caller.Role
	if role == "" {
		role = identity.RoleUser
	}
	return policy.Caller{UserID: int64(caller.UserID), Role: string(role)}
}

// tool returns the registered tool with a name or an alias.
func (s *Server) tool(field, name string) (*catalog.Tool, error) {
	if tool := s.Registry.Current().Lookup(name); tool != nil {
		return tool, nil
	}
	return nil, apperr.Invalid(apperr.Violation{Field: field, Message: "No registered tool has this name"})
}

// refusal converts an error of the rules to the error that the caller sees. It returns any other error as it is: the
// server then answers INTERNAL and logs it.
func refusal(err error) error {
	var invalid skills.Invalid
	switch {
	case errors.As(err, &invalid):
		return apperr.Invalid(apperr.Violation{Field: invalid.Field, Message: invalid.Message})
	case errors.Is(err, skills.ErrUnknownTool):
		return apperr.NotFound("no registered tool has this name")
	case errors.Is(err, skills.ErrNoOverride):
		return apperr.NotFound("the skill has no override with this number")
	default:
		return err
	}
}
