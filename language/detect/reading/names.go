package reading

import (
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// NameEnding is the run of words that nothing is known of which ends before a token.
func (s *Reading) NameEnding(token int) Span {
	from := token
	for from > 0 && s.nameless(from-1) && (from == token || !s.Tokens[from].Before.Ends()) {
		from--
	}
	return Span{from, token}
}

// NameBeginning is the run of words that nothing is known of which begins at a token.
func (s *Reading) NameBeginning(token int) Span {
	to := token
	for to < len(s.Tokens) && s.nameless(to) && (to == token || !s.Tokens[to].Before.Ends()) {
		to++
	}
	return Span{token, to}
}

// nameless says whether nothing is known of a token, so that it may be part of a name.
func (s *Reading) nameless(token int) bool {
	w := s.WordAt(token)
	if w >= len(s.Words) || s.Words[w].First > token {
		w--
	}
	if w < 0 || s.Tokens[token].Script == text.Number || s.Question.Holds(token) || s.Mentions.NotPlaces.At(s.Tokens, token) > 0 {
		return false
	}
	if e := s.TimeAt(token); e != nil && e.Time() {
		return false
	}
	return s.Words[w].Concepts.Empty()
}

// HasGot says whether a word closes in English the verb by which it is asked what a masjid has: has Badshahi Masjid got a library.
func (s *Reading) HasGot(i int) bool {
	return s.Language == meaning.English && s.Forms.OneTask.Having[s.Norm(i)]
}
