package detect

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

func (s slotSentence) placeSlots(intent Intent, in Input, slots *Slots) {
	set(&slots.Area, s.place.area)
	set(&slots.City, s.place.city)
	quoted := s.content().quoted()
	switch {
	case intent == SearchMasjids && !quoted.empty():
		s.masjid = span{s.words[quoted.from].First, s.words[quoted.to-1].Last + 1}
	case !s.masjid.empty():
	case intent == SearchMasjids || s.main >= 0 && s.acts[s.main].does(l.Find):
		s.masjid = s.soughtName()
	case intent == GetMasjidDetails, intent == GetPrayerTimes:
		s.masjid = s.bareName()
	}
	if !s.masjid.empty() && !s.onlyKind(s.masjid) {
		name := s.masjidOnly(s.masjid)
		set(&slots.MasjidName, text.Tidy(s.Between(name.from, name.to-1)))
	}
	switch intent {
	case ListMasjids, SearchMasjids:
		if n, ok := s.limit(); ok {
			slots.Limit = &n
		}
	case GetPrayerTimes, GetCurrentPrayer:
		for i := range s.words {
			if s.is(i, l.Prayer) && !s.effect(i) {
				set(&slots.Prayer, s.words[i].Value)
			}
		}
		if slots.Prayer != nil && *slots.Prayer == "Jummah" {
			return
		}
		days := slices.DeleteFunc(s.timesOf(), func(e when.Expression) bool { return !e.Is(when.Day) })
		past := s.language != English && s.says(s.mentions.Was)
		if m := when.Resolve(in.Options(past), days...); m.DayTold && m.Due != "" && m.Due[:10] != today(in) {
			set(&slots.Date, m.Due[:10])
		}
	}
}

// masjidOnly takes off a masjid's name words that only stand beside it: hunt down X, X walon ka number.
func (s slotSentence) masjidOnly(name span) span {
	beside := &s.mentions.BesideMasjids
	for name.to-name.from > 1 && beside.Behind.at(s.Tokens, name.to-1) > 0 {
		name.to--
	}
	for name.to-name.from > 1 && beside.Before.at(s.Tokens, name.from) > 0 {
		name.from++
	}
	return name
}

// past is the first word from one on that stands for none of these.
func (s slotSentence) past(i int, of ...l.Concept) int {
	for s.is(i, of...) {
		i++
	}
	return i
}
