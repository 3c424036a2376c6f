package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// understood is the share of a sentence's words, from 0 to 1, that say something for an intent: they are in a slot, tell
// a time, or are words of its kind. The words of a title or of a reference count, as any word may stand in them.
func (s sentence) understood(as Intent, slots Slots) float64 {
	if len(s.words) == 0 {
		return 0
	}
	named := namesIn(slots)
	if slots.MasjidName != nil {
		for _, token := range text.Parse(*slots.MasjidName).Tokens {
			named[token.Norm] = true
		}
	}
	known := 0
	for i, w := range s.words {
		first := w.First
		if s.place.areaAt.holds(first) || s.place.cityAt.holds(first) || s.timeHolds(i) || s.id.holds(first) ||
			named[s.Tokens[first].Norm] || s.fits(i, as) {
			known++
		}
	}
	return float64(known) / float64(len(s.words))
}

// fits says whether a word may belong to a sentence that goes on with an intent, and not to another subject.
func (s sentence) fits(i int, as Intent) bool {
	w := s.words[i]
	switch {
	case w.Concepts.Empty(), w.Concepts.Has(l.Foreign, l.ForeignVerb):
		return false
	case w.Concepts.Has(l.Task, l.Priority, l.Category, l.Remind):
		return as == ListTasks || as.Writes()
	case w.Concepts.Has(l.Masjid):
		return as == ListMasjids || as == SearchMasjids || as == GetMasjidDetails || as == GetPrayerTimes || as == GetCurrentPrayer
	case w.Concepts.Has(l.Hadith):
		return as == GetDailyHadith || as == GetRandomHadith
	case w.Concepts.Has(l.Delete):
		return as == DeleteTask
	case w.Concepts.Has(l.Create):
		return as == CreateTask
	}
	return true
}
