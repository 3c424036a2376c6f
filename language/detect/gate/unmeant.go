package gate

import (
	"strings"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/clauses/attributes"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// unmeant says whether what a sentence speaks of is not wanted now, though no word denies it and nothing is asked: it is
// another's word that is told, it is taken back at once, or it is only nearly done, hoped for, or still to be done by
// someone. A task made of such a sentence may be wanted all the same: "I may fast on Friday, remind me".
func (s sentence) unmeant(intent meaning.Intent, named map[string]bool) bool {
	if s.dropped(named) || s.ratherNot() || s.saidOtherwise(intent) {
		return true
	}
	if intent == meaning.CreateTask {
		return s.Forms.Unmeant.Wish[s.Norm(0)] && s.Forms.Grammar.I.Begin(s.Norm(1)) // wish I could add an hour to my day
	}
	if Later(s.Clauses, named) || s.possible() || s.intends() || s.undecided() || s.might() || s.markedBySomeone() {
		return true
	}
	if intent != meaning.UpdateTask && s.onlyThought(named) {
		return true
	}
	ordered := s.Main >= 0 && s.Acts[s.Main].Mood == clauses.Ordered
	if s.hopes(named, ordered) || !ordered && s.promises(named) {
		return true
	}
	return s.unmeantOf(intent, named, ordered)
}

// unmeantOf says whether what is told makes a certain deed unmeant: what is no task cannot be removed, and what is nearly done is not.
func (s sentence) unmeantOf(intent meaning.Intent, named map[string]bool, ordered bool) bool {
	switch intent {
	case meaning.DeleteTask:
		return s.noTask(named) || s.due() || s.keepsNumbered()
	case meaning.CompleteTask:
		return !ordered && (s.nearly(named) || s.wantedByOthers()) || s.due() || s.Main < 0 && s.doneByOthers()
	case meaning.UpdateTask:
		return s.Main < 0 && s.nearly(named) || s.onlyRemoves()
	}
	return false
}

// onlyRemoves says whether all that is ordered is that a task be removed, so that nothing of it is to be changed: task 5 kal delete kar
// dena.
func (s sentence) onlyRemoves() bool {
	attributes := s.Has(l.Priority, l.High, l.Low, l.Medium, l.Category, l.Link, l.Recur, l.Repeat, l.Date, l.Prayer, l.Namaz) ||
		attributes.Taken(s.Clauses) >= 0
	if s.Main < 0 || !s.Acts[s.Main].Urdu && s.Language == meaning.English || s.Acts[s.Main].Mood != clauses.Ordered || attributes {
		return false
	}
	for _, a := range s.Acts {
		movesOn := s.Is(a.At.To-1, l.Kar) && s.Is(a.At.To-1, l.Stem) && a.At.To < len(s.Words) && s.TimeHolds(a.At.To) // hata kr itwar
		if !a.Does(l.Delete) || movesOn || a.Does(l.Put, l.Move, l.Change, l.Take, l.Reopen) {
			return false
		}
	}
	return true
}

// doneByOthers says whether in English it is told by whom a thing is done, and not by me: closed by the council.
func (s sentence) doneByOthers() bool {
	for i := range s.Words {
		if s.Is(i, l.Completed) && s.Is(i+1, l.Se) && i+2 < len(s.Words) && !s.Is(i+2, l.Me) && !s.TimeHolds(i+1) {
			return s.Language == meaning.English
		}
	}
	return false
}

// quotes says whether the deed stands in a quotation, and what tells of another's words outside it: he said "delete it".
func (s sentence) quotes() bool {
	if s.Main < 0 {
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
	at := s.Acts[s.Main].At
	if open < 0 || shut < open || s.Words[at.From].First < open || s.Words[at.To-1].Last > shut {
		return false
	}
	if s.Forms.Reading.EndAt(s.Tokens, open) > 0 || s.Forms.Retitled.EndAt(s.Tokens, open) > 0 {
		return false // should read "X"
	}
	for i, token := range s.Tokens {
		if (i < open || i > shut) && s.Forms.Unmeant.Says[token.Norm] {
			return true
		}
	}
	return false
}

// dropped says whether the sentence ends with "leave it" said of what was ordered or spoken of: delete it, no, leave it.
func (s sentence) dropped(named map[string]bool) bool {
	order := s.Main
	if order < 0 {
		order = len(s.Acts) - 1 // complete karna tha par rehne dein
	}
	if order < 0 {
		return false
	}
	for i := s.Acts[order].At.To; i < len(s.Words); i++ {
		leaves := s.Last(i+1) || s.EndsHere(i+1) && s.Is(i-1, l.No, l.Not)
		if !s.Is(i, l.Drop) || named[s.Norm(i)] || !leaves {
			continue
		}
		if s.Parted(i) || s.Is(i-1, l.But, l.Not, l.No, l.Filler, l.Yes, l.Now) {
			return true
		}
		if s.Forms.Unmeant.BeforeLeaving[s.Norm(i-1)] {
			return true
		}
	}
	return false
}

// ratherNot says whether something else is preferred: I'd rather not, better not to.
func (s sentence) ratherNot() bool {
	for i := range s.Tokens[:max(0, len(s.Tokens)-1)] {
		if s.Forms.Unmeant.Rather.At(s.Tokens, i) {
			return !s.ordersLater(i)
		}
	}
	return false
}

// ordersLater says whether what is wanted stands in a clause after a token.
func (s sentence) ordersLater(token int) bool {
	if s.Main < 0 {
		return false
	}
	for i := token + 1; i <= s.Words[s.Acts[s.Main].At.From].First; i++ {
		if s.Tokens[i].Before.Ends() {
			return true
		}
	}
	return false
}

// possible says whether what can be done is asked about, and of no task that is named: kya task delete ho sakta hai.
func (s sentence) possible() bool {
	if s.Definite() || s.Has(l.Polite) {
		return false
	}
	for i := range s.Words {
		if s.Is(i, l.Can) && s.Is(i-1, l.Ho) && s.Words[i].Languages&l.English == 0 {
			return true
		}
	}
	return false
}

// hopes says whether what is spoken of may be or is hoped for: maybe, shayad, I wish it were, if only.
// Could you perhaps is an order.
func (s sentence) hopes(named map[string]bool, ordered bool) bool {
	ordered = ordered || s.polite()
	unmeant := &s.Forms.Unmeant
	for i := range s.Words {
		norm := s.Norm(i)
		if named[norm] && i > 0 { // what comes first names no task
			continue
		}
		if unmeant.UnsureUrdu[norm] && !s.unsureWhy(i) {
			return true
		}
		if ordered {
			continue
		}
		wished := unmeant.Wish[s.Tokens[s.Words[i].Last].Norm] && !unmeant.Infinitive[s.Norm(i+1)] && !s.wishesOf(i)
		if wished || unmeant.Unsure[norm] || unmeant.Hoped.At(s.Tokens, s.Words[i].First) {
			return true
		}
	}
	return false
}

// wishesOf says whether with a word it is wished of a task before it that it be removed or the like: it is fifteen that I wish deleted.
func (s sentence) wishesOf(i int) bool {
	if s.Main < 0 || s.ID.Empty() || s.WordAt(s.ID.To) > i {
		return false
	}
	a := s.Acts[s.Main]
	return a.Mood == clauses.Wished && a.At.From == i+1 && s.Is(a.At.From, l.Past)
}

// intends says whether in English someone other than the one spoken to will, may or plans to do it: I'll delete it later.
func (s sentence) intends() bool {
	deed := s.Main
	if deed < 0 && len(s.Acts) > 0 {
		deed = 0 // they might move it
	}
	if deed < 0 || s.Acts[deed].Urdu || !s.Acts[deed].Is.Meets(clauses.Commands) {
		return false
	}
	unmeant := &s.Forms.Unmeant
	from := s.Words[s.Acts[deed].At.From].First
	for i := from - 1; i >= 0 && !s.Tokens[i+1].Before.Ends(); i-- {
		norm, beforeTo := s.Tokens[i].Norm, unmeant.Infinitive[s.Tokens[i+1].Norm]
		switch {
		case unmeant.Permits.At(s.Tokens, i) > 0 && s.Acts[deed].Mood == clauses.Wished && !s.Is(s.Acts[deed].At.To, l.Se):
			return false // that task may be closed
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
func (s sentence) promises(named map[string]bool) bool {
	for i, token := range s.Tokens {
		if named[token.Norm] || i+1 < len(s.Tokens) && s.Forms.Unmeant.Bearers.Begin(s.Tokens[i+1].Norm) {
			continue
		}
		if s.firstFuture(i) || s.weWill(i) && !s.Has(l.You, l.Question, l.Polite) {
			return true
		}
	}
	return false
}

// firstFuture says whether a token is a form of "I shall": karunga, kar loon ga.
func (s sentence) firstFuture(i int) bool {
	unmeant, norm := &s.Forms.Unmeant, s.Tokens[i].Norm
	return unmeant.FirstFuture.End(norm) || unmeant.WillDo[norm] ||
		i > 0 && unmeant.FutureWords[norm] && unmeant.BeforeFuture.End(s.Tokens[i-1].Norm)
}

// weWill says whether a token is a form that "we shall" and "please do" have in common: karenge, کر لیں گے.
func (s sentence) weWill(i int) bool {
	return s.Forms.Unmeant.WeOrYouWill[s.Tokens[i].Norm] || s.Forms.Unmeant.WeOrYouApart.At(s.Tokens, i-1)
}

// nearly says whether it is told as not quite done: almost, 90 %, half, ho jane wala hai.
func (s sentence) nearly(named map[string]bool) bool {
	for i, token := range s.Tokens {
		if (!named[token.Norm] || len(named) == 1) && (s.almost(i) || s.percent(token) || s.Forms.Unmeant.AboutTo.At(s.Tokens, i)) {
			return true
		}
	}
	return false
}

// almost says whether a token says almost, and not half an hour.
func (s sentence) almost(i int) bool {
	return s.Forms.Unmeant.Almost[s.Tokens[i].Norm] && (i+1 == len(s.Tokens) || !s.Forms.Unmeant.OfTimes[s.Tokens[i+1].Norm])
}

// percent says whether a token is how much of it is done, and that is not all.
func (s sentence) percent(token text.Token) bool {
	return token.Script == text.Number && token.Norm != "100" && strings.HasPrefix(strings.TrimSpace(s.Original[token.End:]), "%")
}

// noTask says whether what is to be removed is a thing that is no task, and no task is spoken of: delete this chat.
func (s sentence) noTask(named map[string]bool) bool {
	if len(named) == 0 || !s.ID.Empty() || s.Has(l.Task, l.Wala, l.One, l.Ordinal) {
		return false
	}
	for norm := range named {
		if !s.Forms.Unmeant.Besides[norm] {
			return false
		}
	}
	return true
}

// due says whether in English it is told as what should have been or must be, and is not: was supposed to be deleted,
// will be done.
func (s sentence) due() bool {
	if s.Language != meaning.English || s.Main < 0 || s.Acts[s.Main].Mood == clauses.Ordered {
		return false
	}
	for i := range s.Words {
		if s.Forms.Unmeant.Expected[s.Norm(i)] || s.Forms.Unmeant.Due.At(s.Tokens, s.Words[i].Last) {
			return true
		}
	}
	return false
}
