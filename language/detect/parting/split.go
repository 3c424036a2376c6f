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

// SplitFeatures are what a split is judged by.
func (m *Message) SplitFeatures(s *Split) []model.Feature {
	f := features{all: make([]model.Feature, 0, 48)}
	f.likely = logit(m.begins(s.At[1].From))
	m.addReadings(&f, s)
	m.addWords(&f, s)
	return f.all
}

// features are those of a split. What stands in one place is told from the same in another.
type features struct {
	all           []model.Feature
	place, likely model.Feature
}

func (f *features) add(of ...model.Feature) {
	f.place++
	feature := f.place
	for _, o := range of {
		feature = feature.With(o)
	}
	f.all = append(f.all, feature)
}

// addReadings adds what the stretch and both parts are read as and how surely, whether they name something, how likely the second begins
// there, and how long they are.
func (m *Message) addReadings(f *features, s *Split) {
	whole, before, behind := readAs(&s.Whole), readAs(&s.Before), readAs(&s.Behind)
	kinds := model.Feature(m.Kind(s.At[0]))*8 + model.Feature(m.Kind(s.At[1]))
	sure := model.Feature(10*min(s.Before.Confidence, s.Behind.Confidence)) + 100*one(s.Before.Intent == meaning.Unknown) +
		200*one(s.Behind.Intent == meaning.Unknown)
	sizes := size(s.At[0])*8 + size(s.At[1])
	named := names(&s.Before)*16 + names(&s.Behind)
	f.add()
	f.add(f.likely)
	f.add(f.likely, kinds)
	f.add(f.likely, sure)
	f.add(f.likely, named)
	f.add(f.likely, sizes)
	f.add(sure)
	f.add(sure, named)
	f.add(kinds)
	f.add(kinds, sizes)
	f.add(kinds, named)
	f.add(named)
	f.add(named, names(&s.Whole))
	f.add(before.intent, behind.intent)
	f.add(before.intent, behind.intent, named)
	f.add(before.intent, behind.intent, whole.intent)
	f.add(whole.intent, whole.sure)
	f.add(whole.intent, whole.sure, f.likely)
	f.add(whole.intent, whole.sure, sure)
	f.add(before.intent, before.sure)
	f.add(behind.intent, behind.sure)
	f.add(before.intent, names(&s.Before))
	f.add(behind.intent, names(&s.Behind))
	f.add(before.intent, size(s.At[0]))
	f.add(behind.intent, size(s.At[1]))
	f.add(before.intent, behind.intent, one(s.Before.Cues.Makes), one(s.Behind.Cues.Makes))
	f.add(before.intent, behind.intent, one(s.Before.Cues.Makes), one(s.Behind.Cues.Makes), f.likely)
	f.add(behind.intent, cues(&s.Behind))
	f.add(before.intent, cues(&s.Before))
	f.add(whole.intent, one(s.Whole.Plan.Several), model.Feature(min(len(s.Whole.Each), 3)))
	f.add(whole.intent, names(&s.Whole), before.intent, behind.intent)
}

// addWords adds how the second part says what it is about, and with which words the parts begin, end and are joined.
func (m *Message) addWords(f *features, s *Split) {
	before, behind := readAs(&s.Before), readAs(&s.Behind)
	says := m.saysTask(s.At[1])
	f.add(before.intent, behind.intent, says)
	f.add(before.intent, behind.intent, says, m.key(s.At[1].From-1))
	f.add(before.intent, behind.intent, says, f.likely)
	f.add(before.intent, behind.intent, says, one(m.Language == meaning.English), size(s.At[1]))
	first, second := m.key(s.At[1].From), m.key(min(s.At[1].From+1, s.At[1].To-1))
	f.add(behind.intent, first, before.intent)
	f.add(behind.intent, first, second)
	f.add(behind.intent, second, before.intent)
	f.add(behind.intent, m.key(s.At[1].To-1), before.intent)
	f.add(before.intent, m.key(s.At[0].To-1), behind.intent)
	f.add(before.intent, m.key(s.At[0].From), behind.intent)
	f.add(before.intent, behind.intent, m.key(s.At[1].From-1))
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
