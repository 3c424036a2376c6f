package reading

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// WhatIWrote says whether in English a word that asks begins to tell which task is meant: what I called "shop" should read weekly shop,
// where it says shop it should say weekly shop.
func (s *Reading) WhatIWrote(i int) bool {
	if s.Language != meaning.English || !s.Parted(i) || s.Find(l.Is) < 0 && !s.Forms.Reading.Within(s.Tokens) {
		return false
	}
	written := s.Forms.Unmeant.Says[s.Norm(i+2)] || s.Is(i+2, l.Put, l.Have)
	return s.Is(i, l.What) && s.Is(i+1, l.Me) && s.Is(i+2, l.Past) || s.Is(i, l.Where) && s.Is(i+1, l.It, l.Me, l.You) && written
}

// PastTopic is the first word behind what a task is about, if that is said: reminder about the bins.
func (s *Reading) PastTopic(i int) int {
	const most = 4 // words
	if !s.Is(i, l.About, l.For) || s.Parted(i) {
		return i
	}
	for j := i + 1; j <= i+most && j < len(s.Words) && !s.Parted(j); j++ {
		if s.Forms.Said.Longer.At(s.Tokens, s.Words[j].First) > 0 {
			return j
		}
	}
	return i
}

// PastLonger is the first word behind what says that a task is needed no more, and where it is: on there any more.
func (s *Reading) PastLonger(i int) (behind int, longer bool) {
	for i < len(s.Words) && !s.Parted(i) {
		switch n := s.Forms.Said.Longer.At(s.Tokens, s.Words[i].First); {
		case n > 0:
			i, longer = s.WordAt(s.Words[i].First+n), true
		case s.Is(i, l.On, l.There, l.My, l.The, l.List, l.In, l.Polite):
			i++
		default:
			return i, longer
		}
	}
	return i, longer
}

// Opening are the words at the beginning of a sentence of English that only say that a task follows, before a mark: new one - buy milk.
func (s *Reading) Opening() Span {
	for i := 0; i < min(3, len(s.Words)) && s.Language == meaning.English; i++ {
		n := s.Forms.Openings.At(s.Tokens, s.Words[i].First)
		if n == 0 {
			continue
		}
		to := s.WordAt(s.Words[i].First + n)
		if to >= len(s.Words) {
			break
		}
		const marks = text.Comma | text.Colon | text.Dash | text.Stop
		if gap := s.Before(to); gap.Has(marks) && gap.Has(text.Space) && s.Words[to-1].Last+1 == s.Words[to].First {
			return Span{From: i, To: to}
		}
		break
	}
	return Span{}
}

// OfMany says whether the sentence speaks of tasks in general: set reminders, add tasks.
func (s *Reading) OfMany() bool {
	for i := range s.Words {
		if s.OfSeveral(i) {
			return true
		}
	}
	return false
}
