package chat

import (
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
)

// describe describes a masjid in sentences.
func (t *turn) describe(m masjid) string {
	place := t.cityName(m.City)
	if m.Area != nil {
		place = t.book.Say("place_of", messages.Args{"place": t.areaName(*m.Area), "city": place})
	}
	sentences := []string{t.book.Say("masjid_details", messages.Args{"name": t.masjidName(m.item()), "place": place})}
	say := func(key, name string, value *string) bool {
		if textOf(value) == "" {
			return false
		}
		sentences = append(sentences, t.book.Say(key, messages.Args{name: messages.Data(*value)}))
		return true
	}
	if !say("masjid_address", "address", m.Address) {
		sentences = append(sentences, t.book.Say("masjid_no_address", nil))
	}
	if times := t.jamaatTimes(m); times != "" {
		sentences = append(sentences, t.book.Say("masjid_jamaat", messages.Args{"times": times}))
	} else {
		sentences = append(sentences, t.book.Say("masjid_no_jamaat", nil))
	}
	say("masjid_imam", "imam", m.Imam)
	say("masjid_phone", "phone", m.Phone)
	say("masjid_website", "website", m.Website)
	if facilities := t.facilities(m); facilities != "" {
		sentences = append(sentences, t.book.Say("masjid_has", messages.Args{"facilities": facilities}))
	}
	return strings.Join(sentences, " ")
}

func (t *turn) jamaatTimes(m masjid) string {
	var times []string
	add := func(prayer string, clock *string) {
		if clock != nil {
			times = append(times, t.prayerClock(prayer, *clock))
		}
	}
	add("fajr", m.Fajr)
	add("dhuhr", m.Dhuhr)
	add("asr", m.Asr)
	add("maghrib", m.Maghrib)
	add("isha", m.Isha)
	for _, clock := range m.Jummah {
		add("jummah", &clock)
	}
	return t.book.List(times)
}

func (t *turn) prayerClock(prayer, clock string) string {
	return t.book.Say("prayer_time", messages.Args{"prayer": t.book.Prayer(prayer), "clock": t.book.PrayerClockText(prayer, clock)})
}

func (t *turn) facilities(m masjid) string {
	var there []string
	for _, facility := range []struct {
		has *bool
		key string
	}{{m.Women, "facility_women"}, {m.Wheelchair, "facility_wheelchair"}, {m.Parking, "facility_parking"}, {m.Wudu, "facility_wudu"}} {
		if facility.has != nil && *facility.has {
			there = append(there, t.book.Say(facility.key, nil))
		}
	}
	return t.book.List(there)
}

// isUrdu reports whether the answer is in Urdu script.
func (t *turn) isUrdu() bool { return t.book.Language == detect.Urdu }
