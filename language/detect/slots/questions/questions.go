// Package questions finds what a question about masjids, prayers and hadiths states: a place, a masjid, a prayer, a day, the topic of a
// hadith. Of one about tasks it finds which are meant by their days and state.
package questions

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/slots/named"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// sentence is a question of which the slots are found.
type sentence struct{ *clauses.Clauses }

// Of finds what a question states; for what is asked of tasks it finds nothing.
func Of(c *clauses.Clauses, intent meaning.Intent, in meaning.Input, slots *meaning.Slots, cues *meaning.Cues) {
	s := sentence{c}
	switch intent {
	case meaning.ListMasjids, meaning.SearchMasjids, meaning.GetMasjidDetails, meaning.GetPrayerTimes, meaning.GetCurrentPrayer:
		s.placeSlots(intent, in, slots)
		s.placeBeside(intent, in, slots, cues)
	case meaning.GetIslamicDate:
		s.islamicSlots(in, slots)
	case meaning.GetRandomHadith:
		topic, _, _ := named.Topic(s.Clauses)
		set(&slots.Topic, topic)
		s.hadithSlots(slots)
	case meaning.GetDailyHadith:
		if topic, _, plainly := named.Topic(s.Clauses); plainly || !s.Has(l.Daily, l.Today, l.Recur, l.Day) && !s.Moments() {
			set(&slots.Topic, topic)
		}
		if m := due.Resolve(in.Options(true), s.TimesOf()...); m.Due != "" && m.Due[:10] != today(in) {
			set(&slots.Date, m.Due[:10])
		}
	}
}

func today(in meaning.Input) string {
	return in.Now.In(in.Zone).Format("2006-01-02")
}

func set(slot **string, value string) {
	if value != "" {
		*slot = &value
	}
}
