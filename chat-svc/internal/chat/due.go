package chat

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

const (
	dateLayout     = "2006-01-02"
	dateTimeLayout = "2006-01-02T15:04:05"
)

// dueText returns a due slot, a date or a date and time, in words.
func (t *turn) dueText(due string) string {
	for _, form := range []string{dateTimeLayout, dateLayout} {
		if at, err := time.ParseInLocation(form, due, t.now.Location()); err == nil {
			return t.book.When(at, t.now)
		}
	}
	return due
}

// resolveDue turns "20 minutes before Maghrib" into a date and time, by the prayer times of the user's place. If no
// prayer is known, it leaves the arguments as they are. It reports whether the turn may go on.
func (t *turn) resolveDue(ctx context.Context, slots *detect.Slots, args arguments) bool {
	relative := slots.DueRelative
	if relative == nil {
		return true
	}
	if relative.Prayer == "" {
		relative.Prayer = t.state.Prayer
	}
	if relative.Prayer == "" {
		return true
	}
	day := relative.Date
	if day == "" {
		day = t.now.Format(dateLayout)
	}
	at, ok := t.startOf(ctx, relative.Prayer, day, *slots)
	if !ok {
		return false
	}
	due := at.Add(time.Duration(relative.Minutes) * time.Minute)
	if relative.Date == "" && !due.After(t.now) {
		next := t.now.AddDate(0, 0, 1).Format(dateLayout)
		if at, ok = t.startOf(ctx, relative.Prayer, next, *slots); !ok {
			return false
		}
		due = at.Add(time.Duration(relative.Minutes) * time.Minute)
	}
	local := due.In(t.now.Location()).Format(dateTimeLayout)
	slots.Due, args["due_datetime"] = &local, due.Format(time.RFC3339)
	return true
}

// prayerDay is the result of get_prayer_times.
type prayerDay struct {
	MasjidID     *int32            `json:"masjid_id"`
	MasjidName   *string           `json:"masjid_name"`
	Area         *string           `json:"area"`
	City         *string           `json:"city"`
	Date         string            `json:"date"`
	Timezone     string            `json:"timezone"`
	PrayerTimes  map[string]string `json:"prayer_times"`
	Shows        map[string]string `json:"prayer_times_show"`
	StartTimes   map[string]string `json:"start_times"`
	JummahTimes  []string          `json:"jummah_times"`
	LocationKind string            `json:"location_source"`
	Starts       map[string]string `json:"start_datetimes"`
	calculation
	dayFacts
}

// calculation says how times were calculated, as in the tools' results.
type calculation struct {
	Method       string  `json:"method"`
	MethodTitle  string  `json:"method_title"`
	MethodReason string  `json:"method_reason"`
	Asr          string  `json:"asr"`
	AsrReason    string  `json:"asr_reason"`
	Country      *string `json:"country"`
	Source       string  `json:"start_times_source"`
}

// startOf returns when a prayer begins on a day.
func (t *turn) startOf(ctx context.Context, prayer, day string, slots detect.Slots) (time.Time, bool) {
	args := arguments{"date": day}
	set(args, "area", slots.Area)
	set(args, "city", slots.City)
	var times prayerDay
	if !t.lookUp(ctx, toolnames.GetPrayerTimes, args, &times) {
		return time.Time{}, false
	}
	at, err := times.at(prayer)
	if err != nil {
		t.fail(toolresult.FromError(apperr.Internal(err)), args)
		return time.Time{}, false
	}
	return at, true
}

// at returns when a prayer begins. A time after midnight still belongs to the date.
func (d prayerDay) at(prayer string) (time.Time, error) {
	zone, err := time.LoadLocation(d.Timezone)
	if err != nil {
		return time.Time{}, fmt.Errorf("prayer times: %w", err)
	}
	if prayer == jummah {
		prayer = "Dhuhr"
	}
	text := d.StartTimes[strings.ToLower(prayer)]
	at, err := time.ParseInLocation(dateLayout+" 15:04", d.Date+" "+text, zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("prayer times: %w", err)
	}
	if text < d.StartTimes["fajr"] {
		at = at.AddDate(0, 0, 1)
	}
	return at, nil
}

// anchor fills in the prayer just mentioned, if the message says "after that one".
func (t *turn) anchor(slots *detect.Slots) {
	if slots.LinkedPrayer == nil && t.state.Prayer != "" && t.state.Prayer != jummah && t.detected.Cues.AfterIt {
		prayer := t.state.Prayer
		slots.LinkedPrayer = &prayer
	}
}
