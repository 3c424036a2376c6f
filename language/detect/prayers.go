package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/when"
)

// prayerOf returns the one of the five prayers that a word names.
func (s *reading) prayerOf(i int) string {
	if s.is(i, l.Prayer) && !s.is(i, l.Iftar, l.Sehri) && s.words[i].Value != "Jummah" && !s.effect(i) {
		return s.words[i].Value
	}
	return ""
}

// effect says whether asar is the word for an effect.
func (s *reading) effect(i int) bool { return s.is(i, l.Foreign) }

// linked finds the prayer that a task belongs to: the last one that is not what another stands in the place of.
func (s *reading) linked(of when.Moment) (prayer string) {
	if p := of.Prayer; p != "" && p != "Jummah" {
		return p
	}
	for i := range s.words {
		p := s.prayerOf(i)
		if p == "" || s.prayerRefused(i) || s.prayerReplaced(i) {
			continue
		}
		prayer = p
	}
	return prayer
}

func (s *reading) laterPrayer(i int) bool {
	for j := i + 1; j < len(s.words); j++ {
		if s.prayerOf(j) != "" {
			return true
		}
	}
	return false
}

// prayerRefused says whether a prayer is named as one that a task is not to be linked to: not Fajr, instead of Fajr, Fajr se hatao.
func (s *reading) prayerRefused(i int) bool {
	return s.is(i-1, l.Instead) && s.words[i-1].Languages&l.English != 0 || s.is(i-1, l.Not) && !s.is(i-2, l.Se) ||
		s.is(i+1, l.Se) && s.is(i+2, l.Delete)
}

// prayerReplaced says whether another prayer is to come in place of one: Fajr ki jagah, Fajr ki namaz ki jagah, from Fajr to Asr.
func (s *reading) prayerReplaced(i int) bool {
	return s.inPlace(i+1) || s.is(i+1, l.Namaz) && s.inPlace(i+2) || (s.is(i-1, l.From) || s.is(i+1, l.Se)) && s.laterPrayer(i)
}

// inPlace says whether a word of Urdu says "in place of" what stands before it: ki jagah.
func (s *reading) inPlace(i int) bool {
	return s.is(i, l.Instead) && s.words[i].Languages&l.English == 0
}
