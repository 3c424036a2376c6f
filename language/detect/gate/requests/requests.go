// Package requests tells what English orders in the form of a question from what it only asks: would it be possible to cancel the Lahore
// visit, can my eye test be moved to the 12th, any chance of a reminder to ring the vet.
package requests

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// sentence is a sentence that asks, and may order.
type sentence struct {
	*clauses.Clauses
	slots meaning.Slots
	named map[string]bool
}

// Orders says whether a sentence of English that asks orders what it is taken for: it asks politely for a deed to one task that it names
// by its name, or for one to be made.
func Orders(c *clauses.Clauses, intent meaning.Intent, slots meaning.Slots) bool {
	s := sentence{c, slots, meaning.NamesIn(slots)}
	if s.Language != meaning.English || len(s.Words) < 3 || s.asksMore() || s.OfMany() {
		return false
	}
	if intent == meaning.CreateTask {
		return slots.Title != nil && s.asksForOne()
	}
	return s.asksTo() || s.asksToBe(intent) || s.asksToRename(intent)
}

// asksMore says whether something is asked beside the deed, or it is of one that went wrong: how can it be removed, be removed by mistake.
func (s sentence) asksMore() bool {
	for i := range s.Words {
		if s.Is(i, l.Mistake) || s.Is(i, l.What, l.Which, l.When, l.Who, l.HowMany, l.HowMuch, l.How, l.Why, l.Where) &&
			!s.TimeHolds(i) && !s.named[s.Norm(i)] && !s.opensWith(i) {
			return true
		}
	}
	return false
}

// opensWith says whether a word stands in what the sentence begins with to ask for a task: how about a reminder.
func (s sentence) opensWith(i int) bool {
	from := s.begin()
	return from < len(s.Words) && s.Words[i].First < s.Words[from].First+s.Forms.Requests.ForOne.At(s.Tokens, s.Words[from].First)
}

// begin is the first word that is no courtesy, in the sentence of the text that asks.
func (s sentence) begin() int {
	from := 0
	for i := range s.Words {
		if i > 0 && s.Parted(i) && s.Forms.Possibility[s.Norm(i)] {
			from = i // the tap still leaks, could there be a task
		}
	}
	for s.Is(from, l.Filler, l.Polite, l.Greeting, l.Yes) && !s.Is(from, l.Can) {
		from++
	}
	return from
}

// asksTo says whether one is asked to do a deed to a task of mine: would it be possible to cancel the visit, mind moving my eye test.
func (s sentence) asksTo() bool {
	if s.Main < 0 || s.Acts[s.Main].Negated || !s.ofMine() {
		return false
	}
	asks := s.Acts[s.Main].At.From - 1
	for s.Is(asks, l.Filler) && !s.Is(asks, l.Can) {
		asks--
	}
	return asks == s.begin() && s.Is(asks, l.Polite) && s.Is(asks, l.Can)
}

// asksToBe says whether it is asked that a deed be done to a task: can my eye test be moved to the 12th, can my stretches repeat every day.
func (s sentence) asksToBe(intent meaning.Intent) bool {
	from := s.begin()
	if s.Main < 0 || from >= len(s.Words) || !s.Forms.Possibility[s.Norm(from)] || s.Is(from+1, l.You, l.Me, l.Someone, l.Any) {
		return false
	}
	a := s.Acts[s.Main]
	repeats := a.Mood == clauses.Mentioned && (a.Does(l.Repeat) && s.slots.Recurrence != nil || a.Does(l.Delete) && s.leavesList(a))
	if a.At.From <= from+1 || a.Negated || a.Mood != clauses.Wished && !repeats || s.doneBy(a.At.To) {
		return false
	}
	return s.ofMine() || intent == meaning.UpdateTask && s.states() && s.namesThing(reading.Span{From: from + 1, To: a.At.From})
}

// leavesList says whether it is asked that a task leave the list: could the Dubai trip come off my list.
func (s sentence) leavesList(a clauses.Act) bool {
	within := s.Words[a.At.To-1].Last > s.Words[a.At.From].First // come off my
	return within && s.Is(a.At.To-1, l.List) || s.Is(a.At.To, l.List) || s.Is(a.At.To+1, l.List)
}

// Presses says whether a word that says no only presses one who is asked to do something to one task: can't you just delete the gym one.
func Presses(c *clauses.Clauses, not int, intent meaning.Intent, named map[string]bool) bool {
	s := sentence{Clauses: c}
	presses := not == 0 && s.Language == meaning.English && s.Forms.Requests.Pressing[s.Norm(0)] && s.Is(1, l.You)
	if !presses || s.OfMany() || s.Has(l.Mistake) {
		return false
	}
	verb := 2
	for s.Is(verb, l.Filler, l.Polite) {
		verb++
	}
	next := s.Past(verb+1, l.On)
	if !s.Is(verb, l.Base) || !s.Is(verb, l.Delete, l.Finish, l.Mark, l.Move, l.Change, l.Create, l.Remind, l.Put, l.Make, l.Rename) {
		return false
	}
	if intent == meaning.CreateTask {
		return len(named) > 0 && (s.Is(verb, l.Remind) && s.Is(verb+1, l.Me) && s.Is(verb+2, l.To) || s.Has(l.Task, l.List))
	}
	return !s.ID.Empty() || s.Is(next, l.It) || s.Is(next, l.The, l.My, l.This) && len(named) > 0
}

// doneBy says whether with a word it is said who does it: removed by someone else.
func (s sentence) doneBy(i int) bool {
	return s.Is(i, l.Se) && i+1 < len(s.Words) && !s.TimeHolds(i) && !s.TimeHolds(i+1)
}

// states says whether the sentence states what a task is to have.
func (s sentence) states() bool {
	return s.slots.Due != nil || s.slots.LinkedPrayer != nil || s.slots.Recurrence != nil || s.slots.Priority != nil
}

// namesThing says whether words name something that is no prayer, and no task of any kind: gym, durood sharif 50 times.
func (s sentence) namesThing(at reading.Span) bool {
	for i := at.From; i < at.To; i++ {
		if s.Is(i, l.Task, l.Prayer, l.Namaz, l.Any, l.All, l.You, l.Me, l.Someone, l.It) {
			return false
		}
	}
	return s.slots.TaskRef != nil && !s.Is(at.From, l.The, l.My, l.This) && s.named[s.Norm(at.From)]
}

// ofMine says whether the task is named by its number, or by a name that stands behind "the", "my" or a quotation mark.
func (s sentence) ofMine() bool {
	if !s.ID.Empty() {
		return true
	}
	if s.slots.TaskRef == nil {
		return false
	}
	first := text.Parse(*s.slots.TaskRef).Tokens[0].Norm
	for i, token := range s.Tokens {
		w := s.WordAt(i)
		if i > 0 && token.Norm == first && (s.Is(w-1, l.The, l.My, l.This) || token.Before.Has(text.Quote)) {
			return true
		}
	}
	return false
}

// asksToRename says whether we ask to call a task by a new name: can we call it X rather than Y.
func (s sentence) asksToRename(intent meaning.Intent) bool {
	from := s.begin()
	if intent != meaning.UpdateTask || s.slots.Title == nil || s.slots.TaskRef == nil || from+2 >= len(s.Words) {
		return false
	}
	return s.Forms.Grammar.CanWe[s.Norm(from)] && s.Forms.Grammar.We[s.Norm(from+1)] &&
		(s.Is(from+2, l.Rename) || s.Forms.Calling[s.Norm(from+2)])
}
