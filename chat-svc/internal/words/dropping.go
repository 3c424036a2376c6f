package words

import (
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/matching"
)

// LeavesQuestion reports whether a message leaves the question that is open: "hmm, actually don't", "chal chhor".
func (w Message) LeavesQuestion() bool {
	if len(w.Folded) == 0 || w.Asked {
		return false
	}
	if len(w.Folded) > maxDropWords {
		return w.beginsToLeave()
	}
	return lists.LeaveEnds[w.Folded[len(w.Folded)-1]] ||
		slices.ContainsFunc(lists.LeavePhrases, func(phrase []string) bool { return matching.Holds(w.Folded, phrase) })
}

// beginsToLeave reports whether the first words of a longer message leave the question, and the rest only says why: "oh leave it be, I
// will ask Amina first".
func (w Message) beginsToLeave() bool {
	const before = 2 // oh no, leave it
	for from := range min(before+1, len(w.Folded)) {
		if lists.LeavePhrases.begin(w.Folded[from:]) > 0 {
			return true
		}
	}
	return false
}

// Drops reports whether the message does nothing but drop the matter: "chalo chhoro phir kabhi", "neither", "دونوں
// رہنے دو". Any other word makes it false.
func (w Message) Drops() bool {
	if len(w.Folded) == 0 || len(w.Folded) > maxDropWords {
		return false
	}
	leaves := w.any(lists.Sets.Leave)
	for i, word := range w.Folded {
		if !lists.Sets.Leave[word] && !lists.Sets.Aroundleaving[word] {
			return false
		}
		leaves = leaves || i > 0 && slices.Contains(lists.LeavePairs, [2]string{w.Folded[i-1], word})
	}
	return leaves
}

// Leaves reports whether the message holds a word that leaves something as it is.
func (w Message) Leaves() bool { return w.any(lists.Sets.Leave) }

// ButSome reports whether the message says yes and excepts something: "haan magar 2 wala nahi".
func (w Message) ButSome() bool {
	return w.any(lists.Sets.Agree) && (w.any(lists.Sets.Excepting) || w.Denies() || w.Leaves())
}

// WithoutYes returns what a text says behind the yes and the but with which it begins.
func WithoutYes(text string) string {
	said := Parse(text)
	for i, word := range said.Folded {
		if !lists.Sets.Agree[word] && !lists.Sets.Excepting[word] {
			return strings.Join(said.Folded[i:], " ")
		}
	}
	return ""
}

const maxDropWords = 8
