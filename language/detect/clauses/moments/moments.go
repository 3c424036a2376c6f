// Package moments says which of the times that a sentence tells are meant for what is done in it.
package moments

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// sentence is a sentence of which the times are chosen.
type sentence struct{ *clauses.Clauses }

// OfDeed is TimesOf without the days that a clause before the deed tells of something else, where the deed has a day of its own: my
// knee is bad today, but put down the physio on Thursday. In Urdu that is so where what is to be noted follows the deed: sar mein dard hai
// aaj, likh lo ke parson bill bharna hai.
func OfDeed(c *clauses.Clauses) []when.Expression {
	s := sentence{c}
	times := s.TimesOf()
	if s.Main < 0 {
		return times
	}
	deed := s.Acts[s.Main]
	elsewhere := func(e when.Expression) bool {
		i := s.WordAt(e.From)
		return e.Is(when.Day) && i < deed.At.From && s.PartedBetween(i, deed.At.From)
	}
	own := slices.ContainsFunc(times, func(e when.Expression) bool { return e.Is(when.Day) && !elsewhere(e) })
	if deed.Urdu && len(times) > 1 { // aaj ka din lamba tha …
		times = slices.DeleteFunc(times, func(e when.Expression) bool { return e.Is(when.Day) && s.toldOfThen(e, times) })
		times = s.leaveOtherDays(times, deed)
		s.markPrepared(times, deed)
		s.markMoved(times)
	}
	if own && (!deed.Urdu || s.Is(deed.At.To, l.Ke)) {
		times = slices.DeleteFunc(times, elsewhere)
	}
	return times
}

// Options are how times in a sentence that makes a task are resolved.
func Options(c *clauses.Clauses, in meaning.Input) due.Options {
	o := in.Options(false)
	for i := range c.Tokens {
		o.Early = o.Early || c.Forms.Early.At(c.Tokens, i) > 0
	}
	return o
}

// dayOrHour is what a task is moved by.
const dayOrHour = when.Day | when.Clock

// markMoved marks as former in Urdu the times that say which thing is meant, or from when it is moved, where another follows: 5 baje wali
// meeting 6 baje kar do; peer ki class budh ko; 5 baje se 6 baje.
func (s sentence) markMoved(times []when.Expression) {
	for i := range times {
		beside := s.WordAt(times[i].To)
		if !s.Is(beside, l.Wala, l.Ka, l.Se) || s.Parted(beside) || s.Is(beside+1, l.For, l.After, l.Before, l.Near) {
			continue
		}
		times[i].Former = times[i].Former || slices.ContainsFunc(times[i+1:], func(o when.Expression) bool {
			ranges := s.Is(beside, l.Se) && s.Is(s.WordAt(o.To)-1, l.Until) // 5 baje se 6 baje tak
			return !o.Former && !o.Past && !ranges && o.Is(times[i].Has&dayOrHour)
		})
	}
}

// markLeft marks as former in English the times before the one to which a task is moved: move the 5pm call to 6pm.
func (s sentence) markLeft(times []when.Expression) {
	to := func(e when.Expression) bool { return s.Is(s.WordAt(e.From), l.To) }
	for i := range times {
		times[i].Former = times[i].Former || !to(times[i]) && slices.ContainsFunc(times[i+1:], func(o when.Expression) bool {
			return to(o) && !o.Former && o.Is(times[i].Has&dayOrHour)
		})
	}
}

// leaveOtherDays leaves out, of the days that are told in Urdu, one alone where behind it a day is told with its hour (kal shadi hai, aaj
// sham 4 baje suit press karna likh lo), for the hour of one day is never that of another; and one of which it is told what is then, where
// a later one says when something is to be done for it: jumme ko mehman aa rahe hain, jumeraat ko gosht lana likh lo.
func (s sentence) leaveOtherDays(times []when.Expression, deed clauses.Act) []when.Expression {
	hour := func(e when.Expression) bool { return e.Is(when.Day) && e.Is(when.Clock) && !e.Former && !e.Past }
	last := len(times) - 1
	for last > 0 && !hour(times[last]) {
		last--
	}
	first := slices.IndexFunc(times, func(e when.Expression) bool { return e.Is(when.Clock) && !e.Former })
	at := -1
	return slices.DeleteFunc(times, func(e when.Expression) bool {
		at++
		alone := e.Is(when.Day) && e.Has&^(when.Day|when.DayPart) == 0 && !e.Former
		return last > 0 && first == last && at < last && alone || e.Is(when.Day) && s.preparedFor(e, when.Day, deed)
	})
}

// markPrepared marks as former the hours of which it is told what is then, where a later one says when to be ready: subah 9 baje class hai,
// 8 baje uthna hai yaad dila do. Their day and part of the day are those of the later one too.
func (s sentence) markPrepared(times []when.Expression, deed clauses.Act) {
	for i := range times {
		times[i].Former = times[i].Former || times[i].Is(when.Clock) && s.preparedFor(times[i], when.Clock, deed)
	}
}

// preparedFor says whether it is told what is on a day or at an hour, and behind it another is told at which something is to be done: budh
// ko paper hai, mangal ko revision yaad dilana. What is to be done on the first has an infinitive before "hai".
func (s sentence) preparedFor(e when.Expression, told when.Part, deed clauses.Act) bool {
	if e.Former || e.Past {
		return false
	}
	i := s.WordAt(e.To)
	for ; i < deed.At.From && !s.Is(i, l.Is); i++ {
		if s.Is(i, l.Inf, l.Want, l.Not) || s.Forms.InfinitiveEndings.End(s.Norm(i)) && s.Is(i+1, l.Is) || s.TimeHolds(i) {
			return false
		}
	}
	if i >= deed.At.From || s.Is(i-1, l.Inf) {
		return false
	}
	for j := i + 1; j < deed.At.From; j++ {
		later := s.TimeAt(s.Words[j].First)
		if later == nil || !later.Is(told) || later.Former || later.From < s.Words[j].First {
			continue
		}
		for k := s.WordAt(later.To); k < deed.At.From; k++ {
			if s.Bare(k) || s.Is(k, l.Inf) {
				return true
			}
		}
	}
	return false
}

// OfChange is OfDeed without those that only say in Urdu which task is changed, or how it was: 12 march ki flight wala task,
// saturday wali class, meeting peer ko thi; and those that count back from a day that is not told: 2 din pehle kar do.
func OfChange(c *clauses.Clauses) []when.Expression {
	s := sentence{c}
	times := OfDeed(c)
	if s.Language == meaning.English {
		s.markLeft(times)
		return times
	}
	times = slices.DeleteFunc(times, func(e when.Expression) bool {
		return e.Past || e.Day.Kind == when.Shifted && e.Day.Back || e.Is(when.Day) && (s.namesWith(e) || s.toldOfThen(e, times))
	})
	if s.Main < 0 {
		return times
	}
	ofDeed := func(e when.Expression) bool { return s.SameClause(s.WordAt(e.From), s.Acts[s.Main].At.From) }
	if slices.ContainsFunc(times, ofDeed) {
		for i := range times { // likha hai 5 baje, usko 6 baje kar do
			times[i].Former = times[i].Former || !ofDeed(times[i]) && s.WordAt(times[i].From) < s.Acts[s.Main].At.From
		}
	}
	return times
}

// mostBetween is how many words may stand between a day and the "wala" with which it names a task.
const mostBetween = 3

// namesWith says whether a time belongs to what names a task.
func (s sentence) namesWith(e when.Expression) bool {
	i := s.WordAt(e.To)
	if s.Is(i, l.Wala) && !s.Parted(i) {
		return true
	}
	if i > 0 && s.Words[i-1].Last >= e.To { // aaj ke is one word
		i--
	} else if !s.Is(i, l.Ka) || s.Parted(i) {
		return false
	}
	for j := i + 1; j <= i+mostBetween && !s.Parted(j) && !s.Is(j, l.Ko); j++ {
		if s.Is(j, l.Wala) {
			return true
		}
		if s.Is(j, l.Task) { // kal ke sab tasks parson pe
			return s.tellsDayBehind(j)
		}
	}
	return false
}

// tellsDayBehind says whether a day is told behind a word.
func (s sentence) tellsDayBehind(i int) bool {
	return slices.ContainsFunc(s.Times, func(e when.Expression) bool { return e.Is(when.Day) && e.From > s.Words[i].First })
}

// toldOfThen says whether a day is told of what was, and another one follows: wo jo kal light ka bill tha usko parson pe kar do.
func (s sentence) toldOfThen(e when.Expression, times []when.Expression) bool {
	for i := s.WordAt(e.To); i < len(s.Words) && !s.Parted(i) && !s.TimeHolds(i); i++ {
		if s.Forms.Unmeant.Narrated[s.Norm(i)] {
			return slices.ContainsFunc(times, func(o when.Expression) bool { return o.From > s.Words[i].First && o.Is(when.Day) })
		}
	}
	return false
}
