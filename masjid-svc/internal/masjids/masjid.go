// Package masjids defines masjids, the rules by which they pray in congregation, and how masjids are listed, searched
// and imported. It knows nothing of gRPC or SQL: a Store stores the masjids, and a clock tells the time.
package masjids

import (
	"slices"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// Accuracy is how accurate a masjid's position is.
type Accuracy string

const (
	// Exact is accurate to about 100 m.
	Exact Accuracy = "exact"
	// OfArea is the centre of the area, because no better position is known.
	OfArea Accuracy = "area"
	// OfCity is the centre of the city, because not even that of the area is known.
	OfCity Accuracy = "city"
)

// Known is the answer to a question that may not have been asked.
type Known int8

// The answers.
const (
	Unknown Known = iota
	No
	Yes
)

// Facilities are what a masjid has.
type Facilities struct{ WomenArea, Wheelchair, Parking, Wudu Known }

// Masjid is a masjid. Texts are empty if unknown.
type Masjid struct {
	// ID is the masjid's number, from 1.
	ID int32
	// Source and SourceRef together identify the record in the data that it is from. No two masjids have the same.
	Source, SourceRef string
	// Licence is that of the record. Attribution is how its source wants to be named, empty for the source's name.
	Licence, Attribution string
	// Name is in Latin script if that is known, and never empty.
	Name, NameUrdu string
	// Area has the gazetteer's spelling if the gazetteer knows it.
	Area, City, Address string
	// Latitude and Longitude are in degrees, north and east positive.
	Latitude, Longitude float64
	Accuracy            Accuracy
	// Timezone is an IANA name.
	Timezone             string
	Phone, Website, Imam string
	Facilities           Facilities
	// Jamaat are the rules by which it prays in congregation, nil if it has given none.
	Jamaat []Jamaat
	// TimetableFrom and TimetableUntil are the first and the last date of its own timetable, zero if it has none.
	TimetableFrom, TimetableUntil prayertime.Date
}

// GivesTimes reports whether the masjid has given the time of any of the five prayers, by a rule or in a timetable.
func (m *Masjid) GivesTimes() bool {
	return m.HasTimetable() || slices.ContainsFunc(m.Jamaat, func(j Jamaat) bool { return j.Of.IsDaily() })
}

// HasTimetable reports whether the masjid has a timetable of its own for some date.
func (m *Masjid) HasTimetable() bool { return m.TimetableFrom != prayertime.Date{} }

// HasTimetableAround reports whether its timetable may have a date from the day before to the day after.
func (m *Masjid) HasTimetableAround(date prayertime.Date) bool {
	return m.HasTimetable() && compareDates(m.TimetableFrom.AddDays(-1), date) <= 0 &&
		compareDates(date, m.TimetableUntil.AddDays(1)) <= 0
}
