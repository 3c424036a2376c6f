package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// placeBeside sets what a question about prayers or masjids names besides the prayer and a known place: a place that is not
// known, a position, the method and the school.
func (s slotSentence) placeBeside(intent Intent, in Input, slots *Slots, cues *Cues) {
	cues.Near = s.has(l.Near)
	var taken []span
	if intent == GetPrayerTimes || intent == GetCurrentPrayer {
		method, methodAt := s.method()
		school, schoolAt := s.school()
		set(&slots.Method, method)
		set(&slots.Asr, school)
		if method == "" && school == "" {
			cues.UnknownMethod, methodAt = s.unknownMethod()
		}
		taken = append(taken, methodAt, schoolAt)
		if methodAt.touches(s.place.cityAt) {
			slots.City = nil
		}
		s.askOfTime(cues)
	}
	if latitude, longitude, ok := positionIn(in.Text); ok {
		slots.Latitude, slots.Longitude = &latitude, &longitude
		return
	}
	if slots.City != nil || slots.MasjidName != nil && intent != ListMasjids {
		return
	}
	taken = append(taken, s.place.areaAt)
	if !s.masjid.empty() {
		taken = append(taken, s.masjid)
	}
	set(&slots.City, s.strangePlace(taken...))
}

// namedElse is what is asked for where a sentence that is taken for something else names a method of prayer times or the
// topic of a hadith.
func namedElse(c *clauseReading, intent Intent) Intent {
	s := slotSentence{c}
	if s.has(l.Task, l.Remind, l.Masjid) {
		return Unknown
	}
	looks := s.main < 0 || s.acts[s.main].does(l.Show, l.Tell, l.Give, l.See, l.Find)
	switch intent {
	case Unknown:
	case SearchMasjids, ListMasjids, GetMasjidDetails:
		if s.has(l.Hadith) && looks {
			return GetRandomHadith
		}
		return Unknown
	default:
		return Unknown
	}
	if !looks || s.has(l.Why) {
		return Unknown
	}
	if _, at, plainly := s.topic(); plainly && !s.asks() && !s.foreignOutside(at) {
		return GetRandomHadith
	}
	_, at := s.method()
	if at.empty() {
		_, at = s.school()
	}
	if s.has(l.Prayer, l.Timetable) && !at.empty() && !s.foreignOutside(span{at.from - 2, at.to + 2}) {
		return GetPrayerTimes
	}
	return Unknown
}

// foreignOutside says whether a word outside of some tokens is of what no tool does.
func (s slotSentence) foreignOutside(at span) bool {
	for i, w := range s.words {
		if s.is(i, l.Foreign, l.ForeignVerb) && !at.holds(w.First) {
			return true
		}
	}
	return false
}
