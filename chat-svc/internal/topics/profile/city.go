package profile

import (
	"context"

	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/gazetteer"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
)

// offered is how many cities are offered in place of one that nobody knows.
const offered = 3

// setCity saves the city with its time zone, and forgets the area, which was one of the city before.
func (t Talk) setCity(ctx context.Context, name string) bool {
	cities := t.CitiesCalled(name)
	t.Answer.Intent = detect.IdentityQuery
	switch {
	case len(cities) == 0:
		t.sayUnknown(name)
		return true
	case len(cities) == 1:
		return t.saveCity(ctx, cities[0])
	default:
		lands := t.LandsOf(cities)
		t.Say("profile_city_which", messages.Args{
			"city": messages.Data(name), "countries": t.Book.Choices(lands), "country": lands[0],
		})
		return true
	}
}

// saveCity saves a city by a name that means it alone, wherever the person is then.
func (t Talk) saveCity(ctx context.Context, city *gazetteer.City) bool {
	return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{
		City: proto.String(t.Places.Label(city)), Timezone: proto.String(city.Timezone), Area: proto.String(""),
	}, "profile_city", messages.Args{"city": t.CityAt(city.Name, city.Centre)})
}

// sayUnknown says that nobody knows a city, and which have names like it.
func (t Talk) sayUnknown(name string) {
	cities := t.Places.Nearest(name, offered)
	if len(cities) == 0 {
		t.Say("profile_city_unknown", messages.Args{"city": messages.Data(name)})
		return
	}
	names := make([]string, len(cities))
	for i, city := range cities {
		names[i] = t.CityAt(city.Name, city.Centre)
	}
	t.Say("profile_city_nearest", messages.Args{"city": messages.Data(name), "cities": t.Book.Choices(names)})
}
