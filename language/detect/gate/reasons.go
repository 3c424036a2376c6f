package gate

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/when"
)

// givesReason says whether in Urdu what is denied behind an order only says why it is given: hata do ab zaroorat nahi; nikal do, ab nahi
// bharna; kal pe daal do aaj himmat nahi. What denies the deed itself, or the time of it, does not: hata do, abhi nahi.
func (s sentence) givesReason(not int, a clauses.Act) bool {
	if !a.Urdu || a.Mood != clauses.Ordered || a.Negated || not < a.At.To || s.Is(not, l.Dont) {
		return false
	}
	from, to := s.clauseAround(not, a.At.To)
	if s.speaksOfDeed(from, to) {
		return false // ab hatana nahi
	}
	lacks := s.lacks(not, from) || s.otherRhythm(from, not, a)
	if lacks {
		return !s.ofDeed(not, from)
	}
	if !a.Does(l.Finish, l.Mark) && s.neverCame(from, not) || s.insufficient(not) || s.tellsOfOthers(from, to, not, from == a.At.To) ||
		s.tellsOfNone(from, to, not) {
		return true // aaj mistri nahi aaye ga
	}
	undone := s.infinitive(not+1) && !s.Is(not+1, l.Kar) || not-1 > from && s.Bare(not-1) && s.EndsHere(not+1)
	return undone && s.noLonger(from, to)
}

// lacks says whether what a word denies from one on is need or strength: zaroorat nahi, himmat nahi, nahi chahiye.
func (s sentence) lacks(not, from int) bool {
	return not-1 >= from && (s.Forms.Unmeant.Lacking[s.Norm(not-1)] || s.Is(not-1, l.Want)) || s.Is(not+1, l.Want)
}

// otherRhythm says whether behind an order that tells how often, another rhythm is said not to do: roz ka kar do, weekly se kaam nahi
// chalta.
func (s sentence) otherRhythm(from, not int, a clauses.Act) bool {
	told := func(from, to int) (rhythm string) {
		for i := from; i < to; i++ {
			if e := s.TimeAt(s.Words[i].First); e != nil && e.Is(when.Rhythm) {
				rhythm = e.Recurrence
			}
		}
		return rhythm
	}
	ordered, refused := told(0, a.At.From), told(from, not)
	return ordered != "" && refused != "" && ordered != refused && (s.Bare(not-1) || !s.EndsHere(not+1))
}

// insufficient says whether in Urdu a word says that something is not enough: weekly se kaam nahi chalta.
func (s sentence) insufficient(not int) bool {
	return s.Is(not-1, l.Task) && s.Forms.Unmeant.Working[s.Norm(not+1)]
}

// speaksOfDeed says whether among words one is of what is done to tasks.
func (s sentence) speaksOfDeed(from, to int) bool {
	for i := from; i < to; i++ {
		if s.Is(i, taskDeeds...) && !s.Is(i, l.Kar) {
			return true
		}
	}
	return false
}

// noLonger says whether among words one says that something is so no longer: ab nahi bharna.
func (s sentence) noLonger(from, to int) bool {
	for i := from; i < to; i++ {
		if s.Forms.Unmeant.NoLonger[s.Norm(i)] {
			return true
		}
	}
	return false
}

// tellsOfOthers says whether a clause that begins anew tells what someone or something does not do, and names no task: aaj mistri nahi
// aaye ga. It may stand right behind the order.
func (s sentence) tellsOfOthers(from, to, not int, behind bool) bool {
	ends := s.EndsHere(not+1) && !s.Is(not+1, l.Ho)
	ofDeed := s.Is(not+1, l.Kar) || s.Is(not+1, l.Ho) && s.Is(not+1, l.Perf)
	anew := s.Parted(from) || behind
	ofOther := not > from && (s.Bare(not-1) || s.Is(not-1, l.Foreign, l.With) || s.goesOnOrHappens(not+1))
	if !anew || !ofOther || ends || ofDeed {
		return false
	}
	for i := from; i < to; i++ {
		if s.Is(i, l.Wala, l.Task, l.It, l.This, l.One) || s.namesNumber(i) || s.Forms.Unmeant.Says[s.Norm(i)] || s.Forms.Ergative[s.Norm(i)] {
			return false
		}
	}
	return true
}

// tellsOfNone says whether a clause that begins anew tells that there is no such thing: yearly ka option to hai nahi.
func (s sentence) tellsOfNone(from, to, not int) bool {
	if !s.Parted(from) || !s.Is(not-1, l.Is) || not-1 <= from {
		return false
	}
	thing := false
	for i := from; i < to; i++ {
		if s.Is(i, l.Wala, l.Task, l.It, l.This, l.One, l.Ho) && !s.Is(i, l.Is) || s.namesNumber(i) {
			return false
		}
		thing = thing || s.Bare(i) && i < not-1
	}
	return thing
}

// goesOnOrHappens says whether a word is a verb of Urdu that is no deed on tasks, of what is going on or happens again and again: maan
// rahe, chalta.
func (s sentence) goesOnOrHappens(verb int) bool {
	return s.Bare(verb) && (s.Forms.Continuing[s.Norm(verb+1)] || s.Forms.HabitEndings.End(s.Norm(verb)))
}

// infinitive says whether a word is one of Urdu.
func (s sentence) infinitive(i int) bool {
	return s.Is(i, l.Inf) || s.Bare(i) && s.Forms.InfinitiveEndings.End(s.Norm(i))
}

// taskDeeds are what is done to tasks.
var taskDeeds = []l.Concept{l.Delete, l.Finish, l.Mark, l.Change, l.Move, l.Reopen, l.Cancel, l.Rename, l.Create, l.Remind}

// clauseAround is the clause in which a word stands, from a word on.
func (s sentence) clauseAround(i, least int) (from, to int) {
	from, to = i, i+1
	for from > least && !s.Parted(from) {
		from--
	}
	for !s.Parted(to) {
		to++
	}
	return from, to
}

// ofDeed says whether it is the need of a deed that a word denies: hatane ki zaroorat nahi.
func (s sentence) ofDeed(not, from int) bool {
	for i := from; i < not; i++ {
		if s.Is(i, l.Inf) && s.Is(i+1, l.Ka, l.Ko) {
			return true
		}
	}
	return false
}

// namesNumber says whether a word begins the number of a task.
func (s sentence) namesNumber(i int) bool {
	return slices.ContainsFunc(s.IDs, func(id reading.Numbered) bool { return id.At.Holds(s.Words[i].First) })
}

// unsureWhy says whether in Urdu a word that says perhaps stands in a clause that denies something else than the order, and so only says
// why it is given: monthly kar den, yearly ka option to hai nahi shayad.
func (s sentence) unsureWhy(perhaps int) bool {
	if s.Main < 0 || perhaps < s.Acts[s.Main].At.To {
		return false
	}
	from, to := s.clauseAround(perhaps, s.Acts[s.Main].At.To)
	for i := from; i < to; i++ {
		if s.Is(i, l.Not) && s.Parted(from) {
			return s.givesReason(i, s.Acts[s.Main])
		}
	}
	return false
}
