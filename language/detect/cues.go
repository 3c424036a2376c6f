package detect

import (
	"strconv"

	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// cues finds what a conversation needs beside the slots.
func (s sentence) cues(f *facts) Cues {
	c := Cues{
		Pronoun: s.has(l.It) || s.has(l.This) && len(s.words) <= 6, There: s.there(), Negated: f.is(negated), HowTo: f.is(howTo),
		Neutral: s.neutral(), Act: s.act(),
	}
	if len(s.numbers) > 1 {
		copy(c.Numbers[:], s.numbers)
	}
	if i := s.find(l.Ordinal); i >= 0 && !s.is(i+1, l.Before) {
		c.Ordinal, _ = strconv.Atoi(s.words[i].Value)
	}
	c.More = s.has(l.Another) && len(s.words) <= 8 && !s.has(l.Task, l.Masjid)
	c.Next = s.has(l.Next, l.HowMuch) && len(s.words) <= 8 && !s.has(l.Task, l.Masjid)
	c.Also = s.has(l.Also) || s.is(0, l.And)
	c.Continues = s.main < 0 && (s.goesOn() || len(s.words) <= 4 && !f.is(question))
	return c
}

// act says what the sentence does beside asking.
func (s sentence) act() Act {
	rest, act := 0, None
	for i := range s.words {
		switch {
		case s.is(i, l.Undo):
			return Undo
		case s.is(i, l.Drop):
			act = Drop
		case s.is(i, l.Yes) && act == None:
			act = Yes
		case s.is(i, l.No) && (act == None || act == Yes):
			act = No
		case s.is(i, l.Greeting) && act == None:
			act = Greeting
		case s.is(i, l.Thanks) && act == None:
			act = Thanks
		case s.is(i, l.Help) && act == None:
			act = Help
		case !s.is(i, l.Filler, l.Polite, l.Is, l.This, l.And, l.But, l.It, l.Smalltalk, l.Light, l.Kar, l.Not):
			rest++
		}
	}
	if rest > 0 && (act == Yes || act == No || act == Drop) {
		return None
	}
	return act
}

// goesOn says whether the sentence begins as one that goes on with what was spoken of: and Lahore, what about Asr.
func (s sentence) goesOn() bool { return s.is(0, l.And, l.But) || s.is(0, l.What) && s.is(1, l.About) }

// there says whether the sentence speaks of the place spoken of last: wahan, in that area, us masjid.
func (s sentence) there() bool {
	for i := range s.words {
		if s.is(i, l.There) || s.is(i, l.This) && s.is(i+1, l.Masjid, l.Area) && s.pointsThere(i) {
			return true
		}
	}
	return false
}

// dropOrdinal takes back a reference that is only a place in a list ("pehla wala"), which names one task plainly.
func (s sentence) dropOrdinal(r *Result) {
	if r.Cues.Ordinal == 0 || r.Slots.TaskRef == nil {
		return
	}
	named := namesIn(Slots{TaskRef: r.Slots.TaskRef})
	for i, w := range s.words {
		if named[s.Tokens[w.First].Norm] && !s.is(i, l.Ordinal, l.Wala, l.One, l.The, l.Task, l.And) {
			return
		}
	}
	r.Slots.TaskRef, r.Cues.Loose = nil, false
}

// pointsThere says whether "this" before a masjid or an area is the one spoken of: in English not at the beginning.
func (s sentence) pointsThere(this int) bool {
	if this == 0 {
		return s.language != English
	}
	return s.masjid.empty() && !s.is(0, l.This)
}
