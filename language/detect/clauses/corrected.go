package clauses

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/when"
)

// Correction is a run of tokens that take back what stands before them, where a number or a time follows at once: delete 6, no wait, 7.
type Correction struct {
	At  reading.Span
	For int // the word with which begins what is said instead
}

// findCorrections finds them, and the number of a task that is named by nothing but standing there.
func (s *Clauses) findCorrections() {
	for i := 1; i < len(s.Tokens); i++ {
		end := s.CorrectionEnds(i)
		if end == 0 {
			end = s.turnsEnd(i)
		}
		if end == 0 {
			end = s.slipEnd(i)
		}
		if end == 0 {
			continue
		}
		meant := s.pastSmall(s.WordAt(end))
		if meant < len(s.Words) && !s.takesPlace(meant) && !s.Parted(meant) {
			meant = s.pastExcuse(meant)
		}
		if meant < len(s.Words) && s.takesPlace(meant) {
			s.Corrections = append(s.Corrections, Correction{reading.Span{From: s.correctionFrom(i), To: s.Words[meant].First}, meant})
		}
		i = end - 1
	}
}

// takesPlace says whether what begins with a word is a time, or a number in the place of one before it.
func (s *Clauses) takesPlace(i int) bool { return s.TimeHolds(i) || s.correctsNumber(i) }

// CorrectionEnds is the token behind one or more corrections that begin with a token: wait no, I mean. It is 0 where none does.
func (s *Clauses) CorrectionEnds(token int) (end int) {
	for token < len(s.Tokens) {
		length := s.ClauseWords.Corrections.At(s.Tokens, token)
		w := s.WordAt(token)
		if length == 0 && w < len(s.Words) && s.Words[w].First == token && s.Is(w, l.Sorry) {
			length = s.Words[w].Last + 1 - token
		}
		if length == 0 {
			break
		}
		token += length
		end = token
	}
	return end
}

// correctionFrom is the token with which a correction begins that was found at one: the no before it belongs to it, nahi sorry.
func (s *Clauses) correctionFrom(token int) int {
	first := s.WordAt(token)
	from := first
	for !s.Parted(from) && s.Is(from-1, l.No, l.Not, l.Filler) && !s.Is(from-1, l.Dont) {
		from--
	}
	if from == first || !s.Parted(from) || s.Words[first].First != token {
		return token
	}
	return s.Words[from].First
}

// mostOfExcuse is how many words at most say why something was said wrong: نظر دھوکا کھا گئی.
const mostOfExcuse = 6

// pastExcuse passes over the rest of a clause that only says why something was said wrong, and names nothing: nahi nahi, ruko, 6 number.
func (s *Clauses) pastExcuse(from int) int {
	for i := from; i < min(from+mostOfExcuse, len(s.Words)); i++ {
		if i > from && s.Parted(i) {
			return s.pastSmall(i)
		}
		_, _, number := s.Num(s.Words[i].First)
		if number || s.TimeHolds(i) || s.Is(i, l.Wala, l.Task, l.Drop, l.Undo) || s.Is(i, taskDeeds...) || s.Forms.Keep[s.Norm(i)] {
			return len(s.Words)
		}
	}
	return len(s.Words)
}

// turnsEnd is the token behind those that say no or rather from one on, and so put the time behind them, with which the sentence ends, in
// the place of one before; 0 for none: chhe tareekh pe le jao nahi yaar saat tareekh pe; thursday ko shift karo.. balke friday ko. They
// begin a clause, or stand behind a deed. A number counts only as an hour: at 4 …, actually make it 5.
func (s *Clauses) turnsEnd(token int) int {
	length := s.ClauseWords.Turns.At(s.Tokens, token)
	if length == 0 {
		return 0
	}
	w := s.WordAt(token)
	if w >= len(s.Words) || s.Words[w].First != token || s.Is(w, l.Dont) ||
		!s.turnsHere(w) || s.ClauseWords.Else.At(s.Tokens, token) > 0 {
		return 0
	}
	for more := length; more > 0; length += more {
		more = s.ClauseWords.Turns.At(s.Tokens, token+length)
	}
	behind := s.WordAt(token + length)
	meant := s.pastSmall(behind)
	if meant >= len(s.Words) || meant > behind && s.Is(meant-1, l.Task, l.NumberWord) {
		return 0
	}
	e := s.TimeAt(s.Words[meant].First)
	if e == nil || !s.onlyMoves(s.WordAt(e.To)) {
		return 0
	}
	for i := range s.Times {
		if t := &s.Times[i]; t.To <= token && !t.Former && t.PutAnew(e) {
			return token + length
		}
	}
	return 0
}

// turnsHere says whether a clause begins with a word, but for a sigh, or a deed ends before it: hmm no; le jao nahi.
func (s *Clauses) turnsHere(w int) bool {
	for s.Is(w-1, l.Filler) && !s.Parted(w) {
		w--
	}
	return s.Parted(w) || slices.ContainsFunc(s.Acts, func(a Act) bool { return a.At.To == w && !a.Negated })
}

// onlyMoves says whether from a word on the sentence only says again what is done, or is courteous: … friday ko kar do please.
func (s *Clauses) onlyMoves(i int) bool {
	for ; i < len(s.Words); i++ {
		if !s.Is(i, l.Ko, l.On, l.Kar, l.Put, l.Move, l.Change, l.Make, l.Light, l.Is, l.Filler, l.Polite, l.Instead) {
			return false
		}
	}
	return true
}

// pastSmall passes over what may stand between a correction and what is meant: no wait, sorry, number.
func (s *Clauses) pastSmall(i int) int {
	for i < len(s.Words) {
		_, _, number := s.Num(s.Words[i].First)
		slip := s.ClauseWords.Slips.At(s.Tokens, s.Words[i].First)
		switch {
		case slip > 0 && s.Language == meaning.English:
			i = s.WordAt(s.Words[i].First + slip)
		case !number && s.Is(i, l.Filler, l.Polite, l.Sorry, l.Not, l.No, l.NumberWord, l.Task, l.It):
			i++
		default:
			return i
		}
	}
	return i
}

// slipEnd is the token behind words from one on that say of the number of a task that it was a slip, and another follows: close 13, typo,
// 31.
func (s *Clauses) slipEnd(token int) int {
	length := s.ClauseWords.Slips.At(s.Tokens, token)
	if length == 0 || s.Language != meaning.English {
		return 0
	}
	meant := s.pastSmall(s.WordAt(token))
	if !s.plainNumber(meant) || slices.ContainsFunc(s.Times, func(e when.Expression) bool { return e.Time() && e.To <= token }) &&
		!s.Is(meant-1, l.NumberWord, l.Task) {
		return 0 // set 4 to 5 pm, oops, 6
	}
	if _, to, _ := s.Num(s.Words[meant].First); !s.Parted(s.WordAt(to)) && !s.Is(s.WordAt(to), l.Polite, l.Filler) {
		return 0 // wait, 31 is done too
	}
	return token + length
}

// numbersDeed notes the number that stands right behind an order before a word, and is a task's: close 13 as done, make 4 high priority.
func (s *Clauses) numbersDeed(word int) bool {
	for _, a := range s.Acts {
		i := a.At.To
		if i >= word || a.Mood != Ordered || a.Negated || a.Urdu || !a.Is.Meets(Commands) || !s.plainNumber(i) {
			continue
		}
		number, to, _ := s.Num(s.Words[i].First)
		if after := s.WordAt(to); s.Parted(after) || !s.Bare(after) && !s.Counts(after) {
			s.IDs = append([]reading.Numbered{{At: reading.Span{From: s.Words[i].First, To: to}, Number: number}}, s.IDs...)
			return true
		}
	}
	return false
}

// correctsNumber says whether a number stands there in place of one before it, and notes it.
func (s *Clauses) correctsNumber(i int) bool {
	first := s.Words[i].First
	number, to, ok := s.Num(first)
	if !ok || !s.endsMeant(number, s.WordAt(to)) || (len(s.IDs) == 0 || s.IDs[0].At.From >= first) && !s.numbersDeed(i) {
		return false
	}
	id := reading.Numbered{At: reading.Span{From: first, To: to}, Number: number}
	if !slices.Contains(s.IDs, id) {
		s.IDs = append(s.IDs, id)
	}
	return true
}

// endsMeant says whether a number that is meant may end before a word: at the end, before the deed, before it is said again.
func (s *Clauses) endsMeant(number, i int) bool {
	if s.Follows(i) || s.Is(i, l.NumberWord) {
		return true
	}
	again, to, ok := s.Num(s.Words[min(i, len(s.Words)-1)].First)
	return ok && again == number && s.Is(s.WordAt(to), l.Is)
}

// Corrects says whether a word belongs to a correction.
func (s *Clauses) Corrects(i int) bool {
	return slices.ContainsFunc(s.Corrections, func(c Correction) bool { return c.At.Holds(s.Words[i].First) })
}

// Contrasted says whether a word denies one number, and another is meant: 5 nahi 6.
func (s *Clauses) Contrasted(i int) bool {
	return slices.ContainsFunc(s.Contrasts, func(c reading.Contrast) bool {
		return c.Not == i && slices.ContainsFunc(s.IDs, func(id reading.Numbered) bool { return id.At == c.Meant.At })
	})
}

// correctedLater says whether a time is put right behind it: budh ko likh lo, sorry jumeraat ko.
func (s *Clauses) correctedLater(e when.Expression) bool {
	return slices.ContainsFunc(s.Corrections, func(c Correction) bool { return e.To <= s.Words[c.For].First && s.TimeHolds(c.For) })
}
