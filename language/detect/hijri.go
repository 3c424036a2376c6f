package detect

import (
	"slices"
	"strconv"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// hijriDay is a day of the Islamic calendar that a sentence names.
type hijriDay struct {
	HijriDay
	at  span // tokens that name it
	due span // the same with what makes it the time of something to be done; empty where nothing does
}

// findHijri finds the day of the Islamic calendar that the sentence names: the 15th of Shaban before Shaban, and what stands with
// a word that makes it a time before what does not.
func (s *reading) findHijri(words *hijriWords) {
	for i := range s.Tokens {
		found := s.hijriAt(words, i)
		if found.at.empty() {
			continue
		}
		better := found.Day != 0 && s.hijri.Day == 0 || !found.due.empty() && s.hijri.due.empty()
		if s.hijri.at.empty() || better && (s.hijri.Day == 0 || found.Day != 0) {
			s.hijri = found
		}
	}
	named := s.hijri.at
	tellsDay := func(e when.Expression) bool { return e.Is(when.Day) && !e.Former && !named.touches(span{e.From, e.To}) }
	if s.hijri.Day == 0 && slices.ContainsFunc(s.times, tellsDay) {
		s.hijri.due, s.hijri.Earlier = span{}, false // Thursday haircut before Eid
	}
	if s.hijri.Day == 0 && s.hijri.due.empty() {
		return
	}
	at := s.hijri.at
	if !s.hijri.due.empty() {
		at = s.hijri.due
	}
	s.times = slices.DeleteFunc(s.times, func(e when.Expression) bool { return at.touches(span{e.From, e.To}) })
	if !s.hijri.due.empty() {
		s.times = append(s.times, when.OtherCalendar(at.from, at.to))
		slices.SortFunc(s.times, func(a, b when.Expression) int { return a.From - b.From })
	}
}

func (s *reading) hijriAt(words *hijriWords, token int) (found hijriDay) {
	month, tokens := words.months.at(s, token)
	occasion, longer := words.occasions.at(s, token)
	if tokens > 0 && tokens >= longer {
		if found = s.dayOfMonth(words, month, span{token, token + tokens}); !found.at.empty() {
			found.due = s.dueWith(words, &found, true)
			return found
		}
	}
	if longer > 0 {
		found.Occasion, found.at = occasion, span{token, token + longer}
		found.due = s.dueWith(words, &found, false)
	}
	return found
}

// dayOfMonth reads the number of the day before a month or behind it.
func (s *reading) dayOfMonth(words *hijriWords, month string, at span) (found hijriDay) {
	from := at.from
	for n := 0; n < 3 && from > 0 && words.between.at(s, from-1) == 1; n++ {
		from--
	}
	n, first := s.dayEnding(from)
	if n == 0 {
		next := at.to
		if skip := words.joins.at(s, next); skip > 0 {
			n, at.to = s.dayBeginning(next + skip)
			for n > 0 && words.between.at(s, at.to) == 1 && words.joins.at(s, at.to) == 0 {
				at.to++
			}
		}
		first = at.from
	}
	if n < 1 || n > longestHijri || s.wordAt(first) > 0 && s.is(s.wordAt(first)-1, l.Task) { // task 5
		return hijriDay{}
	}
	found.Month, _ = strconv.Atoi(month)
	found.Day, found.at = n, span{first, at.to}
	if year, next := s.dayBeginning(at.to); year >= firstHijri && year <= lastHijri {
		found.Year, found.at.to = year, next
	}
	return found
}

const (
	longestHijri = 31 // days that a number may mean; none has 31, which is to be said
	firstHijri   = 1356
	lastHijri    = 1500
)

// dayEnding returns the number that ends before a token, and its first token; 0 for none.
func (s *reading) dayEnding(token int) (n, first int) {
	if token > 0 && s.Tokens[token-1].Script == text.Number && !s.Tokens[token-1].Before.Has(text.Colon) {
		n, _ = strconv.Atoi(s.Tokens[token-1].Norm)
		return n, token - 1
	}
	for _, e := range s.times {
		if e.Is(when.Number|when.Ordinal) && e.To == token {
			return e.Number, e.From
		}
	}
	return 0, token
}

// dayBeginning returns the number that begins at a token, and the token behind it; 0 for none.
func (s *reading) dayBeginning(token int) (n, next int) {
	if token < len(s.Tokens) && s.Tokens[token].Script == text.Number {
		n, _ = strconv.Atoi(s.Tokens[token].Norm)
		return n, token + 1
	}
	for _, e := range s.times {
		if e.Is(when.Number|when.Ordinal) && e.From == token {
			return e.Number, e.To
		}
	}
	return 0, token
}

// dueWith returns the tokens that make a day the time of something to be done, with those of the day.
func (s *reading) dueWith(words *hijriWords, day *hijriDay, always bool) span {
	from, to := words.before.ending(s, day.at.from), day.at.to+words.behind.at(s, day.at.to)
	if !always && from == day.at.from && to == day.at.to {
		return span{}
	}
	day.Earlier = words.earlier.ending(s, day.at.from) < day.at.from || words.earlier.at(s, day.at.to) > 0
	return span{from, to}
}
