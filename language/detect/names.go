package detect

import (
	"github.com/salaatflow/platform/language/detect/text"
)

// nameEnding is the run of words that nothing is known of which ends before a token.
func (s *reading) nameEnding(token int) span {
	from := token
	for from > 0 && s.nameless(from-1) && (from == token || !s.Tokens[from].Before.Ends()) {
		from--
	}
	return span{from, token}
}

// nameBeginning is the run of words that nothing is known of which begins at a token.
func (s *reading) nameBeginning(token int) span {
	to := token
	for to < len(s.Tokens) && s.nameless(to) && (to == token || !s.Tokens[to].Before.Ends()) {
		to++
	}
	return span{token, to}
}

// nameless says whether nothing is known of a token, so that it may be part of a name.
func (s *reading) nameless(token int) bool {
	w := s.wordAt(token)
	if w >= len(s.words) || s.words[w].First > token {
		w--
	}
	if w < 0 || s.Tokens[token].Script == text.Number || s.question.holds(token) || s.mentions.NotPlaces.at(s.Tokens, token) > 0 {
		return false
	}
	if e := s.timeAt(token); e != nil && e.Time() {
		return false
	}
	return s.words[w].Concepts.Empty()
}
