// Package when finds numbers, dates, clock times, rhythms and times told by the prayers in a sentence of English, Roman
// Urdu or Urdu. The words stand in the tables of package words; which day and hour is meant says package due.
//
// Finding and meaning are apart: Parse knows no clock, so that a sentence is read once and then understood as one that
// looks ahead (a task) or back (the hadith of kal).
package when

import (
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/items"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// Part says what an expression tells. An expression can tell several things: "har jumme subah 6 baje" a rhythm, a day, a
// part of the day and a clock time.
type Part uint16

const (
	// Day is a day: kal, Friday, 15 March, 3 din baad, end of the month.
	Day Part = 1 << iota
	// Clock is a time of day: 6 baje, 5:30 pm, saarhe paanch, noon.
	Clock
	// DayPart is morning, noon, afternoon, evening or night. Alone it tells no time; a clock time is read by it.
	DayPart
	// Offset is a length of time from now, of less than a day: in 2 hours, aadhe ghante mein.
	Offset
	// Rhythm is how often: daily, har jumme, every night.
	Rhythm
	// Anchor is a time told by a prayer: after Fajr, Maghrib se 20 minute pehle.
	Anchor
	// Period is longer than a day and names none: is hafte, this month, pichle saal.
	Period
	// Number is a number that is part of no time.
	Number
	// Ordinal is a place in an order that is part of no date: second, teesri.
	Ordinal
)

// times are the parts that together make one time.
const times = Day | Clock | DayPart | Rhythm | Anchor

// Relation is how a time lies to a prayer.
type Relation uint8

const (
	// NoRelation: no prayer is named.
	NoRelation Relation = iota
	// After a prayer, or after its beginning where minutes are told.
	After
	// Before a prayer, or before its beginning where minutes are told.
	Before
	// At the time of a prayer.
	At
	// Until a prayer.
	Until
)

// Expression is one thing told about time, or a number.
type Expression struct {
	// From and To are the tokens that tell it, half open. They include the small words that belong to it: on, by, ko, tak.
	From, To int
	// Has says what is told.
	Has Part
	// Loose is set where a part of a day stands alone, as in "morning adhkar" and "subah ki dua": it may help to read a
	// clock time elsewhere, but its words may belong to a name.
	Loose bool
	// Former is set where the words say that this is not meant: from weekly, Friday ke bajaye, kal nahi, or that it is only
	// why something is wanted: the paper is on the 12th, so. What is told beside it counts.
	Former bool
	// Past is set where the words say that it was so: the meeting peer ko thi.
	Past bool
	// Latest is set where the words say that the day is the last one that counts: by Friday, jumme tak.
	Latest bool
	// Reason is set where it is Former since it only tells why. Where another day is told, nothing of it counts.
	Reason bool
	// Number is the number or the place in an order.
	Number int
	// Recurrence is daily, weekly or monthly, or empty; Irregular is a rhythm that is none of these.
	Recurrence string
	Irregular  bool
	// Prayer is Fajr, Dhuhr, Asr, Maghrib, Isha or Jummah, or empty. Minutes are how long after its beginning, negative
	// for before; zero where the sentence tells none. An Anchor without a prayer lies to the one spoken of last: "uske baad",
	// "15 minutes before it".
	Prayer   string
	Relation Relation
	Minutes  int

	// Day, Clock and Part are the day, the time of day and the part of the day as they were told, where Has says so. Of a Period, Day
	// has the unit, and in N how many of them it lies from the one of now.
	Day   NamedDay
	Clock clock
	Part  words.DayPart
	// Offset is in minutes from now.
	Offset int
}

// Is says whether the expression tells any of the parts.
func (e Expression) Is(parts Part) bool { return e.Has&parts != 0 }

// Weekday says whether the expression tells a day of the week and nothing else.
func (e Expression) Weekday() bool {
	return e.Has == Day && e.Day.Kind == WeekdayOf
}

// Monthly says whether the expression tells that something is done every month, and nothing else.
func (e Expression) Monthly() bool { return e.Has == Rhythm && e.Recurrence == monthly }

// Unkept says whether the expression tells a rhythm that no task can have: every 2 days, the first Friday of every month.
func (e Expression) Unkept() bool {
	return e.Irregular || e.Is(Rhythm) && e.Is(Day) && e.Day.Kind == NthOf
}

// Counts says whether an expression is a place in an order, or a number; "one" is an article as well, and none.
func (e Expression) Counts() bool { return e.Is(Ordinal) || e.Is(Number) && e.Number > 1 }

// Time says whether the expression tells anything about time, and is not just a number.
func (e Expression) Time() bool { return e.Has&^(Number|Ordinal) != 0 }

// OtherCalendar returns an expression that tells a day of another calendar in the tokens from one to another, half open. Which day
// that is nobody can tell here: alone it resolves to no time, and with a clock time to that time of today.
func OtherCalendar(from, to int) Expression {
	return Expression{From: from, To: to, Has: Day, Day: NamedDay{Kind: Elsewhere}}
}

// Grammar reads expressions. It is made by New, never changes, and is safe for concurrent use.
type Grammar struct{ words *items.Table }

// parser reads the expressions of one sentence.
type parser struct{ items.List }

// New loads the tables of words.
func New() (*Grammar, error) {
	table, err := items.Load()
	if err != nil {
		return nil, err
	}
	return &Grammar{words: table}, nil
}

// Knows says whether a form is a word of the tables.
func (g *Grammar) Knows(form string) bool {
	w := g.words.Word(form)
	return w != nil && w.Class != 0
}

// Tells says whether a form surely is a word by which a time is told, or a number.
func (g *Grammar) Tells(form string) bool { return g.words.Word(form).Tells() }

// Counts says whether a number before a form counts something, or is part of a time: days, kg, am, march.
func (g *Grammar) Counts(form string) bool { return g.words.Word(form).Counts() }

// Joins says whether a form is a word that may end a time, or stands behind one: baad, pehle, baje, ko, tak.
func (g *Grammar) Joins(form string) bool { return g.words.Word(form).Joins() }

// Items returns a sentence as the words, phrases and digits of which times are told.
func (g *Grammar) Items(s text.Sentence) items.List { return g.words.Read(s.Tokens) }

// Parse returns the expressions of a sentence in the order of the text. They do not overlap. It takes time in proportion
// to the length of the sentence.
func (g *Grammar) Parse(s text.Sentence) []Expression {
	p := parser{g.words.Read(s.Tokens)}
	var found []Expression
	last := 0 // the item behind the last one
	for i := 0; i < len(p.Items); {
		e, next, ok := p.expression(i)
		if !ok || next <= i {
			if p.Plays(i, words.RoleSo) {
				for j := range found {
					found[j].Former, found[j].Reason = true, true
				}
			}
			i++
			continue
		}
		if before := len(found) - 1; before >= 0 && p.corrects(last, i) && !p.labels(found[before]) {
			correct(&found[before], &e)
		} else if before >= 0 && i == last+1 && p.Plays(last, words.RoleDenying|words.RoleFormerly) {
			deny(&found[before], &e, p.Plays(last, words.RoleFormerly) && last > 1 && p.Has(last-2, words.To|words.At))
		} else if before >= 0 && p.inPlaceOf(last, i) {
			deny(&found[before], &e, false)
		}
		found = p.append(found, e, i)
		i, last = next, next
	}
	return found
}

// expression reads the one that begins at an item.
func (p *parser) expression(i int) (Expression, int, bool) {
	if w := p.At(i).Word; w == words.Unknown && !p.IsDigits(i) || w.Role&words.RoleNothing != 0 {
		return Expression{}, 0, false
	}
	if e, next, ok := p.moment(i); ok {
		e.From, e.To = p.Span(i, next)
		return e, next, true
	}
	if value, next, ok := p.PlainNumber(i); ok {
		from, to := p.Span(i, next)
		return Expression{From: from, To: to, Has: Number, Number: value}, next, true
	}
	if value, next, ok := p.Ordinal(i); ok {
		from, to := p.Span(i, next)
		return Expression{From: from, To: to, Has: Ordinal, Number: value}, next, true
	}
	return Expression{}, 0, false
}

// DaysOfMonth is how many days a month has at most.
const DaysOfMonth = 31

// DayOfMonth returns an expression that tells a day of this month, or of the next once it is past, in the tokens from one to another.
func DayOfMonth(from, to, n int) Expression {
	return Expression{From: from, To: to, Has: Day, Day: NamedDay{Kind: DayOf, N: n}}
}
