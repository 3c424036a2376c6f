package masjids

import (
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
)

// describe describes a masjid in sentences.
func (t Talk) describe(m masjid) string {
	place := t.CityName(m.City)
	if m.Area != nil {
		place = t.Book.Say("place_of", messages.Args{"place": t.AreaName(*m.Area), "city": place})
	}
	sentences := []string{t.Book.Say("masjid_details", messages.Args{"name": t.MasjidName(m.item()), "place": place})}
	say := func(key, name string, value *string) bool {
		if dialogue.TextOf(value) == "" {
			return false
		}
		sentences = append(sentences, t.Book.Say(key, messages.Args{name: messages.Data(*value)}))
		return true
	}
	if !say("masjid_address", "address", m.Address) {
		sentences = append(sentences, t.Book.Say("masjid_no_address", nil))
	}
	if times := t.jamaatTimes(m); times != "" {
		sentences = append(sentences, t.Book.Say("masjid_jamaat", messages.Args{"times": times}))
	} else {
		sentences = append(sentences, t.Book.Say("masjid_no_jamaat", nil))
	}
	say("masjid_imam", "imam", m.Imam)
	say("masjid_phone", "phone", m.Phone)
	say("masjid_website", "website", m.Website)
	if facilities := t.facilities(m); facilities != "" {
		sentences = append(sentences, t.Book.Say("masjid_has", messages.Args{"facilities": facilities}))
	}
	return strings.Join(sentences, " ")
}

func (t Talk) jamaatTimes(m masjid) string {
	var times []string
	add := func(prayer string, clock *string) {
		if clock != nil {
			times = append(times, t.PrayerAt(prayer, *clock))
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
	return t.Book.List(times)
}

func (t Talk) facilities(m masjid) string {
	var there []string
	for _, facility := range []struct {
		has *bool
		key string
	}{{m.Women, "facility_women"}, {m.Wheelchair, "facility_wheelchair"}, {m.Parking, "facility_parking"}, {m.Wudu, "facility_wudu"}} {
		if facility.has != nil && *facility.has {
			there = append(there, t.Book.Say(facility.key, nil))
		}
	}
	return t.Book.List(there)
}
