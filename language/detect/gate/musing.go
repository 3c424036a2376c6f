package gate

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/when"
)

// Muses says whether what may be done is only thought about: I wonder whether to move it, soch rahi hun agle hafte likhun.
func Muses(c *clauses.Clauses) bool { return sentence{c}.muses(nil) }

// disclaims says whether it is asked or denied that something was ordered: when did I say, maine kab kaha, کس نے کہا.
func (s sentence) disclaims() bool {
	for i := range s.Tokens {
		if s.Forms.Unmeant.Disclaimed.At(s.Tokens, i) > 0 {
			return true
		}
	}
	return false
}

// saidOtherwise says whether it is another's word or deed that is told, or one that was never asked for.
func (s sentence) saidOtherwise(intent meaning.Intent) bool {
	if s.WhatIWrote(0) {
		return s.takenBack()
	}
	byThem := s.byAnother() || s.saidByThem(intent) || s.movedByThem(intent)
	return byThem || s.quotes() || s.reported(intent) || s.disclaims() || s.takenBack()
}

// takenBack says whether the end of a sentence takes back what is before it, or puts it off to no certain time: likhwana tha, khair choro;
// add a task, but not now.
func (s sentence) takenBack() bool {
	unmeant, ends := &s.Forms.Unmeant, len(s.Tokens)
	for ends > 0 && s.Is(s.WordAt(ends-1), l.Filler, l.Polite) {
		ends--
	}
	for i := range ends {
		if i > 0 && i+unmeant.TakenBack.At(s.Tokens, i) == ends {
			return true
		}
		if n := unmeant.NotNow.At(s.Tokens, i); i > 0 && n > 0 && i+n == ends && !s.ofAnotherTask(s.WordAt(ends-1)) {
			return !slices.ContainsFunc(s.TimesOf(), func(e when.Expression) bool { return e.To <= i && e.Time() })
		}
	}
	return false
}

// onlyThought says whether a deed is only thought of, or handed on.
func (s sentence) onlyThought(named map[string]bool) bool { return s.muses(named) || s.relayed() }

// muses says whether what may be done is only thought about, and nothing is ordered in a clause after that: I wonder whether to delete
// it, soch rahi hun ke hata dun.
func (s sentence) muses(named map[string]bool) bool {
	for i, token := range s.Tokens {
		if !named[token.Norm] && s.Forms.Unmeant.Musing.At(s.Tokens, i) > 0 {
			return !s.ordersLater(i) && !s.requested()
		}
	}
	return false
}

// undecided says whether a sentence ends with words that say that one does not know yet: I want to delete 4, still on the fence.
func (s sentence) undecided() bool {
	ends := len(s.Tokens)
	for ends > 0 && s.Is(s.WordAt(ends-1), l.Filler, l.Polite) {
		ends--
	}
	return s.Forms.Unmeant.Undecided.EndAt(s.Tokens, ends) > 0
}

// might says whether a clause of English begins with what leaves a deed open, of which nobody is named: might scrap 5.
func (s sentence) might() bool {
	if s.Main < 0 || s.Acts[s.Main].Urdu {
		return false
	}
	for i := s.Words[s.Acts[s.Main].At.From].First - 1; i >= 0 && !s.Tokens[i+1].Before.Ends(); i-- {
		switch norm := s.Tokens[i].Norm; {
		case s.Forms.Unmeant.Might[norm]:
			return i == 0 || s.Tokens[i].Before.Ends()
		case !s.Forms.Unmeant.Meanwhile[norm]:
			return false
		}
	}
	return false
}

// requested says whether the deed is what one is asked politely to do: I wonder if you could delete it.
func (s sentence) requested() bool { return s.Main >= 0 && s.Requests(s.Acts[s.Main].At.From) }

// relayed says whether in English the deed is what someone else told someone to do: my friend said complete task 4.
func (s sentence) relayed() bool {
	if s.Language != meaning.English || s.Main < 0 {
		return false
	}
	at := s.Acts[s.Main].At.From
	for i := at - 1; i > 0 && !s.Breaks(i+1); i-- {
		if s.Forms.Unmeant.Relays[s.Norm(i)] {
			return !s.Forms.Unmeant.NotOthers[s.Norm(i-1)] && !s.Is(i-1, l.Me) && !s.Parted(i)
		}
	}
	return false
}
