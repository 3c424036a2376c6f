package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// ClauseAt returns the words of the clause of English in which a word stands.
func (s *Clauses) ClauseAt(i int) reading.Span {
	at := reading.Span{From: i, To: i + 1}
	for at.From > 0 && !s.begins(at.From) {
		at.From--
	}
	for at.To < len(s.Words) && !s.begins(at.To) {
		at.To++
	}
	return at
}

// SentenceAt returns the words of the sentence in which a word stands, where a text is several.
func (s *Clauses) SentenceAt(i int) reading.Span {
	at := reading.Span{From: i, To: i + 1}
	for at.From > 0 {
		at.From--
	}
	for at.To < len(s.Words) && !s.Before(at.To).Has(text.Stop|text.Question) {
		at.To++
	}
	return at
}

// begins says whether a clause of English begins with a word: behind a mark, or with a word that joins clauses.
func (s *Clauses) begins(i int) bool {
	return s.Parted(i) || s.conjoins(i)
}

// conjoins says whether a word joins a clause to the one before: so, because, as they don't, and I.
func (s *Clauses) conjoins(i int) bool {
	norm, joints := s.Norm(i), &s.Forms.Joints
	return joints.Unless[norm] && !s.Is(i-1, l.Not, l.Is, l.You)
}

// Embedded says whether in English a word that asks stands where it asks nothing, behind "know" or the like in a clause beside what is
// wanted: I don't know why it's still there, delete it.
func (s *Clauses) Embedded(i int) bool {
	if !s.Forms.Embeds[s.Norm(i-1)] {
		return false
	}
	if s.Main < 0 {
		return s.Is(i+1, l.Me, l.It, l.Someone) // how to, how do you
	}
	return !s.ClauseAt(i).Holds(s.Acts[s.Main].At.From)
}
