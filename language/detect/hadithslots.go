package detect

import (
	"github.com/salaatflow/platform/language/detect/text"
)

// hadithSlots finds the collection that a hadith is to be from, its number there, and the language of its text.
func (s slotSentence) hadithSlots(slots *Slots) {
	collection, at := s.longestOf(s.mentions.Collections)
	set(&slots.Collection, collection)
	language, _ := s.longestOf(s.mentions.Languages)
	set(&slots.TextIn, language)
	if collection == "" {
		return
	}
	if _, topic, _ := s.topic(); topic.touches(at) {
		slots.Topic = nil
	}
	for i, token := range s.Tokens {
		if token.Script == text.Number && !at.holds(i) {
			set(&slots.Number, token.Norm)
			return
		}
	}
}

// longestOf returns the key of the longest of the runs that the sentence has, and its tokens.
func (s slotSentence) longestOf(named map[string]runs) (key string, at span) {
	for i := range s.Tokens {
		for name, r := range named {
			if n := r.at(s.Tokens, i); n > at.to-at.from || n > 0 && n == at.to-at.from && at.from == i && name < key {
				key, at = name, span{i, i + n}
			}
		}
	}
	return key, at
}
