package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// understood is the share of a sentence's words, from 0 to 1, that say something for an intent: they are in a slot, tell
// a time, or are words of its kind. The words of a title or of a reference count, as any word may stand in them.
func (s sentence) understood(as meaning.Intent, slots meaning.Slots) float64 {
	if len(s.Words) == 0 {
		return 0
	}
	named := meaning.NamesIn(slots)
	if slots.MasjidName != nil {
		for _, token := range text.Parse(*slots.MasjidName).Tokens {
			named[token.Norm] = true
		}
	}
	known := 0
	for i, w := range s.Words {
		first := w.First
		if s.Place.AreaAt.Holds(first) || s.Place.CityAt.Holds(first) || s.TimeHolds(i) || s.ID.Holds(first) ||
			named[s.Tokens[first].Norm] || s.fits(i, as) {
			known++
		}
	}
	return float64(known) / float64(len(s.Words))
}

// fits says whether a word may belong to a sentence that goes on with an intent, and not to another subject.
func (s sentence) fits(i int, as meaning.Intent) bool {
	w := s.Words[i]
	switch {
	case w.Concepts.Empty(), w.Concepts.Has(l.Foreign, l.ForeignVerb):
		return false
	case w.Concepts.Has(l.Task, l.Priority, l.Category, l.Remind):
		return as == meaning.ListTasks || as.Writes()
	case w.Concepts.Has(l.Masjid):
		return as == meaning.ListMasjids || as == meaning.SearchMasjids || as == meaning.GetMasjidDetails || as == meaning.GetPrayerTimes ||
			as == meaning.GetCurrentPrayer
	case w.Concepts.Has(l.Hadith):
		return as == meaning.GetDailyHadith || as == meaning.GetRandomHadith
	case w.Concepts.Has(l.Delete):
		return as == meaning.DeleteTask
	case w.Concepts.Has(l.Create):
		return as == meaning.CreateTask
	}
	return true
}
