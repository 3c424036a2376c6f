package questions

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/slots/named"
)

// placeBeside sets what a question about prayers or masjids names besides the prayer and a known place: a place that is not
// known, a position, the method and the school.
func (s sentence) placeBeside(intent meaning.Intent, in meaning.Input, slots *meaning.Slots, cues *meaning.Cues) {
	cues.Near = s.Has(l.Near)
	var taken []reading.Span
	if intent == meaning.GetPrayerTimes || intent == meaning.GetCurrentPrayer {
		method, methodAt := named.Method(s.Clauses)
		school, schoolAt := named.School(s.Clauses)
		set(&slots.Method, method)
		set(&slots.Asr, school)
		if method == "" && school == "" {
			cues.UnknownMethod, methodAt = named.UnknownMethod(s.Clauses)
		}
		taken = append(taken, methodAt, schoolAt)
		if methodAt.Touches(s.Place.CityAt) {
			slots.City = nil
			taken = append(taken, s.Place.CityAt)
		}
		named.AskOfTime(s.Clauses, cues)
		cues.Was = s.asksOfThen()
	}
	if latitude, longitude, ok := named.Position(in.Text); ok {
		slots.Latitude, slots.Longitude = &latitude, &longitude
		return
	}
	if slots.City == nil && slots.MasjidName != nil && intent != meaning.ListMasjids {
		return
	}
	taken = append(taken, s.Place.AreaAt)
	if !s.Masjid.Empty() {
		taken = append(taken, s.Masjid)
	}
	set(&slots.City, named.City(s.Clauses, taken...))
}

// NamedElse is what is asked for where a sentence that is taken for something else names a method of prayer times or the
// topic of a hadith.
func NamedElse(c *clauses.Clauses, intent meaning.Intent) meaning.Intent {
	s := sentence{c}
	if s.Has(l.Task, l.Remind, l.Masjid) {
		return meaning.Unknown
	}
	looks := s.Main < 0 || s.Acts[s.Main].Does(l.Show, l.Tell, l.Give, l.See, l.Find)
	switch intent {
	case meaning.Unknown:
	case meaning.SearchMasjids, meaning.ListMasjids, meaning.GetMasjidDetails:
		if s.Has(l.Hadith) && looks {
			return meaning.GetRandomHadith
		}
		return meaning.Unknown
	default:
		return meaning.Unknown
	}
	if !looks || s.Has(l.Why) {
		return meaning.Unknown
	}
	if _, at, plainly := named.Topic(s.Clauses); plainly && !s.Asks() && !s.foreignOutside(at) {
		return meaning.GetRandomHadith
	}
	_, at := named.Method(s.Clauses)
	if at.Empty() {
		_, at = named.School(s.Clauses)
	}
	if s.Has(l.Prayer, l.Timetable) && !at.Empty() && !s.foreignOutside(reading.Span{From: at.From - 2, To: at.To + 2}) {
		return meaning.GetPrayerTimes
	}
	return meaning.Unknown
}

// foreignOutside says whether a word outside of some tokens is of what no tool does.
func (s sentence) foreignOutside(at reading.Span) bool {
	for i, w := range s.Words {
		if s.Is(i, l.Foreign, l.ForeignVerb) && !at.Holds(w.First) {
			return true
		}
	}
	return false
}
