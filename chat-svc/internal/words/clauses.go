package words

import (
	"strings"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/spelling"
)

// Pieces parts a list of names at what joins them, and leaves courtesies out: "emails, payroll and 3, please".
func Pieces(listed string) []string {
	said := text.Parse(listed)
	var pieces []string
	from := 0
	part := func(to int) {
		piece := between(said, from, to)
		if from = to; piece != "" && !Parse(piece).all(lists.Sets.Loanwords) {
			pieces = append(pieces, piece)
		}
	}
	for i, token := range said.Tokens {
		switch {
		case lists.Sets.Joining[token.Norm] || lists.Sets.Choosing[token.Norm]:
			part(i)
			from = i + 1
		case i > from && ends(said, i):
			part(i)
		}
	}
	part(len(said.Tokens))
	return pieces
}

// ends reports whether a clause ends before a token. What stands between two numbers without a space parts none: 10:30.
func ends(said text.Sentence, i int) bool {
	before := said.Tokens[i].Before
	inNumber := i > 0 && isDigits(said.Tokens[i-1].Norm) && isDigits(said.Tokens[i].Norm) && !before.Has(text.Space)
	return before.Ends() && !inNumber
}

// AfterCorrection returns what a message says behind the words by which it takes back what it said first: "the first, no wait, the second".
// It is empty for a message that takes nothing back.
func AfterCorrection(message string) string {
	said := text.Parse(message)
	for i := len(said.Tokens) - 1; i > 0; i-- {
		if length := lists.Corrections.at(said, i); length > 0 {
			return between(said, i+length, len(said.Tokens))
		}
	}
	return ""
}

// FirstClause parts a message behind its first clause. The rest is empty where there is only one.
func FirstClause(message string) (first, rest string) {
	said := text.Parse(message)
	for i, token := range said.Tokens {
		if i > 0 && (ends(said, i) || lists.Sets.Joining[token.Norm]) {
			from := i
			if lists.Sets.Joining[token.Norm] {
				from++
			}
			return between(said, 0, i), between(said, from, len(said.Tokens))
		}
	}
	return message, ""
}

// FirstSentence parts a message behind its first sentence. The rest is empty where there is only one.
func FirstSentence(message string) (first, rest string) {
	said := text.Parse(message)
	for i, token := range said.Tokens {
		if i > 0 && token.Before.Has(text.Stop) {
			return between(said, 0, i), between(said, i, len(said.Tokens))
		}
	}
	return message, ""
}

// SpeaksOfAll reports whether the message speaks of all there is.
func (w Message) SpeaksOfAll() bool { return w.any(lists.Sets.Alltold) }

// IsCourtesy reports whether a message is nothing but a courtesy.
func (w Message) IsCourtesy() bool { return w.all(lists.Sets.Loanwords) || w.all(lists.Sets.Thanking) }

// TakenOff returns what a message orders to be taken off, or nothing: "take the library card off".
func TakenOff(message string) string { return firstCapture(lists.takenOff, message) }

// WithoutTail returns a message without what only softens it at its end: "low priority though".
func WithoutTail(message string) string { return lists.tail.ReplaceAllString(message, "$1") }

// BeforeContrast returns what a message says before what it contrasts that with: "8 am, not 7". It is empty for any other.
func BeforeContrast(message string) string { return firstCapture(lists.contrast, message) }

// Keeps returns what a clause says is to be kept, or nothing: "keep the kit".
func Keeps(clause string) string { return firstCapture(lists.keeping, clause) }

// AfterOnly returns what a message says behind the word that narrows several to some: "no, only gym and bank".
func AfterOnly(message string) string {
	said := text.Parse(message)
	for i, token := range said.Tokens {
		if lists.Sets.Only[token.Norm] {
			return between(said, i+1, len(said.Tokens))
		}
	}
	return ""
}

// at returns how many tokens the longest of the phrases has that stands at a token, and 0 for none.
func (p phrases) at(said text.Sentence, i int) int {
	longest := 0
	for _, phrase := range p {
		if len(phrase) <= longest || i+len(phrase) > len(said.Tokens) {
			continue
		}
		same := true
		for j, word := range phrase {
			same = same && strings.Join(spelling.Words(said.Tokens[i+j].Norm), "") == word
		}
		if same {
			longest = len(phrase)
		}
	}
	return longest
}

// between returns a message from one token to before another, as it was typed.
func between(said text.Sentence, from, to int) string {
	if from >= to {
		return ""
	}
	return said.Original[said.Tokens[from].Start:said.Tokens[to-1].End]
}

// Clauses parts a message at commas, stops and "and".
func Clauses(message string) []string {
	said := text.Parse(message)
	var parts []string
	from := 0
	part := func(to int) {
		if to > from {
			parts = append(parts, said.Original[said.Tokens[from].Start:said.Tokens[to-1].End])
		}
	}
	for i, token := range said.Tokens {
		joins := Joins(token.Norm) || i > 0 && lists.Sets.Deedends[said.Tokens[i-1].Norm] && lists.Sets.Alsotyped[token.Norm] // ho gaya or …
		if i > from && (ends(said, i) || joins) {
			part(i)
			from = i
		}
		if joins && i == from {
			from = i + 1
		}
	}
	part(len(said.Tokens))
	return parts
}
