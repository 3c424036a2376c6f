package words

import (
	"slices"
)

// maxAgreeing is the most words of an answer that does nothing but agree.
const maxAgreeing = 8

// Agrees reports whether an answer does nothing but agree, in whatever words: "yeah go on", "yep, that's the one", "haan haan kar do".
func (w Message) Agrees() bool {
	if len(w.Folded) == 0 || len(w.Folded) > maxAgreeing || w.Asked {
		return false
	}
	return w.consists(lists.AgreePhrases, lists.Sets.Agree, lists.Sets.Aroundagreeing)
}

// consists reports whether the message consists of some phrases, some words and words around them, and has at least one of the first two.
func (w Message) consists(telling phrases, words, around wordSet) bool {
	tells := false
	for i := 0; i < len(w.Folded); {
		if length := telling.begin(w.Folded[i:]); length > 0 {
			tells = true
			i += length
			continue
		}
		if !words[w.Folded[i]] && !around[w.Folded[i]] {
			return false
		}
		tells = tells || words[w.Folded[i]]
		i++
	}
	return tells
}

// begin returns how many words the longest of the phrases has that some words begin with, and 0 for none.
func (p phrases) begin(said []string) int {
	longest := 0
	for _, phrase := range p {
		if len(phrase) > longest && len(phrase) <= len(said) && slices.Equal(said[:len(phrase)], phrase) {
			longest = len(phrase)
		}
	}
	return longest
}

// Refuses reports whether a message begins with a no, whatever follows: "no, it's the neighbour's fence".
func (w Message) Refuses() bool {
	return len(w.Folded) > 0 && (lists.Sets.Refusing[w.Folded[0]] || lists.Sets.Denying[w.Folded[0]])
}

// maxPlaced is the most words of an answer that names one of a list by its place alone.
const maxPlaced = 5

// Place returns the place in a list that a short answer names otherwise than by counting, 1 for "the former" and -1 for "the bottom one",
// or 0.
func (w Message) Place() int {
	switch {
	case len(w.Folded) > maxPlaced || w.any(lists.Sets.Denying):
	case w.any(lists.Sets.Former):
		return 1
	case w.any(lists.Sets.Latter):
		return -1
	}
	return 0
}
