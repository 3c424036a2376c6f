package prayers

import (
	"fmt"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	"github.com/salaatflow/platform/services/gazetteer"
	"github.com/salaatflow/platform/services/identity"
)

// Congregations is when a masjid prays, HH:MM by its clock; nil where it has not said.
type Congregations map[masjids.Occasion]*string

// Today returns when a masjid prays today: each of the five, Jumu'ah as if today were a Friday, and Eid.
func (s *Service) Today(m masjids.Masjid) (Congregations, error) {
	if len(m.Jamaat) == 0 {
		return nil, nil
	}
	zone, err := identity.LoadZone(m.Timezone)
	if err != nil {
		return nil, fmt.Errorf("masjid %d: %w", m.ID, err)
	}
	place := Place{Masjid: &m, Zone: zone, Point: gazetteer.Point{Latitude: m.Latitude, Longitude: m.Longitude}}
	calculator, err := s.calculator(place, Question{})
	if err != nil {
		return nil, fmt.Errorf("masjid %d: %w", m.ID, err)
	}
	today := prayertime.DateOf(s.Clock.Now().In(zone))
	computed, err := calculator.Day(today)
	if err != nil {
		return nil, fmt.Errorf("masjid %d: %w", m.ID, err)
	}
	day := Day{Place: place, Day: computed}
	times := Congregations{}
	for _, p := range prayertime.Prayers() {
		day.note(times, masjids.OccasionOf(p), p)
	}
	for _, occasion := range masjids.Jummahs() {
		day.note(times, occasion, prayertime.Dhuhr)
	}
	for _, occasion := range []masjids.Occasion{masjids.EidFitr, masjids.EidAdha} {
		if rule, ok := masjids.RuleOn(m.Jamaat, occasion, today); ok {
			text := fmt.Sprintf("%02d:%02d", rule.Minutes/60, rule.Minutes%60)
			times[occasion] = &text
		}
	}
	return times, nil
}

func (d *Day) note(times Congregations, occasion masjids.Occasion, p prayertime.Prayer) {
	if rule, ok := masjids.RuleOn(d.Masjid.Jamaat, occasion, d.Date); ok {
		text := d.at(rule, p).Format(HoursMinutes)
		times[occasion] = &text
	}
}
