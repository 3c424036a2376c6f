package clauses

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/when"
)

// TimesOfDeed is timesOf without the days that a clause before the deed tells of something else, where the deed has a day of its own: my
// knee is bad today, but put down the physio on Thursday. In Urdu that is so where what is to be noted follows the deed: sar mein dard hai
// aaj, likh lo ke parson bill bharna hai.
func (s *Clauses) TimesOfDeed() []when.Expression {
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
	}
	if own && (!deed.Urdu || s.Is(deed.At.To, l.Ke)) {
		times = slices.DeleteFunc(times, elsewhere)
	}
	return times
}

// TimesOfChange is TimesOfDeed without those that only say in Urdu which task is changed, or how it was: 12 march ki flight wala task,
// saturday wali class, meeting peer ko thi; and those that count back from a day that is not told: 2 din pehle kar do.
func (s *Clauses) TimesOfChange() []when.Expression {
	times := s.TimesOfDeed()
	if s.Language == meaning.English {
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
func (s *Clauses) namesWith(e when.Expression) bool {
	i := s.WordAt(e.To)
	if s.Is(i, l.Wala) && !s.Parted(i) {
		return true
	}
	if !s.Is(i, l.Ka) || s.Parted(i) {
		return false
	}
	for j := i + 1; j <= i+mostBetween && !s.Parted(j) && !s.Is(j, l.Ko, l.Task); j++ {
		if s.Is(j, l.Wala) {
			return true
		}
	}
	return false
}

// toldOfThen says whether a day is told of what was, and another one follows: wo jo kal light ka bill tha usko parson pe kar do.
func (s *Clauses) toldOfThen(e when.Expression, times []when.Expression) bool {
	for i := s.WordAt(e.To); i < len(s.Words) && !s.Parted(i) && !s.TimeHolds(i); i++ {
		if s.Forms.Unmeant.Narrated[s.Norm(i)] {
			return slices.ContainsFunc(times, func(o when.Expression) bool { return o.From > s.Words[i].First && o.Is(when.Day) })
		}
	}
	return false
}
