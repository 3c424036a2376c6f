package classification

import (
	"maps"
	"slices"
	"time"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/skills-svc/internal/capability"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Ref identifies a definition of a tool.
type Ref struct {
	// Tool is the canonical name. Hash is the result of HashOf.
	Tool, Hash string
}

// Opinion is the classification of a definition by one origin.
type Opinion struct {
	Ref
	Origin skills.Origin
	// Categories are sorted. If empty, none of the categories applies.
	Categories []string
	// Model is the name of the model, or empty.
	Model string
	// At is the time of the opinion, in milliseconds.
	At time.Time
	// By is the administrator who set it or had the model asked, or 0.
	By int32
	// Withdrawn reports whether the opinion no longer counts. It is kept for comparison.
	Withdrawn bool
}

// Outcome is how asking the model about a definition ended.
type Outcome string

// The outcomes.
const (
	// Open: the model has not answered yet.
	Open Outcome = ""
	// Answered: the model has answered.
	Answered Outcome = "answered"
	// BadAnswer: the answer was unusable, or named an unknown category. The model is not asked again.
	BadAnswer Outcome = "bad_answer"
)

// Record is everything stored about a definition. It is immutable.
type Record struct {
	Ref
	// Outcome is how asking the model ended.
	Outcome Outcome
	// Opinions holds at most one opinion of each origin.
	Opinions map[skills.Origin]Opinion
}

// with returns the record with further opinions.
func (r Record) with(opinions ...Opinion) Record {
	all := maps.Clone(r.Opinions)
	if all == nil {
		all = map[skills.Origin]Opinion{}
	}
	for _, opinion := range opinions {
		all[opinion.Origin] = opinion
	}
	r.Opinions = all
	return r
}

// own returns the opinions that need no answer: what the tool declares, and what the map says.
func own(tool *toolspec.Tool, ref Ref, known *capability.Map, at time.Time) []Opinion {
	var opinions []Opinion
	if len(tool.Capabilities) > 0 {
		opinions = append(opinions, Opinion{Ref: ref, Origin: skills.OriginDeclared, Categories: sorted(tool.Capabilities), At: at})
	}
	if mapped := known.Of(tool.Name); len(mapped) > 0 {
		opinions = append(opinions, Opinion{Ref: ref, Origin: skills.OriginMap, Categories: mapped, At: at})
	}
	return opinions
}

// missing returns the opinions that the record lacks or has in another form.
func (r Record) missing(opinions []Opinion) []Opinion {
	return slices.DeleteFunc(slices.Clone(opinions), func(o Opinion) bool {
		kept, ok := r.Opinions[o.Origin]
		return ok && slices.Equal(kept.Categories, o.Categories)
	})
}

// precedence is the order in which opinions count.
var precedence = []skills.Origin{
	skills.OriginDeclared, skills.OriginAdmin, skills.OriginModel, skills.OriginMap, skills.OriginNone,
}

// classification returns the opinion that counts, or false if there is none yet.
func (r Record) classification(tool *toolspec.Tool, known *capability.Map) (skills.Classification, bool) {
	for _, origin := range precedence {
		opinion, ok := r.Opinions[origin]
		if !ok || opinion.Withdrawn || !r.stands(opinion, tool, known) {
			continue
		}
		said := skills.Classification{
			Tool: r.Tool, Hash: r.Hash, Categories: opinion.Categories, Origin: origin, Model: opinion.Model,
			ClassifiedAt: opinion.At, ClassifiedBy: opinion.By,
		}
		if origin == skills.OriginModel || origin == skills.OriginAdmin {
			said.Categories = onlyKnown(opinion.Categories, known)
		}
		return said, true
	}
	return skills.Classification{}, false
}

// stands reports whether an opinion that needs no answer still holds. The map may have changed since, and the hash does
// not cover what a tool declares.
func (r Record) stands(o Opinion, tool *toolspec.Tool, known *capability.Map) bool {
	switch o.Origin {
	case skills.OriginDeclared:
		return len(tool.Capabilities) > 0
	case skills.OriginMap:
		return len(known.Of(r.Tool)) > 0
	default:
		return true
	}
}

// onlyKnown leaves out what is no longer a category.
func onlyKnown(categories []string, known *capability.Map) []string {
	return slices.DeleteFunc(slices.Clone(categories), func(c string) bool { return !known.Known(c) })
}

func sorted(categories []string) []string {
	ordered := slices.Clone(categories)
	slices.Sort(ordered)
	return slices.Compact(ordered)
}
