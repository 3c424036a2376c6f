package api

import (
	"context"
	"math"
	"time"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// GetLifecycleMetrics returns the figures of this instance.
func (s *Server) GetLifecycleMetrics(
	context.Context, *skillsv1.GetLifecycleMetricsRequest,
) (*skillsv1.GetLifecycleMetricsResponse, error) {
	classified := s.Classifier.Figures()
	return &skillsv1.GetLifecycleMetricsResponse{Metrics: &skillsv1.LifecycleMetrics{
		Skills:          s.skillFigures(),
		Activations:     s.activationFigures(),
		Resolutions:     s.resolutionFigures(),
		Classifications: classificationFigures(classified),
		Cache: &skillsv1.CacheFigures{
			State: classified.CacheState, Hits: count(classified.CacheHits), Misses: count(classified.CacheMisses),
			Errors: count(classified.CacheErrors),
		},
		Overrides:     s.overrideFigures(),
		Disagreements: disagreementFigures(classified.Disagreements),
	}}, nil
}

func (s *Server) skillFigures() *skillsv1.SkillFigures {
	figures := &skillsv1.SkillFigures{ByLocation: map[string]int32{}, ByState: map[string]int32{}}
	for _, location := range skills.Locations() {
		figures.ByLocation[string(location)] = 0
	}
	for _, state := range skills.States() {
		figures.ByState[string(state)] = 0
	}
	for _, entry := range s.Library.Current().Entries() {
		figures.Total++
		figures.ByLocation[string(entry.Location)]++
		figures.ByState[string(entry.State)]++
		figures.Shadowed += count(len(entry.Shadows))
	}
	return figures
}

func (s *Server) activationFigures() *skillsv1.ActivationFigures {
	bySkill, notFound := s.Activations.Figures()
	figures := &skillsv1.ActivationFigures{BySkill: map[string]int32{}, NotFound: count(notFound)}
	for skill, n := range bySkill {
		figures.BySkill[skill] = count(n)
		figures.Total += count(n)
	}
	return figures
}

func (s *Server) resolutionFigures() *skillsv1.ResolutionFigures {
	figures := s.Resolver.Figures()
	return &skillsv1.ResolutionFigures{
		Total: count(figures.Resolutions), Latency: latencyFigures(figures.Latency), Rebuilds: count(figures.Rebuilds),
		Resolved: count(figures.Resolved), Refused: count(figures.Refused),
	}
}

func classificationFigures(classified skills.ClassificationFigures) *skillsv1.ClassificationFigures {
	figures := &skillsv1.ClassificationFigures{
		Total: count(classified.Tools), Pending: count(classified.Pending), ByOrigin: map[string]int32{},
		ModelCalls: count(classified.ModelCalls), ModelFailures: count(classified.ModelFailures),
		ModelLatency: latencyFigures(classified.ModelLatency),
	}
	for _, origin := range []skills.Origin{
		skills.OriginDeclared, skills.OriginAdmin, skills.OriginModel, skills.OriginMap, skills.OriginNone,
	} {
		figures.ByOrigin[string(origin)] = count(classified.ByOrigin[origin])
	}
	return figures
}

func (s *Server) overrideFigures() *skillsv1.OverrideFigures {
	figures := &skillsv1.OverrideFigures{
		ByState: map[string]int32{
			string(skills.OverrideEffective): 0, string(skills.OverrideSuperseded): 0, string(skills.OverrideRevoked): 0,
		},
		ByAction: map[string]int32{string(skills.Allow): 0, string(skills.Deny): 0},
	}
	current := s.Overrides.Current()
	for _, o := range current.All() {
		state := current.State(o)
		figures.Total++
		figures.ByState[string(state)]++
		if state == skills.OverrideEffective {
			figures.ByAction[string(o.Action)]++
		}
	}
	return figures
}

func disagreementFigures(d skills.Disagreements) *skillsv1.DisagreementFigures {
	figure := func(d skills.Disagreement) *skillsv1.Disagreement {
		return &skillsv1.Disagreement{Compared: count(d.Compared), Differ: count(d.Differ)}
	}
	return &skillsv1.DisagreementFigures{
		ModelMap: figure(d.ModelMap), ModelAdmin: figure(d.ModelAdmin), MapAdmin: figure(d.MapAdmin),
		DeclaredModel: figure(d.DeclaredModel), DeclaredMap: figure(d.DeclaredMap),
	}
}

func latencyFigures(l skills.Latency) *skillsv1.LatencyFigures {
	return &skillsv1.LatencyFigures{
		P50Us: microseconds(l.P50), P95Us: microseconds(l.P95), P99Us: microseconds(l.P99), MaxUs: microseconds(l.Max),
	}
}

func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// count converts a figure to a JSON number.
func count[N int | int64](n N) int32 {
	return int32(min(int64(n), math.MaxInt32))
}
