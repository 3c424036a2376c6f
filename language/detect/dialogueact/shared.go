package dialogueact

import (
	"unicode/utf8"

	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/spelling"
)

// How much of a message and of a task's name are the same words.
const (
	nothing model.Feature = iota + 1
	someWords
	allSaid  // every word of the message is one of the name's
	allNamed // every word of the name is said
)

// shared is the most that a message shares with one of the names.
func shared(said []text.Token, names []string) model.Feature {
	most, words := nothing, map[string]bool{}
	for _, token := range said {
		if counts(token) {
			words[spelling.Skeleton(token.Norm)] = true
		}
	}
	for _, name := range names {
		most = max(most, sharedWith(words, text.Parse(name).Tokens))
	}
	return most
}

func sharedWith(words map[string]bool, name []text.Token) model.Feature {
	both, named := 0, 0
	for _, token := range name {
		if !counts(token) {
			continue
		}
		named++
		if words[spelling.Skeleton(token.Norm)] {
			both++
		}
	}
	switch {
	case both == 0:
		return nothing
	case both == named:
		return allNamed
	case both >= len(words):
		return allSaid
	default:
		return someWords
	}
}

// counts reports whether a word is long enough to tell names apart: most of the shorter ones only join others.
func counts(token text.Token) bool { return utf8.RuneCountInString(token.Norm) >= 3 }
