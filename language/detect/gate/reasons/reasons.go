// Package reasons finds words that say no and deny nothing of an order, since they only tell why it is given, soften it, or stand in what
// is to be noted: I never go any more, delete it; if you don't mind; add "don't be late".
package reasons

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// sentence is a sentence in which a word says no.
type sentence struct{ *clauses.Clauses }

// Tells says whether a word that says no only tells why what is wanted is ordered, softens it, or stands in what is to be noted, of which
// the words are named.
func Tells(c *clauses.Clauses, not int, intent meaning.Intent, named map[string]bool) bool {
	s := sentence{c}
	if s.courteous(not) || s.noted(not, intent, named) || s.assents(not) {
		return true
	}
	if s.Language != meaning.English && s.needless(not, intent) {
		return true
	}
	if s.Main < 0 {
		return intent == meaning.DeleteTask && s.neededNoMore(not)
	}
	if s.Acts[s.Main].Negated {
		return false
	}
	order := s.Acts[s.Main]
	return s.refused(not, order) || s.neverAgain(not, order) || intent == meaning.DeleteTask && (s.noNeed(not, order) || s.over(not, order)) ||
		intent != meaning.CreateTask && s.answers(not, order)
}

// holds says whether a word stands in a run of words that begins no more than four tokens before it, and in which tokens that is.
func (s sentence) holds(runs func(token int) int, word int) (from, to int, ok bool) {
	const most = 4
	first := s.Words[word].First
	for at := max(0, first-most); at <= first; at++ {
		if to := at + runs(at); to > first {
			return at, to, true
		}
	}
	return 0, 0, false
}

// courteous says whether the word stands in a courtesy at an edge of a clause: if you don't mind.
func (s sentence) courteous(not int) bool {
	from, to, ok := s.holds(func(at int) int { return s.Forms.Whys.Courtesies.At(s.Tokens, at) }, not)
	return ok && (s.Parted(s.WordAt(from)) || s.EndsHere(s.WordAt(to)))
}

// noted says whether the word is the first of what is to be noted, or stands in quotation marks behind the order: add stop buying crisps,
// add "don't be late for class".
func (s sentence) noted(not int, intent meaning.Intent, named map[string]bool) bool {
	if intent != meaning.CreateTask || s.Main < 0 || !named[s.Norm(not)] {
		return false
	}
	order := s.Acts[s.Main]
	if order.Mood != clauses.Ordered || order.Negated || not < order.At.To {
		return false
	}
	if s.Before(order.At.To).Has(text.Quote) {
		for i := order.At.To; i < len(s.Words); i++ {
			if s.After(i).Has(text.Quote) {
				return not <= i
			}
		}
		return false
	}
	next := not + 1
	return not == order.At.To && s.Forms.Whys.Quitting[s.Norm(not)] && !s.Parted(not) && !s.Parted(next) && named[s.Norm(next)]
}

// assents says whether "na" stands behind what is told or ordered, and asks for assent: it's been booked na, tick it; hata do na woh.
func (s sentence) assents(not int) bool {
	if not == 0 || !s.Forms.Softeners[s.Norm(not)] {
		return false
	}
	next := not + 1
	if s.Language != meaning.English {
		return s.Is(not-1, l.Imp) && s.Is(next, l.It, l.This) && s.EndsHere(next+1)
	}
	if !s.EndsHere(next) || s.After(not).Has(text.Question) {
		return false
	}
	acts := func(a clauses.Act) bool { return a.At.To == not && !a.Negated }
	if !s.Parted(not) {
		return s.Is(not-1, l.It) || slices.ContainsFunc(s.Acts, acts)
	}
	ordered := s.Main >= 0 && s.Acts[s.Main].Mood == clauses.Ordered && s.Acts[s.Main].At.From > not
	return ordered && !s.Acts[s.Main].Negated && !s.Before(not).Has(text.Question)
}

// refused says whether behind the order it is told that others said no to the thing: delete the bake sale, the committee voted no.
func (s sentence) refused(not int, order clauses.Act) bool {
	said := not > order.At.To && s.Forms.Whys.Voting[s.Norm(not-1)] && !s.Is(not-2, l.Me) && s.EndsHere(not+1)
	return said && s.Language == meaning.English && s.PartedBetween(order.At.To-1, not) && !s.asked(order.At.To, not)
}

// asked says whether a question ends between two words.
func (s sentence) asked(from, to int) bool {
	for i := from; i <= to && i < len(s.Words); i++ {
		if s.Before(i).Has(text.Question) || s.After(i).Has(text.Question) {
			return true
		}
	}
	return false
}

// neverAgain says whether behind what is told as done it is only said that it is not to be done again.
func (s sentence) neverAgain(not int, told clauses.Act) bool {
	_, to, ok := s.holds(func(at int) int { return s.Forms.Whys.NeverAgain.At(s.Tokens, at) }, not)
	return ok && to == len(s.Tokens) && told.Mood == clauses.Told && told.At.To <= not && !s.asked(told.At.From, not)
}
