package parting

import (
	"math"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// Split is a stretch of a message read as one request, and as two.
type Split struct {
	Whole, Before, Behind meaning.Result
	// At are the two stretches.
	At [2]reading.Span
}

// The classes of splits.
const (
	One = "one"
	Two = "two"
)

// SplitClasses are the classes of splits, in order.
func SplitClasses() []string { return []string{One, Two} }

// IsTwo is how likely a stretch is two requests, 0 to 1.
func (m *Message) IsTwo(s *Split) float64 {
	return m.model.splits.Score(m.SplitFeatures(s)).Probabilities(len(SplitClasses()))[1]
}

// SplitFeatures are what a split is judged by: what the stretch and both parts are read as and how surely, whether they name something,
// how likely the second begins there, and how long they are.
func (m *Message) SplitFeatures(s *Split) []model.Feature {
	whole, before, behind := readAs(&s.Whole), readAs(&s.Before), readAs(&s.Behind)
	kinds := model.Feature(m.Kind(s.At[0]))*8 + model.Feature(m.Kind(s.At[1]))
	likely := logit(m.begins(s.At[1].From))
	sure := model.Feature(10*min(s.Before.Confidence, s.Behind.Confidence)) + 100*one(s.Before.Intent == meaning.Unknown) +
		200*one(s.Behind.Intent == meaning.Unknown)
	sizes := size(s.At[0])*8 + size(s.At[1])
	named := names(&s.Before)*16 + names(&s.Behind)
	all, place := make([]model.Feature, 0, 40), model.Feature(0)
	add := func(of ...model.Feature) {
		place++
		f := place
		for _, o := range of {
			f = f.With(o)
		}
		all = append(all, f)
	}
	add()
	add(likely)
	add(likely, kinds)
	add(likely, sure)
	add(likely, named)
	add(likely, sizes)
	add(sure)
	add(sure, named)
	add(kinds)
	add(kinds, sizes)
	add(kinds, named)
	add(named)
	add(named, names(&s.Whole))
	add(before.intent, behind.intent)
	add(before.intent, behind.intent, named)
	add(before.intent, behind.intent, whole.intent)
	add(whole.intent, whole.sure)
	add(whole.intent, whole.sure, likely)
	add(whole.intent, whole.sure, sure)
	add(before.intent, before.sure)
	add(behind.intent, behind.sure)
	add(before.intent, names(&s.Before))
	add(behind.intent, names(&s.Behind))
	add(before.intent, size(s.At[0]))
	add(behind.intent, size(s.At[1]))
	add(before.intent, behind.intent, one(s.Before.Cues.Makes), one(s.Behind.Cues.Makes))
	add(before.intent, behind.intent, one(s.Before.Cues.Makes), one(s.Behind.Cues.Makes), likely)
	add(behind.intent, cues(&s.Behind))
	add(before.intent, cues(&s.Before))
	add(whole.intent, one(s.Whole.Plan.Several), model.Feature(min(len(s.Whole.Each), 3)))
	add(whole.intent, names(&s.Whole), before.intent, behind.intent)
	says := m.saysTask(s.At[1])
	add(before.intent, behind.intent, says)
	add(before.intent, behind.intent, says, m.key(s.At[1].From-1))
	add(before.intent, behind.intent, says, likely)
	add(before.intent, behind.intent, says, one(m.Language == meaning.English), size(s.At[1]))
	first, second := m.key(s.At[1].From), m.key(min(s.At[1].From+1, s.At[1].To-1))
	add(behind.intent, first, before.intent)
	add(behind.intent, first, second)
	add(behind.intent, second, before.intent)
	add(behind.intent, m.key(s.At[1].To-1), before.intent)
	add(before.intent, m.key(s.At[0].To-1), behind.intent)
	add(before.intent, m.key(s.At[0].From), behind.intent)
	add(before.intent, behind.intent, m.key(s.At[1].From-1))
	return all
}

// saysTask tells whether a stretch says that a task is meant, or names one by its number.
func (m *Message) saysTask(at reading.Span) model.Feature {
	says, number := false, false
	for word := at.From; word < at.To; word++ {
		says = says || m.Forms.Grammar.One[m.Tokens[word].Norm] || m.standsFor(word, l.Task, l.Wala, l.Reminder)
		number = number || m.Tokens[word].Script == text.Number
	}
	return one(says) + 2*one(number)
}

// key is the word as it sounds.
func (m *Message) key(word int) model.Feature { return model.Bytes(m.Keys.Of(word)) }

type reads struct{ intent, sure model.Feature }

func readAs(r *meaning.Result) reads {
	return reads{model.Named(string(r.Intent)), model.Feature(10 * r.Confidence)}
}

// names tells what a result names.
func names(r *meaning.Result) model.Feature {
	s := &r.Slots
	return one(s.Title != nil) + 2*one(s.TaskRef != nil) + 4*one(s.TaskID != nil || r.Cues.Ordinal != 0) +
		8*one(s.Due != nil || s.DueDays != nil || s.LinkedPrayer != nil || s.DueRelative != nil)
}

// cues tells how a result speaks of what it is about.
func cues(r *meaning.Result) model.Feature {
	return one(r.Cues.Pronoun) + 2*one(r.Cues.Told) + 4*one(r.Cues.Negated) + 8*one(r.Cues.Also) + 16*one(r.Cues.Makes)
}

func one(is bool) model.Feature {
	if is {
		return 1
	}
	return 0
}

// size is how many words a stretch has, up to six.
func size(at reading.Span) model.Feature { return model.Feature(max(0, min(at.To-at.From, 6))) }

// logit is how likely something is in steps of the logarithm of its odds.
func logit(likely float64) model.Feature {
	likely = min(max(likely, 0.001), 0.999)
	return model.Feature(math.Round(math.Log(likely/(1-likely))) + 10)
}
