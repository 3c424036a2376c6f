package masjids

import (
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
)

// tellDetail answers what is asked of a masjid, and says so where it is not on record.
func (t Talk) tellDetail(m masjid, kind string) string {
	said := messages.Args{"name": t.MasjidName(m.item())}
	var value *string
	switch kind {
	case "phone":
		value = m.Phone
	case "imam":
		value = m.Imam
	case "address":
		return t.addressOf(m)
	default:
		return t.Book.Say("of_masjid", said) + " " + t.tellFacility(m, kind)
	}
	if dialogue.TextOf(value) == "" {
		return t.Book.Say("unknown_"+kind, said) + " " + t.addressOf(m)
	}
	said[kind] = messages.Data(*value)
	return t.Book.Say("of_masjid", said) + " " + t.Book.Say("masjid_"+kind, said)
}

// addressOf returns a masjid's name, place and address.
func (t Talk) addressOf(m masjid) string {
	place := t.CityName(m.City)
	if m.Area != nil {
		place = t.Book.Say("place_of", messages.Args{"place": t.AreaName(*m.Area), "city": place})
	}
	address := t.Book.Say("masjid_no_address", nil)
	if dialogue.TextOf(m.Address) != "" {
		address = t.Book.Say("masjid_address", messages.Args{"address": messages.Data(*m.Address)})
	}
	return strings.Join([]string{t.Book.Say("masjid_details", messages.Args{"name": t.MasjidName(m.item()), "place": place}), address}, " ")
}

// tellFacility answers whether a masjid has a facility.
func (t Talk) tellFacility(m masjid, kind string) string {
	has := map[string]*bool{"parking": m.Parking, "women": m.Women, "wudu": m.Wudu, "wheelchair": m.Wheelchair}[kind]
	facility := messages.Args{"facility": t.Book.Say("facility_"+kind, nil)}
	switch {
	case has == nil:
		return t.Book.Say("facility_unknown", facility)
	case *has:
		return t.Book.Say("facility_there", facility)
	default:
		return t.Book.Say("facility_missing", facility)
	}
}
