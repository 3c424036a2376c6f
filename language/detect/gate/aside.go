package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// aside says whether a word that says no stands in another clause of English than the order, where it gives a reason or tells of
// something else, and takes nothing back: drop task 5, I didn't get the flat.
func (s sentence) aside(i int, intent meaning.Intent) bool {
	if s.Language != meaning.English {
		return false
	}
	order, clause := s.order(intent), s.ClauseAt(i)
	switch {
	case order < 0 || clause.Holds(order) || s.deniesTask(i):
		return false
	case i < order:
		return !s.suspends(i, clause, order)
	}
	return s.corrects(i) || s.NoNeedSaid(i) || !s.takesBack(i, clause, intent)
}

// deniesNumber says whether in English a word only denies another number than the one of the task that is meant: not fourteen, it's fifteen
// that I want gone; it is fifteen that I wish deleted, not five.
func (s sentence) deniesNumber(not int) bool {
	if s.Language != meaning.English || s.ID.Empty() || s.Is(not, l.Dont) {
		return false
	}
	if !s.Parted(not) && !s.Is(not-1, l.No, l.Filler, l.But, l.And, l.Sorry) {
		return false
	}
	i := not + 1
	for s.Is(i, l.Task, l.NumberWord, l.The) {
		i++
	}
	if i >= len(s.Words) || s.PartedBetween(not, i) {
		return false
	}
	number, to, ok := s.Num(s.Words[i].First)
	after := s.WordAt(to)
	return ok && number != s.Number && !s.TimeHolds(i) && (s.EndsHere(after) || s.Is(after, l.It))
}

// deniesTask says whether a word denies the one task that was found: not three, where no other is named.
func (s sentence) deniesTask(i int) bool {
	for i++; s.Is(i, l.Task, l.NumberWord, l.The); i++ {
	}
	return i < len(s.Words) && s.ID.Holds(s.Words[i].First)
}

// order is the word by which a sentence says what is wanted: the deed, or else what a task is to have, or that one is to be made.
func (s sentence) order(intent meaning.Intent) int {
	deniesTold := s.Main >= 0 && s.Acts[s.Main].Negated && s.Acts[s.Main].Mood == clauses.Told
	switch {
	case s.Main >= 0 && (intent != meaning.UpdateTask || !deniesTold):
		return s.Acts[s.Main].At.From
	case intent == meaning.CreateTask:
		return s.Find(l.Reminder, l.New, l.Task)
	}
	for i := range s.Words {
		if s.Is(i, l.High, l.Low, l.Medium, l.Recur) || s.TimeHolds(i) && !s.TimeAt(s.Words[i].First).Former {
			return i
		}
	}
	return -1
}

// suspends says whether a word that says no in an earlier clause is about the order all the same: please don't, whatever happens, delete
// it; I can't come because task 3 is done.
func (s sentence) suspends(i int, clause reading.Span, order int) bool {
	if clause.To == i+1 && !s.Before(clause.To).Has(text.Stop|text.Question) {
		return s.Is(i, l.Dont) || !s.Parted(clause.To) // not because
	}
	if s.Forms.Joints.Under[s.Norm(s.ClauseAt(order).From)] {
		return true // not sure if task 4 should be ticked
	}
	if s.Main < 0 || s.wanted() {
		return false
	}
	alone := clause.To == clause.From+1 // no. five of them are done
	return alone || s.doubts(i, clause) || s.undone(i, clause) && s.ID.Empty()
}

// wanted says whether a deed is ordered or wished, and not only told of.
func (s sentence) wanted() bool {
	mood := s.Acts[s.Main].Mood
	return mood == clauses.Ordered || mood == clauses.Wished
}

// takesBack says whether a clause behind the order with a word that says no takes it back: delete it, no; mark it done, not yet; I don't
// think so.
func (s sentence) takesBack(i int, clause reading.Span, intent meaning.Intent) bool {
	aside := &s.Forms.Aside
	next := s.pastFillers(i+1, clause.To)
	ends := next == clause.To
	switch {
	case s.tellsWhy(i, clause, ends):
		return false
	case s.pastFillers(clause.From, i) == i && s.Is(i, l.Dont) && aside.Forbids[s.Norm(i)]:
		return ends || !aside.Reasons[s.Norm(next)] && !s.ofMe(next) || s.doubts(i, clause)
	case s.pastFillers(clause.From, i) == i && (ends || aside.Retracts[s.Norm(next)]):
		return true
	case ends && aside.Bare[s.Norm(i)] || s.Is(next, l.Yet) && next+1 == clause.To:
		return !s.numbered(clause)
	case aside.Ought[s.Norm(i)] && s.Is(i-1, l.It, l.This, l.Task, l.You):
		return true
	}
	return s.doubts(i, clause) || intent == meaning.CompleteTask && s.undone(i, clause) && !s.numbered(clause)
}

// tellsWhy says whether a clause behind the order only tells why: cause no way I'm making it, wife says no need. ends says that it ends
// with the word that says no.
func (s sentence) tellsWhy(not int, clause reading.Span, ends bool) bool {
	if !ends {
		return s.Forms.Joints.Why[s.Norm(clause.From)]
	}
	return s.Words[not].Last > s.Words[not].First && s.Forms.Unmeant.Says[s.Norm(not-1)]
}

// pastFillers is the first word from one on that is more than a courtesy or a joint.
func (s sentence) pastFillers(from, to int) int {
	for from < to && !s.Is(from, l.Not) {
		small := s.Is(from, l.Filler, l.Polite, l.Sorry, l.Yes, l.But, l.And, l.Then, l.Greeting)
		if !small && !s.Forms.Joints.Always[s.Norm(from)] {
			break
		}
		from++
	}
	return from
}

// doubts says whether it is told that one does not think so, or is not sure.
func (s sentence) doubts(i int, clause reading.Span) bool {
	next := i + 1
	if !s.Forms.Aside.Doubts[s.Norm(next)] { // sure is a yes, too
		next = s.pastFillers(next, clause.To)
	}
	if next >= clause.To || !s.Forms.Aside.Doubts[s.Norm(next)] {
		return false
	}
	next++
	return next == clause.To || s.Forms.Aside.Whether[s.Norm(next)]
}

// undone says whether it is told that a thing is not done, and no other thing: it isn't finished yet.
func (s sentence) undone(i int, clause reading.Span) bool {
	const near = 3 // words: not quite done
	for j := i; j < min(i+near, clause.To); j++ {
		if s.Is(j, l.State, l.Finish) {
			after := j + 1
			for after < clause.To && s.Is(after, l.It, l.Yet, l.Filler) {
				after++
			}
			return after == clause.To
		}
	}
	return false
}

// numbered says whether a clause names a task of its own.
func (s sentence) numbered(clause reading.Span) bool {
	for i := clause.From; i < clause.To; i++ {
		if number, _, ok := s.Num(s.Words[i].First); ok && number != s.Number && !s.TimeHolds(i) {
			return true
		}
	}
	return false
}

// corrects says whether a word that says no takes back what a task was called or when it is, and that is said anew: no wait, task 17.
func (s sentence) corrects(i int) bool {
	first := s.Words[i].First
	for at := max(0, first-1); at <= first; at++ {
		to := at + max(1, s.ClauseWords.Corrections.At(s.Tokens, at))
		next := s.WordAt(to)
		if to <= first || next >= len(s.Words) || !s.Parted(next) {
			continue
		}
		_, _, number := s.Num(to)
		return number || s.TimeHolds(next) || s.Is(next, l.Task, l.NumberWord)
	}
	return false
}
