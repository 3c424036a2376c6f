package listed

import (
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// closing are the words that say of the number before them that it is an hour.
const closing = words.Meridiem | words.Baje | words.Oclock

// hours reads numbers of hours that are listed before one word that closes them all: at 9 and 11 pm, raat 9 aur 11 baje.
func (l lister) hours(i int) list {
	p := l.items
	if p.Plays(i-1, words.RoleBetween) || p.At(i).Word.Class&words.Number == 0 && !p.IsDigits(i) {
		return list{}
	}
	var told []hour
	for at := i; ; {
		number, next, ok := p.Small(at, lastHour)
		if w := p.At(at).Word; !ok && w.Class&words.Number != 0 && w.Number <= lastHour {
			number, next, ok = int(w.Number), at+1, true // in this company a word that may be something else is one: نو
		}
		if !ok || len(told) > 0 && p.At(at).Parted {
			return list{}
		}
		from, to := p.Span(at, next)
		told = append(told, hour{number, l.Between(from, to-1)})
		if p.Joined(next, closing) {
			return l.closed(told, i, next)
		}
		if at = p.Skip(next, words.And); at > next && l.either(int(p.Items[next].From)) {
			return list{}
		}
		if at == next && (at >= len(p.Items) || !l.Tokens[p.Items[at].From].Before.Has(text.Comma|text.Sign)) {
			return list{}
		}
	}
}

// hour is the number of an hour and how it was typed.
type hour struct {
	number int
	typed  string
}

const (
	lastHour  = 24
	halfOfDay = 12
)

// closed puts behind each of some hours what closes them, from one item on: they begin at another.
func (l lister) closed(told []hour, first, at int) list {
	p, next := l.items, at
	for p.Joined(next, closing) {
		next++
	}
	if len(told) < fewest || !l.isClock(int(p.Items[at].From)) || p.Plays(p.Skip(next, words.Ke), words.RoleBetween) {
		return list{}
	}
	behind := p.Items[at].Word
	from, to := p.Span(at, next)
	ending := l.Between(from, to-1)
	found := list{from: int(p.Items[first].From), to: to}
	for i, one := range told {
		by := ending
		if i+1 < len(told) && behind.Class&words.Meridiem != 0 && one.number%halfOfDay > told[i+1].number%halfOfDay {
			by = "" // at 9 and 5 pm: of 9 it is not told
		}
		found.each = append(found.each, one.typed+" "+by)
	}
	return found
}

// isClock says whether a token is part of a time of day.
func (l lister) isClock(token int) bool {
	for _, t := range l.Times {
		if t.From <= token && token < t.To {
			return t.Is(when.Clock) && !t.Former && !t.Past
		}
	}
	return false
}

// shared gives two hours, each as typed, the half of the day that only one of them tells and that is meant of both: raat 9 baje aur 11
// baje, at 8:30 and 10:30 pm.
func (l lister) shared(first, second when.Expression, typed []string) []string {
	const whole, told = 60 * halfOfDay, when.Day | when.DayPart
	rises := first.Clock.Minute%whole < second.Clock.Minute%whole
	switch {
	case !first.Is(when.Clock) || second.Is(told) || first.Is(when.Day):
	case first.Is(when.DayPart) && second.Clock.Half < when.AM && (rises || first.Part == words.Night):
		typed[1] = l.wordOf(first, words.Part) + " " + typed[1]
	case !first.Is(when.DayPart) && first.Clock.Half < when.AM && second.Clock.Half >= when.AM && rises:
		typed[0] += " " + l.wordOf(second, words.Meridiem)
	}
	return typed
}

// wordOf is the first word of a class in a time, as typed; empty for none.
func (l lister) wordOf(e when.Expression, of words.Class) string {
	for _, it := range l.items.Items {
		if int(it.From) >= e.From && int(it.To) <= e.To && it.Word.Class&of != 0 {
			return l.Between(int(it.From), int(it.To)-1)
		}
	}
	return ""
}
