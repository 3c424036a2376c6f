package chat

import "slices"

// drops reports whether the message does nothing but drop the matter: "chalo chhoro phir kabhi", "neither", "دونوں
// رہنے دو". Any other word makes it false.
func (w words) drops() bool {
	if len(w.folded) == 0 || len(w.folded) > maxDropWords {
		return false
	}
	leaves := w.any(lists.Sets.Leave)
	for i, word := range w.folded {
		if !lists.Sets.Leave[word] && !lists.Sets.Aroundleaving[word] {
			return false
		}
		leaves = leaves || i > 0 && slices.Contains(lists.LeavePairs, [2]string{w.folded[i-1], word})
	}
	return leaves
}

const maxDropWords = 8
