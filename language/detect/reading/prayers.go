package reading

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// PrayerOf returns the one of the five prayers that a word names.
func (s *Reading) PrayerOf(i int) string {
	if s.Is(i, l.Prayer) && !s.Is(i, l.Iftar, l.Sehri) && s.Words[i].Value != "Jummah" && !s.Effect(i) {
		return s.Words[i].Value
	}
	return ""
}

// Effect says whether asar is the word for an effect.
func (s *Reading) Effect(i int) bool { return s.Is(i, l.Foreign) }

// Linked finds the prayer that a task belongs to: the last one that is not what another stands in the place of.
func (s *Reading) Linked(of due.Moment) (prayer string) {
	if p := of.Prayer; p != "" && p != "Jummah" {
		return p
	}
	for i := range s.Words {
		p := s.PrayerOf(i)
		if p == "" || s.prayerRefused(i) || s.prayerReplaced(i) {
			continue
		}
		prayer = p
	}
	return prayer
}

func (s *Reading) laterPrayer(i int) bool {
	for j := i + 1; j < len(s.Words); j++ {
		if s.PrayerOf(j) != "" {
			return true
		}
	}
	return false
}

// prayerRefused says whether a prayer is named as one that a task is not to be linked to: not Fajr, instead of Fajr, Fajr se hatao, and in
// Urdu Fajr nahi Zuhr.
func (s *Reading) prayerRefused(i int) bool {
	urdu := func(not int) bool { return s.Is(not, l.Not) && s.Words[not].Languages&l.English == 0 }
	return s.Is(i-1, l.Instead) && s.Words[i-1].Languages&l.English != 0 || s.Is(i-1, l.Not) && !s.Is(i-2, l.Se) && !urdu(i-1) ||
		s.Is(i+1, l.Se) && s.Is(i+2, l.Delete) || urdu(i+1) && s.laterPrayer(i)
}

// prayerReplaced says whether another prayer is to come in place of one: Fajr ki jagah, Fajr ki namaz ki jagah, from Fajr to Asr.
func (s *Reading) prayerReplaced(i int) bool {
	return s.inPlace(i+1) || s.Is(i+1, l.Namaz) && s.inPlace(i+2) || (s.Is(i-1, l.From) || s.Is(i+1, l.Se)) && s.laterPrayer(i)
}

// inPlace says whether a word of Urdu says "in place of" what stands before it: ki jagah.
func (s *Reading) inPlace(i int) bool {
	return s.Is(i, l.Instead) && s.Words[i].Languages&l.English == 0 ||
		i < len(s.Words) && s.Forms.Grammar.InPlace.At(s.Tokens, s.Words[i].First) > 0
}
