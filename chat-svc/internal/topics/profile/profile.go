// Package profile answers what is said about the person.
package profile

import (
	"context"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolresult"
)

// Talk is a turn that is about the person.
type Talk struct{ *dialogue.Turn }

// Change handles a message that says what the profile shall hold: "call me Maryam", "mera sheher Lahore kar do". It
// reports whether the message was handled. What it does not understand changes nothing.
func (t Talk) Change(ctx context.Context) bool {
	message := strings.TrimRight(strings.TrimSpace(t.Input.Text), ".!۔")
	if t.quiet(ctx, message) {
		return true
	}
	if t.Words.Asked || t.Detected.Cues.Negated {
		return false
	}
	for _, part := range [...]struct {
		name string
		set  func(context.Context, string) bool
	}{
		{"name", t.setName}, {"city", t.setCity}, {"language", t.setLanguage}, {"masjid", t.setMasjid}, {"method", t.setMethod},
	} {
		if value := words.OfProfile(part.name, message); value != "" && part.set(ctx, value) {
			return true
		}
	}
	return false
}

// saveProfile saves a change and says what the profile holds now.
func (t Talk) saveProfile(ctx context.Context, change *usersv1.UpdateUserInfoRequest, key string, said messages.Args) bool {
	t.Answer.Intent = detect.IdentityQuery
	if _, err := t.Users.UpdateUserInfo(identity.NewContext(ctx, t.Person), change); err != nil {
		t.Fail(toolresult.FromError(apperr.From(err)), dialogue.Arguments{})
		return true
	}
	t.SetLast(detect.IdentityQuery, detect.Slots{})
	t.Say(key, said)
	return true
}

func (t Talk) setName(ctx context.Context, name string) bool {
	if !words.MayBeName(name) {
		return false
	}
	return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{DisplayName: proto.String(name)},
		"profile_name", messages.Args{"name": messages.Data(name)})
}

// setCity saves the city with its time zone, and forgets the area, which was one of the city before.
func (t Talk) setCity(ctx context.Context, name string) bool {
	cities := t.CitiesCalled(name)
	t.Answer.Intent = detect.IdentityQuery
	switch {
	case len(cities) == 0:
		t.Say("profile_city_unknown", messages.Args{"city": messages.Data(name)})
		return true
	case len(cities) > 1:
		lands := make([]string, 0, len(cities))
		for _, city := range cities {
			lands = append(lands, t.LandOf(city, cities))
		}
		t.Say("profile_city_which", messages.Args{"city": messages.Data(name), "countries": t.Book.List(lands)})
		return true
	}
	city := cities[0]
	return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{
		City: proto.String(city.Name), Timezone: proto.String(city.Timezone), Area: proto.String(""),
	}, "profile_city", messages.Args{"city": t.CityIn(city)})
}

func (t Talk) setLanguage(ctx context.Context, name string) bool {
	tag := words.LanguageCalled(name)
	if tag == "" {
		return false
	}
	return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{Language: proto.String(tag)},
		"profile_language", messages.Args{"language": t.Book.LanguageName(tag)})
}

// setMasjid saves the one masjid that has this name.
func (t Talk) setMasjid(ctx context.Context, name string) bool {
	var page struct {
		Masjids []struct {
			ID   int32  `json:"id"`
			Name string `json:"name"`
		} `json:"masjids"`
	}
	if !t.LookUp(ctx, toolnames.SearchMasjids, dialogue.Arguments{"query": name}, &page) {
		return true
	}
	if len(page.Masjids) != 1 {
		t.Answer.Intent = detect.IdentityQuery
		t.Say("profile_masjid_unclear", messages.Args{"masjid": messages.Data(name), "count": len(page.Masjids)})
		return true
	}
	found := page.Masjids[0]
	return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{PreferredMasjidId: proto.Int32(found.ID)},
		"profile_masjid", messages.Args{"masjid": messages.Data(found.Name)})
}

func (t Talk) setMethod(ctx context.Context, name string) bool {
	about := t.Input
	about.Text = name + " method"
	method := t.Detector.Fragment(about, detect.GetPrayerTimes).Slots.Method
	if method == nil {
		t.Answer.Intent = detect.IdentityQuery
		t.Say("unknown_method", messages.Args{"method": messages.Data(name)})
		return true
	}
	return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{PrayerMethod: method},
		"profile_method", messages.Args{"method": messages.Data(name)})
}
