package reasons

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// noNeed says whether it is only told that a task is not needed, which is to be removed: task 7 no need, remove; hata do, not needed.
func (s sentence) noNeed(not int, order clauses.Act) bool {
	whys := &s.Forms.Whys
	_, to, ok := s.holds(func(at int) int { return max(whys.NoNeed.At(s.Tokens, at), whys.NotNeeded.At(s.Tokens, at)) }, not)
	if !ok || order.Mood != clauses.Ordered || s.asked(0, len(s.Words)-1) {
		return false
	}
	ends := s.Past(s.WordAt(to), l.Filler, l.Polite, l.Now)
	if not > order.At.From {
		return s.Parted(not) && ends == len(s.Words) && whys.NotNeeded.At(s.Tokens, s.Words[not].First) > 0
	}
	return s.Parted(ends) && ends <= order.At.From
}

// neededNoMore says whether it is told that a thing is needed no more, in a clause before another one: we shall not be needing the tent
// man, strike him from the list.
func (s sentence) neededNoMore(not int) bool {
	_, to, ok := s.holds(func(at int) int { return s.Forms.Said.NoLonger.At(s.Tokens, at) }, not)
	thing := s.WordAt(to)
	if !ok || !s.Is(thing, l.The, l.My, l.This) || s.Has(l.Question) || s.asked(0, len(s.Words)-1) {
		return false
	}
	for i := thing + 1; i < len(s.Words); i++ {
		if s.Parted(i) {
			return !s.BeginsToAsk(i) && !s.Forms.Duty[s.Norm(i)]
		}
	}
	return false
}

// over says whether it is told before an order, with no mark between them, that something is done no more, and the order is about that: not
// doing pilates any more bin that one.
func (s sentence) over(not int, order clauses.Act) bool {
	if s.Language != meaning.English || not >= order.At.From || !s.ordersThat(order) {
		return false
	}
	longer := false
	for i := not; i < order.At.From; i++ {
		if s.forbidsOrDoubts(i) || i > not && s.Is(i, l.Not, l.To) && !s.ends(i, order.At.From) {
			return false
		}
		longer = longer || s.ends(i, order.At.From)
	}
	return longer
}

// ends says whether words that say that something is so no longer begin with a word and end before another: any more.
func (s sentence) ends(i, to int) bool {
	first := s.Words[i].First
	n := s.Forms.Said.Longer.At(s.Tokens, first)
	return n > 0 && s.WordAt(first+n) == to
}

// ordersThat says whether an act is an order that ends the sentence, about what was told before: bin that one, get rid of it.
func (s sentence) ordersThat(a clauses.Act) bool {
	if a.Mood != clauses.Ordered && a.Mood != clauses.Mentioned || a.Negated {
		return false
	}
	within := false // take it off is one word
	for token := s.Words[a.At.From].First; token <= s.Words[a.At.To-1].Last; token++ {
		within = within || s.Forms.Grammar.It[s.Tokens[token].Norm]
	}
	if !within && !s.Is(a.At.To, l.It, l.This) || s.Is(a.At.From-1, l.To, l.And, l.Or, l.You, l.Me, l.Can, l.Someone, l.Want) {
		return false
	}
	i := a.At.To
	for i < len(s.Words) && (s.Is(i, l.It, l.This, l.One, l.Filler, l.Polite, l.Task, l.List, l.Completed, l.On, l.My, l.The, l.Thanks) ||
		s.Forms.Closing[s.Norm(i)] || s.Is(i, l.Finish)) {
		i++
	}
	return i == len(s.Words)
}

// forbidsOrDoubts says whether a word tells of what is said or thought, or of a deed that is done to tasks.
func (s sentence) forbidsOrDoubts(i int) bool {
	norm := s.Norm(i)
	says := s.Forms.Unmeant.Says[norm] || s.Forms.Unmeant.Telling[norm] || s.Forms.Aside.Doubts[norm]
	return says || s.Is(i, l.Delete, l.Finish, l.Mark, l.Change, l.Move, l.Reopen, l.Cancel, l.Rename, l.Create, l.Remind)
}

// answers says whether "no" at the beginning answers what was said before, and it is told what I have done, which is to be ticked: no I
// already fed the hens mark that one complete.
func (s sentence) answers(not int, order clauses.Act) bool {
	answers := not == 0 && s.Is(0, l.No) && !s.Is(0, l.Dont) && s.Language == meaning.English
	if answers && order.At.From > 1 && order.Mood == clauses.Ordered && s.Past(1, l.Filler, l.Polite) == order.At.From {
		return true // no just delete the gym one
	}
	if !answers || !s.Forms.Told.Mine[s.Norm(1)] || !s.ordersThat(order) {
		return false
	}
	for i := 2; i < order.At.From; i++ {
		if s.forbidsOrDoubts(i) || s.Is(i, l.Not) {
			return false
		}
		if !s.Forms.Told.Between[s.Norm(i)] {
			norm, told := s.Norm(i), &s.Forms.Told
			return told.Past[norm] || told.PastEndings.End(norm) && !told.NotPast[norm]
		}
	}
	return false
}

// needless says whether in Urdu it is told of a task that it is needed no longer, or that there is no use in keeping it: radio theek
// karwane ki zaroorat nahi rahi, CV wali cheez rakhne ka koi matlab nahi.
func (s sentence) needless(not int, intent meaning.Intent) bool {
	if intent != meaning.DeleteTask || s.Is(not, l.Dont) || not < 2 {
		return false
	}
	why := not - 1
	longer := s.Forms.Whys.Remaining[s.Norm(why)] || s.Forms.Whys.Remaining[s.Norm(not+1)]
	if s.Forms.Whys.Remaining[s.Norm(why)] {
		why--
	}
	if !s.Forms.Unmeant.Lacking[s.Norm(why)] {
		return false
	}
	for i := why - 1; i >= 0 && !s.Parted(i+1); i-- {
		if s.Is(i, l.Delete, l.Finish, l.Mark, l.Remind, l.Yaad, l.Create) {
			return false
		}
		longer = longer || s.Forms.Unmeant.NoLonger[s.Norm(i)] || s.Forms.Whys.Keeping[s.Norm(i)] && s.Is(i+1, l.Ka)
	}
	return longer
}
