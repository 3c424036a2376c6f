package questions

import (
	"time"

	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// ahead returns the next few days, from today, on which the tasks are due that are asked for: the next two weeks, agle 3 din; nil where
// none are told. One day so far ahead is none of them: in two weeks.
func (s sentence) ahead(in meaning.Input) *meaning.DueDays {
	of := &s.ClauseWords.Ahead
	for i, token := range s.Tokens {
		lead := of.Lead.At(s.Tokens, i)
		if lead == 0 && token.Script != text.Number && s.TimeAt(i) == nil {
			continue
		}
		amount, unit, to := s.length(i + lead)
		if amount > 0 && (lead > 0 || s.within(i, to)) {
			return upTo(in, amount, unit)
		}
	}
	return nil
}

// within says whether a length of time between two tokens is told as that in which something is due: 5 din ke andar.
func (s sentence) within(from, to int) bool {
	for i := from; i <= to; i++ {
		if s.ClauseWords.Ahead.Behind.At(s.Tokens, i) > 0 {
			return true
		}
	}
	return false
}

// upTo are the days from today to some days, weeks or months from it.
func upTo(in meaning.Input, amount int, unit words.TimeUnit) *meaning.DueDays {
	today := todayOf(in)
	var last time.Time
	switch unit {
	case words.Months:
		last = today.AddDate(0, amount, 0)
	case words.Weeks:
		last = today.AddDate(0, 0, 7*amount)
	default:
		last = today.AddDate(0, 0, amount)
	}
	return &meaning.DueDays{From: today.Format(time.DateOnly), To: last.Format(time.DateOnly)}
}

// todayOf is now where the one is who asks.
func todayOf(in meaning.Input) time.Time {
	if in.Zone == nil {
		return in.Now
	}
	return in.Now.In(in.Zone)
}

// length reads a number of days, weeks or months at a token, whether or not they were read as a day so far from now, and where it ends.
// The amount is 0 for none.
func (s sentence) length(i int) (amount int, unit words.TimeUnit, to int) {
	of := &s.ClauseWords.Ahead
	if n := of.Fortnights.At(s.Tokens, i); n > 0 {
		return 2, words.Weeks, i + n
	}
	if e := s.TimeAt(i); e != nil && e.Is(when.Day) && e.Day.Kind == when.Shifted && !e.Day.Told && e.Day.N > 0 {
		return e.Day.N, e.Day.Unit, e.To
	}
	amount, to, ok := s.Num(i)
	if !ok || amount > mostAhead {
		return 0, unit, 0
	}
	if n := of.Days.At(s.Tokens, to); n > 0 {
		return amount, words.Days, to + n
	}
	if n := of.Weeks.At(s.Tokens, to); n > 0 {
		return amount, words.Weeks, to + n
	}
	if n := of.Months.At(s.Tokens, to); n > 0 {
		return amount, words.Months, to + n
	}
	return 0, unit, 0
}

// mostAhead is how many days, weeks or months are read at most; more are no such time.
const mostAhead = 366

// overdue returns the days before today if it is asked for what was due then; nil if not.
func (s sentence) overdue(in meaning.Input) *meaning.DueDays {
	for i := range s.Tokens {
		if s.ClauseWords.Overdue.At(s.Tokens, i) > 0 {
			return &meaning.DueDays{To: todayOf(in).AddDate(0, 0, -1).Format(time.DateOnly)}
		}
	}
	return nil
}
