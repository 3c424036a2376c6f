package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/text"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// TellsDone says whether the sentence tells of something as done by who speaks, whatever it is: I watered the roses, dawai le li, the
// cake has been ordered. What was done need not be a task.
func TellsDone(c *clauses.Clauses) bool {
	s := sentence{c}
	if len(s.Words) == 0 || s.Has(l.If) || !s.tellsPerfect() || s.asksPlainly() {
		return false
	}
	if s.Language == meaning.English && SaysNo(c, 0, nil) {
		return false
	}
	return !s.unmeant(meaning.CompleteTask, nil, askedIfDone)
}

// tellsPerfect says whether a verb tells of something as done, by nobody else than who speaks. Few sentences have one.
func (s sentence) tellsPerfect() bool {
	if s.Language == meaning.English {
		return s.pastOfMine() || s.beenDoneTo()
	}
	return s.perfectOfMine()
}

// asksPlainly says whether a question mark or a word asks, and not only a verb at the beginning: did the worksheet.
func (s sentence) asksPlainly() bool {
	for _, token := range s.Tokens {
		if token.After.Has(text.Question) {
			return true
		}
	}
	subject := len(s.Tokens) > 1 && s.Forms.QuestionVerbs[s.Tokens[0].Norm] && s.Is(s.WordAt(1), l.Me, l.You, l.It, l.Someone)
	return subject || s.Has(l.Which, l.When, l.Who, l.HowMany, l.HowMuch, l.How, l.Why, l.Where)
}

// mostBefore is how many words may stand between "I" and what I did: I have already just finally.
const mostBefore = 4

// pastOfMine says whether in English "I" or "we", or nobody, did something: I rang Bilquis, watered the roses.
func (s sentence) pastOfMine() bool {
	from := 0
	for from < len(s.Tokens) && !s.Forms.Told.Mine[s.Tokens[from].Norm] && s.beforeTelling(from) {
		from++
	}
	mine := from < len(s.Tokens) && s.Forms.Told.Mine[s.Tokens[from].Norm]
	if !mine {
		return from < len(s.Tokens) && s.toldPast(from) && !s.Forms.Told.SamePast[s.Tokens[from].Norm]
	}
	for i := from + 1; i < min(from+1+mostBefore, len(s.Tokens)); i++ {
		if s.toldPast(i) {
			return true
		}
		if !s.Forms.Told.Between[s.Tokens[i].Norm] {
			return false
		}
	}
	return false
}

// beforeTelling says whether a token may stand before what is told: oh, and, alhamdulillah.
func (s sentence) beforeTelling(token int) bool {
	w := s.WordAt(token)
	return w >= len(s.Words) || s.Words[w].First > token || s.Is(w, l.Filler, l.Greeting, l.And, l.Yes, l.Polite, l.Smalltalk)
}

// toldPast says whether a token is a verb of English in the past.
func (s sentence) toldPast(token int) bool {
	norm := s.Tokens[token].Norm
	return s.Forms.Told.Past[norm] || len(norm) > shortestPast && s.Forms.Told.PastEndings.End(norm) && !s.Forms.Told.NotPast[norm]
}

// shortestPast is how many bytes a verb has at least that is known by its ending alone.
const shortestPast = 4

// beenDoneTo says whether in English something has been done to a thing: the roses have been watered, got the cake ordered.
func (s sentence) beenDoneTo() bool {
	for i := range s.Tokens[:len(s.Tokens)-1] {
		if s.Has(l.Someone) {
			return false
		}
		if i > 0 && s.Forms.Told.Passive[s.Tokens[i].Norm] && s.toldPast(i+1) {
			return true
		}
	}
	return false
}

// perfectOfMine says whether in Urdu a clause ends with a verb that tells of something as done, and not by another: dawai le li hai.
func (s sentence) perfectOfMine() bool {
	for i := 1; i < len(s.Tokens); i++ {
		if s.Forms.Ergative[s.Tokens[i].Norm] && !s.Forms.Ourselves[s.Tokens[i-1].Norm] {
			return false
		}
	}
	for i := 1; i < len(s.Words); i++ {
		perfect := s.Is(i, l.Perf) && s.Is(i, l.Light, l.Kar, l.Ho, l.Verb, l.Go) || s.Forms.Came[s.Norm(i)]
		next := s.pastDone(i + 1)
		if perfect && s.EndsHere(next) && !s.Is(next, l.Not) && !s.deniedBefore(i) {
			return true
		}
	}
	return false
}

// pastDone passes over what may stand behind a verb that tells of something as done: who did it, and what it was done to.
func (s sentence) pastDone(first int) int {
	next := first
	for s.Is(next, l.Me, l.Polite, l.Is) && !s.Parted(next) || next > first && next < len(s.Words) && s.Forms.Ergative[s.Norm(next)] {
		next++ // bhej diya mene, کھا لی ہے میں نے
	}
	for bare := 0; bare < mostBehind && s.Bare(next) && !s.Parted(next); bare++ {
		next++ // tal liye pakoray
	}
	if s.Is(next, l.My) && !s.Parted(next) {
		next = s.pastMine(next) // ho gayi meri iftar ki tayyari
	}
	return next
}

// pastMine passes over what is mine, of a few words: meri iftar ki tayyari.
func (s sentence) pastMine(i int) int {
	const most = 4
	for n := 0; n <= most && i < len(s.Words) && (n == 0 || !s.Parted(i)) && !s.Is(i, l.Verb, l.Is); n++ {
		i++
	}
	return i
}

// mostBehind is how many words may stand behind the verb that tells what was done to them.
const mostBehind = 2

// deniedBefore says whether a word of the clause before another one says no.
func (s sentence) deniedBefore(i int) bool {
	for ; i > 0 && !s.Breaks(i); i-- {
		if s.Is(i-1, l.Not) {
			return true
		}
	}
	return false
}

// Muses says whether what may be done is only thought about: I wonder whether to move it, soch rahi hun agle hafte likhun.
func Muses(c *clauses.Clauses) bool { return sentence{c}.muses(nil) }

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
