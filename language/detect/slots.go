package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/when"
)

// slots finds what a sentence states for an intent.
func (d *Detector) slots(s *sentence, intent Intent, in Input, cues *Cues) (slots Slots) {
	switch intent {
	case CreateTask:
		d.createSlots(s, in, &slots, cues)
	case ListTasks:
		d.listSlots(s, in, &slots)
	case UpdateTask:
		d.updateSlots(s, in, &slots, cues)
	case DeleteTask, CompleteTask:
		d.pointSlots(s, &slots, cues)
	case ListMasjids, SearchMasjids, GetMasjidDetails, GetPrayerTimes, GetCurrentPrayer:
		d.placeSlots(s, intent, in, &slots)
		s.placeBeside(intent, in, &slots, cues)
	case GetIslamicDate:
		d.placeSlots(s, GetPrayerTimes, in, &slots)
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
		if m := when.Resolve(d.options(in, true), s.timesOf()...); m.Due != "" && m.Due[:10] != d.today(in) {
			set(&slots.Date, m.Due[:10])
		}
	}
	return slots
}

func (d *Detector) today(in Input) string {
	return in.Now.In(d.options(in, false).Zone).Format("2006-01-02")
}

func set(slot **string, value string) {
	if value != "" {
		*slot = &value
	}
}

// timesOf returns the expressions that tell when, without those that hold a task's number.
func (s *sentence) timesOf() []when.Expression {
	times := make([]when.Expression, 0, len(s.times))
	for _, e := range s.times {
		if e.Time() && !s.id.touches(span{e.From, e.To}) {
			times = append(times, e)
		}
	}
	return times
}

// timeHolds says whether a word is part of a time: after Fajr.
func (s *sentence) timeHolds(i int) bool {
	e := s.timeAt(s.words[i].First)
	return e != nil && e.Time()
}

// setTime sets the slots that tell when.
func (s *sentence) setTime(m when.Moment, slots *Slots, cues *Cues) {
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
