package detect

import (
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// unmeant says whether what a sentence speaks of is not wanted now, though no word denies it and nothing is asked: it is
// another's word that is told, it is taken back at once, or it is only nearly done, hoped for, or still to be done by
// someone. A task made of such a sentence may be wanted all the same: "I may fast on Friday, remind me".
func (s gateSentence) unmeant(intent Intent, named map[string]bool) bool {
	if s.quotes() || s.dropped(named) || s.ratherNot() || s.reported(intent) || s.byAnother() {
		return true
	}
	if intent == CreateTask {
		return false
	}
	if later(s.clauseReading, named) || s.possible() || s.intends() || s.markedBySomeone() {
		return true
	}
	ordered := s.main >= 0 && s.acts[s.main].mood == ordered
	return intent == DeleteTask && s.noTask(named) || s.hopes(named, ordered) || !ordered && s.promises(named) ||
		!ordered && intent == CompleteTask && s.nearly(named) ||
		(intent == CompleteTask || intent == DeleteTask) && s.due()
}

// markedBySomeone says whether it is told that someone marked a task.
func (s gateSentence) markedBySomeone() bool {
	return s.main >= 0 && s.has(l.Someone) && s.acts[s.main].mood == told && s.acts[s.main].does(l.Mark)
}

// quotes says whether the deed stands in a quotation, and what tells of another's words outside it: he said "delete it".
func (s gateSentence) quotes() bool {
	if s.main < 0 {
		return false
	}
	open, shut := -1, -1
	for i, token := range s.Tokens {
		if open < 0 && token.Before.Has(text.Quote) {
			open = i
		}
		if open >= 0 && token.After.Has(text.Quote) {
			shut = i
		}
	}
	at := s.acts[s.main].at
	if open < 0 || shut < open || s.words[at.from].First < open || s.words[at.to-1].Last > shut {
		return false
	}
	for i, token := range s.Tokens {
		if (i < open || i > shut) && s.forms.Unmeant.Says[token.Norm] {
			return true
		}
	}
	return false
}

// dropped says whether the sentence ends with "leave it" said of what was ordered or spoken of: delete it, no, leave it.
func (s gateSentence) dropped(named map[string]bool) bool {
	if s.main < 0 {
		return false
	}
	for i := s.acts[s.main].at.to; i < len(s.words); i++ {
		if !s.is(i, l.Drop) || named[s.norm(i)] || !s.last(i+1) {
			continue
		}
		if s.parted(i) || s.is(i-1, l.But, l.Not, l.No, l.Filler, l.Yes, l.Now) {
			return true
		}
		if s.forms.Unmeant.BeforeLeaving[s.norm(i-1)] {
			return true
		}
	}
	return false
}

// ratherNot says whether something else is preferred: I'd rather not, better not to.
func (s gateSentence) ratherNot() bool {
	for i := range s.Tokens[:max(0, len(s.Tokens)-1)] {
		if s.forms.Unmeant.Rather.at(s.Tokens, i) {
			return !s.ordersLater(i)
		}
	}
	return false
}

// ordersLater says whether what is wanted stands in a clause after a token.
func (s gateSentence) ordersLater(token int) bool {
	if s.main < 0 {
		return false
	}
	for i := token + 1; i <= s.words[s.acts[s.main].at.from].First; i++ {
		if s.Tokens[i].Before.Ends() {
			return true
		}
	}
	return false
}

// possible says whether what can be done is asked about, and of no task that is named: kya task delete ho sakta hai.
func (s gateSentence) possible() bool {
	if s.definite() || s.has(l.Polite) {
		return false
	}
	for i := range s.words {
		if s.is(i, l.Can) && s.is(i-1, l.Ho) && s.words[i].Languages&l.English == 0 {
			return true
		}
	}
	return false
}

// hopes says whether what is spoken of may be or is hoped for: maybe, shayad, I wish it were, if only.
// Could you perhaps is an order.
func (s gateSentence) hopes(named map[string]bool, ordered bool) bool {
	ordered = ordered || s.polite()
	unmeant := &s.forms.Unmeant
	for i := range s.words {
		norm := s.norm(i)
		if named[norm] {
			continue
		}
		if unmeant.UnsureUrdu[norm] {
			return true
		}
		if ordered {
			continue
		}
		wished := unmeant.Wish[s.Tokens[s.words[i].Last].Norm] && !unmeant.Infinitive[s.norm(i+1)]
		if wished || unmeant.Unsure[norm] || unmeant.Hoped.at(s.Tokens, s.words[i].First) {
			return true
		}
	}
	return false
}

// intends says whether in English someone other than the one spoken to will, may or plans to do it: I'll delete it later.
func (s gateSentence) intends() bool {
	if s.main < 0 || s.acts[s.main].urdu {
		return false
	}
	unmeant := &s.forms.Unmeant
	from := s.words[s.acts[s.main].at.from].First
	for i := from - 1; i >= 0 && !s.Tokens[i+1].Before.Ends(); i-- {
		norm, beforeTo := s.Tokens[i].Norm, unmeant.Infinitive[s.Tokens[i+1].Norm]
		switch {
		case unmeant.Will[norm]:
			return i > 0 && !unmeant.NotOthers[s.Tokens[i-1].Norm] && !s.Tokens[i].Before.Ends()
		case unmeant.ShortWill[norm]:
			return true
		case unmeant.Going[norm]:
			return beforeTo && !unmeant.NotOthers[s.Tokens[max(0, i-2)].Norm]
		case unmeant.Plans[norm]:
			return beforeTo && from == i+2
		case !unmeant.Meanwhile[norm]:
			return false
		}
	}
	return false
}

// promises says whether in Urdu the one who speaks will do it: kal karunga, کر لوں گی, hum … karenge.
func (s gateSentence) promises(named map[string]bool) bool {
	for i, token := range s.Tokens {
		if named[token.Norm] || i+1 < len(s.Tokens) && s.forms.Unmeant.Bearers.begin(s.Tokens[i+1].Norm) {
			continue
		}
		if s.firstFuture(i) || s.weWill(i) && !s.has(l.You, l.Question, l.Polite) {
			return true
		}
	}
	return false
}

// firstFuture says whether a token is a form of "I shall": karunga, kar loon ga.
func (s gateSentence) firstFuture(i int) bool {
	unmeant, norm := &s.forms.Unmeant, s.Tokens[i].Norm
	return unmeant.FirstFuture.end(norm) || unmeant.WillDo[norm] ||
		i > 0 && unmeant.FutureWords[norm] && unmeant.BeforeFuture.end(s.Tokens[i-1].Norm)
}

// weWill says whether a token is a form that "we shall" and "please do" have in common: karenge, کر لیں گے.
func (s gateSentence) weWill(i int) bool {
	return s.forms.Unmeant.WeOrYouWill[s.Tokens[i].Norm] || s.forms.Unmeant.WeOrYouApart.at(s.Tokens, i-1)
}

// nearly says whether it is told as not quite done: almost, 90 %, half, ho jane wala hai.
func (s gateSentence) nearly(named map[string]bool) bool {
	for i, token := range s.Tokens {
		if (!named[token.Norm] || len(named) == 1) && (s.almost(i) || s.percent(token) || s.forms.Unmeant.AboutTo.at(s.Tokens, i)) {
			return true
		}
	}
	return false
}

// almost says whether a token says almost, and not half an hour.
func (s gateSentence) almost(i int) bool {
	return s.forms.Unmeant.Almost[s.Tokens[i].Norm] && (i+1 == len(s.Tokens) || !s.forms.Unmeant.OfTimes[s.Tokens[i+1].Norm])
}

// percent says whether a token is how much of it is done, and that is not all.
func (s gateSentence) percent(token text.Token) bool {
	return token.Script == text.Number && token.Norm != "100" && strings.HasPrefix(strings.TrimSpace(s.Original[token.End:]), "%")
}

// noTask says whether what is to be removed is a thing that is no task, and no task is spoken of: delete this chat.
func (s gateSentence) noTask(named map[string]bool) bool {
	if len(named) == 0 || !s.id.empty() || s.has(l.Task, l.Wala, l.One, l.Ordinal) {
		return false
	}
	for norm := range named {
		if !s.forms.Unmeant.Besides[norm] {
			return false
		}
	}
	return true
}

// due says whether in English it is told as what should have been or must be, and is not: was supposed to be deleted,
// will be done.
func (s gateSentence) due() bool {
	if s.language != English || s.main < 0 || s.acts[s.main].mood == ordered {
		return false
	}
	for i := range s.words {
		if s.forms.Unmeant.Expected[s.norm(i)] || s.forms.Unmeant.Due.at(s.Tokens, s.words[i].Last) {
			return true
		}
	}
	return false
}
