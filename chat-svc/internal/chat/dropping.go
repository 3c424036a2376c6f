package chat

import "slices"

// leavesQuestion reports whether a short message leaves the question that is open: "hmm, actually don't", "chal chhor".
func (w words) leavesQuestion() bool {
	if len(w.folded) == 0 || len(w.folded) > maxDropWords || w.asked {
		return false
	}
	return lists.LeaveEnds[w.folded[len(w.folded)-1]] ||
		slices.ContainsFunc(lists.LeavePhrases, func(phrase []string) bool { return holds(w.folded, phrase) })
}

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
