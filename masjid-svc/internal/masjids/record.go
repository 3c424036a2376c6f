package masjids

import (
	"slices"
	"strings"
)

// Record is what a source says about a masjid.
type Record struct {
	// Masjid holds what is said, and what follows from it. Its ID is 0, or identifies a known masjid in place of Source
	// and SourceRef.
	Masjid
	// Says is the set of fields that the source gives. The other fields of a known masjid stay as they are.
	Says Fields
	// Incomplete is why the record cannot become a new masjid, or nil if it can.
	Incomplete error
	// MayRepeat reports whether its source may have several records of one masjid.
	MayRepeat bool
	// MayBeOf is another source whose masjids the record may also be of, without naming its record; empty means none.
	MayBeOf string
}

// Whole returns a record with every field of a masjid, identified by Source and SourceRef.
func Whole(m Masjid) Record {
	r := Record{Masjid: m}
	r.ID = 0
	for _, f := range fields {
		r.Says |= f.bit
	}
	return r
}

// Fields is a set of fields of a masjid.
type Fields uint32

// The fields that a source may omit.
const (
	SaysName Fields = 1 << iota
	SaysNameUrdu
	SaysLicence
	SaysAttribution
	SaysArea
	SaysCity
	SaysAddress
	SaysPosition
	SaysTimezone
	SaysPhone
	SaysWebsite
	SaysImam
	SaysWomenArea
	SaysWheelchair
	SaysParking
	SaysWudu
	SaysJamaat
)

type field struct {
	bit     Fields
	copy    func(to, from *Masjid)
	isEmpty func(*Masjid) bool
}

var fields = []field{
	plain(SaysName, func(m *Masjid) *string { return &m.Name }),
	plain(SaysNameUrdu, func(m *Masjid) *string { return &m.NameUrdu }),
	plain(SaysLicence, func(m *Masjid) *string { return &m.Licence }),
	plain(SaysAttribution, func(m *Masjid) *string { return &m.Attribution }),
	plain(SaysArea, func(m *Masjid) *string { return &m.Area }),
	plain(SaysCity, func(m *Masjid) *string { return &m.City }),
	plain(SaysAddress, func(m *Masjid) *string { return &m.Address }),
	{SaysPosition, copyPosition, func(m *Masjid) bool { return m.Accuracy != Exact }},
	plain(SaysTimezone, func(m *Masjid) *string { return &m.Timezone }),
	plain(SaysPhone, func(m *Masjid) *string { return &m.Phone }),
	plain(SaysWebsite, func(m *Masjid) *string { return &m.Website }),
	plain(SaysImam, func(m *Masjid) *string { return &m.Imam }),
	plain(SaysWomenArea, func(m *Masjid) *Known { return &m.Facilities.WomenArea }),
	plain(SaysWheelchair, func(m *Masjid) *Known { return &m.Facilities.Wheelchair }),
	plain(SaysParking, func(m *Masjid) *Known { return &m.Facilities.Parking }),
	plain(SaysWudu, func(m *Masjid) *Known { return &m.Facilities.Wudu }),
	{
		SaysJamaat, func(to, from *Masjid) { to.Jamaat = from.Jamaat }, func(m *Masjid) bool { return len(m.Jamaat) == 0 },
	},
}

func plain[T comparable](bit Fields, at func(*Masjid) *T) field {
	var zero T
	return field{
		bit:     bit,
		copy:    func(to, from *Masjid) { *at(to) = *at(from) },
		isEmpty: func(m *Masjid) bool { return *at(m) == zero },
	}
}

func copyPosition(to, from *Masjid) {
	to.Latitude, to.Longitude, to.Accuracy = from.Latitude, from.Longitude, from.Accuracy
}

// With returns the masjid as it is known after the record: with the record's fields, and its own others.
func (m Masjid) With(r Record) Masjid {
	for _, f := range fields {
		if r.Says&f.bit != 0 {
			f.copy(&m, &r.Masjid)
		}
	}
	return m
}

// Crediting returns the masjid with the licence and attribution that another source's record requires added to its own.
func (m Masjid) Crediting(from Masjid) Masjid {
	m.Licence = joined(m.Licence, " AND ", from.Licence)
	m.Attribution = joined(m.Attribution, "; ", from.Attribution)
	return m
}

func joined(all, sign, one string) string {
	switch {
	case all == "":
		return one
	case one == "" || slices.Contains(strings.Split(all, sign), one):
		return all
	default:
		return all + sign + one
	}
}

// Filled returns the masjid with its unknown fields taken from another record of the same masjid.
func (m Masjid) Filled(from Masjid) Masjid {
	for _, f := range fields {
		if f.isEmpty(&m) && !f.isEmpty(&from) {
			f.copy(&m, &from)
		}
	}
	return m
}
