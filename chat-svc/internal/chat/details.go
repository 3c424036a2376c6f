package chat

import (
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
)

// tellDetail answers what is asked of a masjid, and says so where it is not on record.
func (t *turn) tellDetail(m masjid, kind string) string {
	said := messages.Args{"name": t.masjidName(m.item())}
	var value *string
	switch kind {
	case "phone":
		value = m.Phone
	case "imam":
		value = m.Imam
	case "address":
		return t.addressOf(m)
	default:
		return t.book.Say("of_masjid", said) + " " + t.tellFacility(m, kind)
	}
	if textOf(value) == "" {
		return t.book.Say("unknown_"+kind, said) + " " + t.addressOf(m)
	}
	said[kind] = messages.Data(*value)
	return t.book.Say("of_masjid", said) + " " + t.book.Say("masjid_"+kind, said)
}

// addressOf returns a masjid's name, place and address.
func (t *turn) addressOf(m masjid) string {
	place := t.cityName(m.City)
	if m.Area != nil {
		place = t.book.Say("place_of", messages.Args{"place": t.areaName(*m.Area), "city": place})
	}
	address := t.book.Say("masjid_no_address", nil)
	if textOf(m.Address) != "" {
		address = t.book.Say("masjid_address", messages.Args{"address": messages.Data(*m.Address)})
	}
	return strings.Join([]string{t.book.Say("masjid_details", messages.Args{"name": t.masjidName(m.item()), "place": place}), address}, " ")
}

// tellFacility answers whether a masjid has a facility.
func (t *turn) tellFacility(m masjid, kind string) string {
	has := map[string]*bool{"parking": m.Parking, "women": m.Women, "wudu": m.Wudu, "wheelchair": m.Wheelchair}[kind]
	facility := messages.Args{"facility": t.book.Say("facility_"+kind, nil)}
	switch {
	case has == nil:
		return t.book.Say("facility_unknown", facility)
	case *has:
		return t.book.Say("facility_there", facility)
	default:
		return t.book.Say("facility_missing", facility)
	}
}
