package reading

import (
	"slices"
	"strconv"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// NamedDay is a day of the Islamic calendar that a sentence names.
type NamedDay struct {
	meaning.HijriDay
	At  Span // tokens that name it
	Due Span // the same with what makes it the time of something to be done; empty where nothing does
}

// findHijri finds the day of the Islamic calendar that the sentence names: the 15th of Shaban before Shaban, and what stands with
// a word that makes it a time before what does not.
func (s *Reading) findHijri(words *hijriWords) {
	for i := range s.Tokens {
		found := s.hijriAt(words, i)
		if found.At.Empty() {
			continue
		}
		better := found.Day != 0 && s.Hijri.Day == 0 || !found.Due.Empty() && s.Hijri.Due.Empty()
		if s.Hijri.At.Empty() || better && (s.Hijri.Day == 0 || found.Day != 0) {
			s.Hijri = found
		}
	}
	named := s.Hijri.At
	tellsDay := func(e when.Expression) bool { return e.Is(when.Day) && !e.Former && !named.Touches(Span{e.From, e.To}) }
	if s.Hijri.Day == 0 && slices.ContainsFunc(s.Times, tellsDay) {
		s.Hijri.Due, s.Hijri.Earlier = Span{}, false // Thursday haircut before Eid
	}
	if s.Hijri.At.Empty() {
		s.HijriMonth = s.wholeMonth(words)
	}
	if s.Hijri.Day == 0 && s.Hijri.Due.Empty() {
		return
	}
	at := s.Hijri.At
	if !s.Hijri.Due.Empty() {
		at = s.Hijri.Due
	}
	s.Times = slices.DeleteFunc(s.Times, func(e when.Expression) bool { return at.Touches(Span{e.From, e.To}) })
	if !s.Hijri.Due.Empty() {
		s.Times = append(s.Times, when.OtherCalendar(at.From, at.To))
		slices.SortFunc(s.Times, func(a, b when.Expression) int { return a.From - b.From })
	}
}

func (s *Reading) hijriAt(words *hijriWords, token int) (found NamedDay) {
	month, tokens := words.months.at(s, token)
	occasion, longer := words.occasions.at(s, token)
	if tokens > 0 && tokens >= longer {
		if found = s.dayOfMonth(words, month, Span{token, token + tokens}); !found.At.Empty() {
			found.Due = s.dueWith(words, &found, true)
			return found
		}
	}
	if longer > 0 {
		found.Occasion, found.At = occasion, Span{token, token + longer}
		found.Due = s.dueWith(words, &found, false)
	}
	return found
}

// wholeMonth finds a month that is named without a day, and no occasion: when does Rajab begin.
func (s *Reading) wholeMonth(words *hijriWords) (found NamedDay) {
	for i := range s.Tokens {
		month, tokens := words.months.at(s, i)
		if tokens == 0 || words.doubtful.at(s, i) == tokens && words.month.at(s, i+tokens) == 0 {
			continue
		}
		found.Month, _ = strconv.Atoi(month)
		found.Day, found.At = 1, Span{i, i + tokens}
		return found
	}
	return NamedDay{}
}

// dayOfMonth reads the number of the day before a month or behind it.
func (s *Reading) dayOfMonth(words *hijriWords, month string, at Span) (found NamedDay) {
	from := at.From
	for n := 0; n < 3 && from > 0 && words.between.at(s, from-1) == 1; n++ {
		from--
	}
	n, first := s.dayEnding(from)
	if n == 0 {
		next := at.To
		if skip := words.joins.at(s, next); skip > 0 {
			n, at.To = s.dayBeginning(next + skip)
			for n > 0 && words.between.at(s, at.To) == 1 && words.joins.at(s, at.To) == 0 {
				at.To++
			}
		}
		first = at.From
	}
	if n < 1 || n > longestHijri || s.numbersTask(s.WordAt(first)) {
		return NamedDay{}
	}
	found.Month, _ = strconv.Atoi(month)
	found.Day, found.At = n, Span{first, at.To}
	if year, next := s.dayBeginning(at.To); year >= meaning.FirstHijriYear && year <= meaning.LastHijriYear {
		found.Year, found.At.To = year, next
	}
	return found
}

// numbersTask says whether a number behind a task is the task's: task 5 ramadan tak, but not dawat ka task 27 ramadan ko.
func (s *Reading) numbersTask(word int) bool {
	return word > 0 && s.Is(word-1, l.Task) && !s.Is(word-2, l.Ka)
}

const longestHijri = 31 // days that a number may mean; none has 31, which is to be said

// dayEnding returns the number that ends before a token, and its first token; 0 for none.
func (s *Reading) dayEnding(token int) (n, first int) {
	if token > 0 && s.Tokens[token-1].Script == text.Number && !s.Tokens[token-1].Before.Has(text.Colon) {
		n, _ = strconv.Atoi(s.Tokens[token-1].Norm)
		return n, token - 1
	}
	for _, e := range s.Times {
		if e.Is(when.Number|when.Ordinal) && e.To == token {
			return e.Number, e.From
		}
	}
	return 0, token
}

// dayBeginning returns the number that begins at a token, and the token behind it; 0 for none.
func (s *Reading) dayBeginning(token int) (n, next int) {
	if token < len(s.Tokens) && s.Tokens[token].Script == text.Number {
		n, _ = strconv.Atoi(s.Tokens[token].Norm)
		return n, token + 1
	}
	for _, e := range s.Times {
		if e.Is(when.Number|when.Ordinal) && e.From == token {
			return e.Number, e.To
		}
	}
	return 0, token
}

// dueWith returns the tokens that make a day the time of something to be done, with those of the day.
func (s *Reading) dueWith(words *hijriWords, day *NamedDay, always bool) Span {
	from, to := words.before.ending(s, day.At.From), day.At.To+words.behind.at(s, day.At.To)
	if !always && from == day.At.From && to == day.At.To {
		return Span{}
	}
	day.Earlier = words.earlier.ending(s, day.At.From) < day.At.From || words.earlier.at(s, day.At.To) > 0
	day.Latest = words.latest.ending(s, day.At.From) < day.At.From || words.latest.at(s, day.At.To) > 0
	return Span{from, to}
}
