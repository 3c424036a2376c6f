package masjids

import (
	"slices"
	"strings"
)

// Record is what a source says of a masjid.
type Record struct {
	// Masjid holds what is said, and what follows from it. Its ID is 0, or names a known masjid in place of Source and
	// SourceRef.
	Masjid
	// Says is which fields the source speaks of. The others of a known masjid stay as they are.
	Says Fields
	// Incomplete is why no masjid can be made of it that is not known yet; nil when one can.
	Incomplete error
	// MayRepeat is whether its source may have several records of one masjid.
	MayRepeat bool
	// MayBeOf is another source whose masjids the record may be of too, though that names no record of its own; empty for
	// none.
	MayBeOf string
}

// Whole is a record that says everything of a masjid, named by Source and SourceRef.
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

// The fields that a source may leave unsaid.
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

// With is the masjid as it is known after the record: what the record says, and the rest as it was.
func (m Masjid) With(r Record) Masjid {
	for _, f := range fields {
		if r.Says&f.bit != 0 {
			f.copy(&m, &r.Masjid)
		}
	}
	return m
}

// Crediting is the masjid with what the licence of another source's record asks for besides its own.
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

// Filled is the masjid with what it does not know taken from another record of the same masjid.
func (m Masjid) Filled(from Masjid) Masjid {
	for _, f := range fields {
		if f.isEmpty(&m) && !f.isEmpty(&from) {
			f.copy(&m, &from)
		}
	}
	return m
}
