package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/when"
)

// slotSentence is a sentence of which the slots are found.
type slotSentence struct{ *clauseReading }

// slotsOf finds what a sentence states for an intent.
func slotsOf(c *clauseReading, intent Intent, in Input, cues *Cues) (slots Slots) {
	s := slotSentence{c}
	switch intent {
	case CreateTask:
		s.createSlots(in, &slots, cues)
	case ListTasks:
		s.listSlots(in, &slots)
	case UpdateTask:
		s.updateSlots(in, &slots, cues)
	case DeleteTask, CompleteTask:
		s.pointSlots(&slots, cues)
	case ListMasjids, SearchMasjids, GetMasjidDetails, GetPrayerTimes, GetCurrentPrayer:
		s.placeSlots(intent, in, &slots)
		s.placeBeside(intent, in, &slots, cues)
	case GetIslamicDate:
		s.placeSlots(GetPrayerTimes, in, &slots)
		slots.Prayer, slots.MasjidName = nil, nil
		if !s.hijri.at.empty() {
			day := s.hijri.HijriDay
			slots.Hijri, slots.Date = &day, nil
		}
	case GetRandomHadith:
		topic, _, _ := s.topic()
		set(&slots.Topic, topic)
		s.hadithSlots(&slots)
	case GetDailyHadith:
		if topic, _, plainly := s.topic(); plainly || !s.has(l.Daily, l.Today, l.Recur, l.Day) && !s.moments() {
			set(&slots.Topic, topic)
		}
		if m := when.Resolve(in.Options(true), s.timesOf()...); m.Due != "" && m.Due[:10] != today(in) {
			set(&slots.Date, m.Due[:10])
		}
	}
	return slots
}

func today(in Input) string {
	return in.Now.In(in.Zone).Format("2006-01-02")
}

func set(slot **string, value string) {
	if value != "" {
		*slot = &value
	}
}

// setTime sets the slots that tell when.
func (s slotSentence) setTime(m when.Moment, slots *Slots, cues *Cues) {
	set(&slots.Recurrence, m.Recurrence)
	s.setHijri(slots)
	cues.ClockOnly = m.Due != "" && !m.DayTold
	cues.AfterIt = m.Relation != when.NoRelation && m.Prayer == ""
	if m.Minutes != 0 && m.Prayer != "Jummah" {
		r := &DueRelative{Prayer: m.Prayer, Minutes: m.Minutes}
		if m.DayTold && len(m.Due) >= 10 {
			set(&slots.Due, m.Due[:10])
			r.Date = m.Due[:10]
		}
		slots.DueRelative = r
		return
	}
	set(&slots.Due, m.Due)
}

// setHijri sets the slot of the day of the Islamic calendar on which something is to be done.
func (s slotSentence) setHijri(slots *Slots) {
	if !s.hijri.due.empty() {
		day := s.hijri.HijriDay
		slots.Hijri = &day
	}
}
