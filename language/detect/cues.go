package detect

import (
	"slices"
	"strconv"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/gate"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/slots"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// cues finds what a conversation needs beside the slots.
func (s sentence) cues(in meaning.Input) meaning.Cues {
	c := meaning.Cues{
		Pronoun: s.Has(l.It) || s.Has(l.This) && s.tellingWords() <= 6, There: s.there(),
		Negated: s.denies(), HowTo: s.asksHow(), Neutral: s.Neutral(), Act: s.act(),
	}
	if len(s.Numbers) > 1 {
		copy(c.Numbers[:], s.Numbers)
	}
	if i := s.ordinal(); i >= 0 && !s.Is(i+1, l.Before) {
		c.Ordinal, _ = strconv.Atoi(s.Words[i].Value)
	}
	c.More = s.Has(l.Another) && len(s.Words) <= 8 && !s.Has(l.Task, l.Masjid)
	c.Next = s.Has(l.Next, l.HowMuch) && len(s.Words) <= 8 && !s.Has(l.Task, l.Masjid)
	c.Also = s.Has(l.Also) || s.Is(0, l.And)
	c.Continues = s.Main < 0 && (s.goesOn() || len(s.Words) <= 4 && !s.Asks())
	s.timeCues(&c, in)
	c.Reminds = s.Has(l.Remind, l.Reminder) || slices.ContainsFunc(s.Acts, func(a clauses.Act) bool { return a.Does(l.Remind) })
	c.Told, c.Muses = gate.TellsDone(s.Clauses), gate.Muses(s.Clauses)
	return c
}

// timeCues finds what cannot be of the times that are told: a day that no year has, a rhythm that no task can have.
func (s sentence) timeCues(c *meaning.Cues, in meaning.Input) {
	for _, e := range s.Times {
		ofYear := e.Is(when.Day) && e.Day.Kind == when.Date && e.Day.Told && due.Resolve(in.Options(false), e).Due == ""
		if e.Day.Missing || ofYear {
			c.NoSuchDay = s.bareDay(e.From, e.To-1)
		}
		if e.Unkept() && !e.Former {
			c.Rhythm = s.Between(e.From, e.To-1)
		}
	}
}

// bareDay is a day as typed, without the small words before and behind it: on, ko.
func (s sentence) bareDay(first, last int) string {
	for first < last && s.Is(s.WordAt(first), l.On, l.For, l.Until, l.In, l.The, l.To) {
		first++
	}
	for last > first && s.Is(s.WordAt(last), l.Ko, l.Until, l.For) {
		last--
	}
	return s.Between(first, last)
}

// tellingWords counts the words but for those that only fill, or leave what was said before.
func (s sentence) tellingWords() (count int) {
	for i := range s.Words {
		if s.Language == meaning.English || !s.Is(i, l.Filler, l.Drop) {
			count++
		}
	}
	return count
}

// ordinal returns the word of the place in a list that is meant, -1 for none: of two the one that is not denied (doosra nahi teesra, not
// the second, the third). What tells a day is no place: move it to the 9th.
func (s sentence) ordinal() int {
	first := -1
	for i := s.Find(l.Ordinal); i >= 0 && i < len(s.Words); i++ {
		if !s.Is(i, l.Ordinal) || s.TimeHolds(i) {
			continue
		}
		if !s.Is(i+1, l.Before) && !s.denied(i) {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

// denied says whether a word that names a thing is denied: doosra wala nahi, not the second.
func (s sentence) denied(i int) bool {
	if s.Language == meaning.English {
		for i--; s.Is(i, l.The, l.Task); i-- {
		}
		return s.Is(i, l.Not)
	}
	for i++; s.Is(i, l.Wala, l.Task) && !s.Parted(i); i++ {
	}
	return s.Is(i, l.Not, l.No) && !s.Parted(i)
}

// besideTalk are words that may stand beside a yes, a no or thanks.
var besideTalk = l.Set{}.With(l.Filler, l.Polite, l.Is, l.This, l.And, l.But, l.It, l.Smalltalk, l.Light, l.Kar, l.Not, l.Yes, l.No)

// act says what the sentence does beside asking.
func (s sentence) act() meaning.Act {
	rest, act := 0, meaning.None
	for i := range s.Words {
		switch {
		case s.Is(i, l.Undo):
			return meaning.Undo
		case s.Is(i, l.Drop):
			act = meaning.Drop
		case s.Is(i, l.Yes) && act == meaning.None:
			act = meaning.Yes
		case s.Is(i, l.No) && (act == meaning.None || act == meaning.Yes):
			act = meaning.No
		case s.greets(i) && act == meaning.None:
			act = meaning.Greeting
		case s.Is(i, l.Thanks) && act == meaning.None:
			act = meaning.Thanks
		case s.Is(i, l.Help) && act == meaning.None:
			act = meaning.Help
		case !s.Words[i].Concepts.Meets(besideTalk):
			rest++
		}
	}
	if rest > 0 && (act == meaning.Yes || act == meaning.No || act == meaning.Drop) {
		return meaning.None
	}
	return act
}

// greets says whether a word greets, and does not only stress an order: delete hi kar do.
func (s sentence) greets(i int) bool { return s.Is(i, l.Greeting) && s.Main < 0 }

// goesOn says whether the sentence begins as one that goes on with what was spoken of: and Lahore, what about Asr.
func (s sentence) goesOn() bool { return s.Is(0, l.And, l.But) || s.Is(0, l.What) && s.Is(1, l.About) }

// there says whether the sentence speaks of the place spoken of last: wahan, in that area, us masjid.
func (s sentence) there() bool {
	for i := range s.Words {
		if s.Is(i, l.There) || s.Is(i, l.This) && s.Is(i+1, l.Masjid, l.Area) && s.pointsThere(i) {
			return true
		}
	}
	return false
}

// state sets what a sentence states for what it asks for.
func (s sentence) state(r *meaning.Result, in meaning.Input) {
	if r.Intent == meaning.Unknown {
		return
	}
	r.Slots = slots.Of(s.Clauses, r.Intent, in, &r.Cues)
	s.dropOrdinal(r)
}

// dropOrdinal takes back a reference that is only a place in a list ("pehla wala"), which names one task plainly.
func (s sentence) dropOrdinal(r *meaning.Result) {
	if r.Cues.Ordinal == 0 || r.Slots.TaskRef == nil {
		return
	}
	named := meaning.NamesIn(meaning.Slots{TaskRef: r.Slots.TaskRef})
	for i, w := range s.Words {
		if named[s.Tokens[w.First].Norm] && !s.Is(i, l.Ordinal, l.Wala, l.One, l.The, l.Task, l.And) {
			return
		}
	}
	r.Slots.TaskRef, r.Cues.Loose = nil, false
}

// pointsThere says whether "this" before a masjid or an area is the one spoken of: in English not at the beginning.
func (s sentence) pointsThere(this int) bool {
	if this == 0 {
		return s.Language != meaning.English
	}
	return s.Masjid.Empty() && !s.Is(0, l.This)
}
