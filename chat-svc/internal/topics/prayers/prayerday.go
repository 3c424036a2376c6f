package prayers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

// prayerDay is the result of get_prayer_times.
type prayerDay struct {
	MasjidID     *int32            `json:"masjid_id"`
	MasjidName   *string           `json:"masjid_name"`
	Area         *string           `json:"area"`
	City         *string           `json:"city"`
	Latitude     float64           `json:"latitude"`
	Longitude    float64           `json:"longitude"`
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

// StartOf returns when a prayer begins on a day.
func (t Talk) StartOf(ctx context.Context, prayer, day string, slots detect.Slots) (time.Time, bool) {
	args := dialogue.Arguments{"date": day}
	dialogue.Set(args, "area", slots.Area)
	dialogue.Set(args, "city", slots.City)
	var times prayerDay
	if !t.LookUp(ctx, toolnames.GetPrayerTimes, args, &times) {
		return time.Time{}, false
	}
	at, err := times.at(prayer)
	if err != nil {
		t.Fail(toolresult.FromError(apperr.Internal(err)), args)
		return time.Time{}, false
	}
	return at, true
}

// knowsJamaat reports whether the time of any jamaat is known.
func (d prayerDay) knowsJamaat() bool {
	return slices.ContainsFunc(dailyPrayers, func(prayer string) bool { return d.Shows[prayer] == "jamaat" })
}

// nowFor returns the time from which a day is seen. It is that of the place, where it may be another day than here.
func (t Talk) nowFor(day prayerDay) time.Time { return t.Now.In(t.zoneOf(day)) }

// dayOf returns the day in words.
func (t Talk) dayOf(day prayerDay) string { return t.DayFrom(day.Date, t.nowFor(day)) }

// at returns when a prayer begins. A time after midnight still belongs to the date.
func (d prayerDay) at(prayer string) (time.Time, error) {
	zone, err := time.LoadLocation(d.Timezone)
	if err != nil {
		return time.Time{}, fmt.Errorf("prayer times: %w", err)
	}
	if prayer == Jummah {
		prayer = "Dhuhr"
	}
	text := d.StartTimes[strings.ToLower(prayer)]
	if prayer == Sunrise {
		text = d.Sunrise
	}
	at, err := time.ParseInLocation(time.DateOnly+" 15:04", d.Date+" "+text, zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("prayer times: %w", err)
	}
	if text < d.StartTimes["fajr"] {
		at = at.AddDate(0, 0, 1)
	}
	return at, nil
}
