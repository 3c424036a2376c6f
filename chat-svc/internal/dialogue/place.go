package dialogue

import (
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/gazetteer"
)

// SetPlace sets the current place of the conversation. It ignores the zero Place.
func (t *Turn) SetPlace(place conversation.Place) {
	if place != (conversation.Place{}) {
		t.State.Place = place
	}
}

// NotePlace remembers the place of a call, for "wahan" and "aur Asr?".
func (t *Turn) NotePlace(args Arguments) {
	place := conversation.Place{}
	place.Masjid, _ = args["masjid_id"].(int32)
	place.Area, _ = args["area"].(string)
	place.City, _ = args["city"].(string)
	t.SetPlace(place)
}

// NamingMasjid returns the slots of a call with the masjid's name, if the call is about the current masjid.
func (t *Turn) NamingMasjid(slots detect.Slots, args Arguments) detect.Slots {
	if id, _ := args["masjid_id"].(int32); id != 0 && id == t.State.Masjid.ID && slots.MasjidName == nil {
		name := t.State.Masjid.Called()
		slots.MasjidName = &name
	}
	return slots
}

// AreaName and CityName return a name in the script of the answer, if it is known.
func (t *Turn) AreaName(name string) string {
	if area := t.Places.Area(name, "Karachi"); area != nil && t.Book.Language == detect.Urdu && area.Urdu != "" {
		return area.Urdu
	}
	return messages.Data(name)
}

// CityName is like AreaName for a city.
func (t *Turn) CityName(name string) string {
	if city := t.Places.City(name); city != nil && t.Book.Language == detect.Urdu && city.Urdu != "" {
		return city.Urdu
	}
	return messages.Data(name)
}

// CityAt returns the name of the city at a point, with its region or country where the person may have meant another one of that name.
func (t *Turn) CityAt(name string, at gazetteer.Point) string {
	city := t.Places.CityNamed(name, at)
	if city == nil {
		return t.CityName(name)
	}
	others := t.Places.Namesakes(city)
	if len(others) == 0 || city.Country == t.Places.Country(t.Person.Zone().String()) {
		return t.CityIn(city)
	}
	land := t.LandOf(city, others)
	if t.Places.HasStates(city) {
		land = t.RegionIn(city)
	}
	return t.Book.Say("place_of", messages.Args{"place": t.CityIn(city), "city": strings.TrimPrefix(land, "the ")})
}

// RegionIn returns the name of the region of a city in the script of the answer, if it is known.
func (t *Turn) RegionIn(city *gazetteer.City) string {
	if urdu := t.Places.RegionUrdu(city); t.Book.Language == detect.Urdu && urdu != "" {
		return urdu
	}
	return messages.Data(city.Region)
}

// listed returns the names of cities in one phrase.
func (t *Turn) listed(cities []*gazetteer.City) string {
	names := make([]string, len(cities))
	for i, city := range cities {
		names[i] = t.CityIn(city)
	}
	return t.Book.List(names)
}

// MasjidName returns a masjid's name in the script of the answer, if it has one.
func (t *Turn) MasjidName(one conversation.Item) string {
	if t.Book.Language == detect.Urdu && one.Urdu != "" {
		return messages.Data(one.Urdu)
	}
	return messages.Data(one.Name)
}
