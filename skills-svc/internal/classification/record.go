package classification

import (
	"maps"
	"slices"
	"time"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/skills-svc/internal/capability"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Ref names a definition of a tool.
type Ref struct {
	// Tool is the canonical name, Hash what HashOf gives.
	Tool, Hash string
}

// Opinion is what one source says that a definition of a tool can do.
type Opinion struct {
	Ref
	Origin skills.Origin
	// Categories are sorted; none means that it can do nothing of what there is a category for.
	Categories []string
	// Model is the name of the model; empty unless it said so.
	Model string
	// At is when, in milliseconds.
	At time.Time
	// By is the administrator who said so or had the model asked; 0 when nobody did.
	By int32
	// Withdrawn says that it counts no longer, though it is kept to compare others with.
	Withdrawn bool
}

// Outcome is how asking the model about a definition ended.
type Outcome string

// The outcomes there are.
const (
	// Open: it has not answered yet.
	Open Outcome = ""
	// Answered: it has.
	Answered Outcome = "answered"
	// BadAnswer: it answered nonsense, or with a category that there is not. It is not asked again.
	BadAnswer Outcome = "bad_answer"
)

// Record is all that is kept of a definition. It is not changed once it is made.
type Record struct {
	Ref
	// Outcome is how asking the model ended.
	Outcome Outcome
	// Opinions are by origin; at most one of each.
	Opinions map[skills.Origin]Opinion
}

// with gives the record with further opinions.
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

// own are the opinions that need nobody's answer, as they should stand in the record: what the tool declares, and what
// the map says.
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

// missing are those of the opinions that the record does not have, or has otherwise.
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

// classification gives the opinion that counts; false while nobody has one.
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

// stands tells whether an opinion that needs nobody's answer is still held: the map may have changed since, and what a
// tool declares is no part of its hash.
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

// onlyKnown leaves out what is a category no longer.
func onlyKnown(categories []string, known *capability.Map) []string {
	return slices.DeleteFunc(slices.Clone(categories), func(c string) bool { return !known.Known(c) })
}

func sorted(categories []string) []string {
	ordered := slices.Clone(categories)
	slices.Sort(ordered)
	return slices.Compact(ordered)
}
