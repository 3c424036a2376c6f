package tasks

import (
	"strconv"
	"strings"
	"time"
)

// maxPrayerOffset is the most minutes by which a task is before or after its prayer.
const maxPrayerOffset = 720

// nightReach is how long after midnight the prayer of an evening, and what is done at it, may still be.
const nightReach = 3 * time.Hour

// setOffset sets how far from its prayer the task is, after its prayer and its due time have been set. An offset that was set before goes
// with the prayer, or when the task gets a time of day of its own.
func (f fields) setOffset(wrong *Invalid, task *Task, before Task, zone *time.Location) {
	kept := before.PrayerOffset != 0 && task.Due.Equal(before.Due)
	hasOwnTime := !task.Due.IsZero() && !task.isDueOnADay(zone) && !kept
	const field = "prayer_offset_minutes"
	switch minutes := f.PrayerOffset; {
	case minutes == nil:
		if task.LinkedPrayer == "" || hasOwnTime {
			task.PrayerOffset = 0
		}
	case *minutes < -maxPrayerOffset || *minutes > maxPrayerOffset:
		wrong.add(field, "must be from "+strconv.Itoa(-maxPrayerOffset)+" to "+strconv.Itoa(maxPrayerOffset))
	case *minutes != 0 && task.LinkedPrayer == "":
		wrong.add(field, "needs a linked_prayer that it is counted from: "+strings.Join(prayers, ", "))
	case *minutes != 0 && hasOwnTime:
		wrong.add(field, "needs a due_datetime that is a date alone, such as 2026-11-25, or none, since the prayer tells the time of day")
	default:
		task.PrayerOffset = *minutes
	}
}

// followsPrayer reports whether the task is to be done by its prayer, and not at a time of its own. One that has an offset does so
// wherever its user is: the day on which it is due may begin at another hour there.
func (t *Task) followsPrayer(zone *time.Location) bool {
	return t.LinkedPrayer != "" && (t.Due.IsZero() || t.isDueOnADay(zone) || t.PrayerOffset != 0)
}

// offset returns how long after its prayer begins the task is to be done, negative before it.
func (t *Task) offset() time.Duration { return time.Duration(t.PrayerOffset) * time.Minute }

// prayerDays returns the days on which the prayer may be that the task reminds by next, in order: the day that it is due, and those after
// it of its series, else today and tomorrow. A day is the prayer's: what is after Isha may be past midnight, and what is before Fajr on
// the evening before.
func (t *Task) prayerDays(now time.Time, zone *time.Location) []wall {
	first := wallOf(now, zone).dayOf()
	last := first.plusDays(1)
	switch {
	case t.PrayerOffset > 0:
		first = first.plusDays(-1)
	case t.PrayerOffset < 0:
		last = last.plusDays(1)
	}
	var days []wall
	if t.Due.IsZero() {
		for day := first; day.daysUntil(last) >= 0; day = day.plusDays(1) {
			days = append(days, day)
		}
		return days
	}
	for due := range t.dueDays(now, zone) {
		day := wallOf(due, zone).dayOf()
		if first.daysUntil(day) >= 0 {
			days = append(days, day)
		}
		if day.in(zone).Add(min(t.offset(), 0)).After(now) {
			break // on that day it is still to come
		}
	}
	return days
}

// completedAt returns when a task that is completed at now counts as completed. What comes after the prayer of an evening may be past
// midnight; so may be its completion, which is that day's, and must not take the next one's away.
func (t *Task) completedAt(now time.Time, zone *time.Location) time.Time {
	if t.PrayerOffset > 0 && t.followsPrayer(zone) {
		return now.Add(-t.offset() - nightReach)
	}
	return now
}
