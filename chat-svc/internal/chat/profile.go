package chat

import (
	"context"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/spelling"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolresult"
)

// changeProfile handles a message that says what the profile shall hold: "call me Maryam", "mera sheher Lahore kar do". It
// reports whether the message was handled. What it does not understand changes nothing.
func (t *turn) changeProfile(ctx context.Context) bool {
	message := strings.TrimRight(strings.TrimSpace(t.input.Text), ".!۔")
	if t.words.asked || t.detected.Cues.Negated {
		return false
	}
	for _, part := range [...]struct {
		name string
		set  func(context.Context, string) bool
	}{
		{"name", t.setName}, {"city", t.setCity}, {"language", t.setLanguage}, {"masjid", t.setMasjid}, {"method", t.setMethod},
	} {
		if value := firstCapture(lists.profile[part.name], message); value != "" && part.set(ctx, value) {
			return true
		}
	}
	return false
}

// saveProfile saves a change and says what the profile holds now.
func (t *turn) saveProfile(ctx context.Context, change *usersv1.UpdateUserInfoRequest, key string, said messages.Args) bool {
	t.answer.Intent = detect.IdentityQuery
	if _, err := t.Users.UpdateUserInfo(identity.NewContext(ctx, t.caller), change); err != nil {
		t.fail(toolresult.FromError(apperr.From(err)), arguments{})
		return true
	}
	t.setLast(detect.IdentityQuery, detect.Slots{})
	t.say(key, said)
	return true
}

func (t *turn) setName(ctx context.Context, name string) bool {
	if slices.ContainsFunc(spelling.Words(name), func(word string) bool { return lists.NotNames[word] }) {
		return false
	}
	return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{DisplayName: proto.String(name)},
		"profile_name", messages.Args{"name": messages.Data(name)})
}

// setCity saves the city with its time zone, and forgets the area, which was one of the city before.
func (t *turn) setCity(ctx context.Context, name string) bool {
	cities := t.citiesCalled(name)
	t.answer.Intent = detect.IdentityQuery
	switch {
	case len(cities) == 0:
		t.say("profile_city_unknown", messages.Args{"city": messages.Data(name)})
		return true
	case len(cities) > 1:
		lands := make([]string, 0, len(cities))
		for _, city := range cities {
			lands = append(lands, t.landOf(city, cities))
		}
		t.say("profile_city_which", messages.Args{"city": messages.Data(name), "countries": t.book.List(lands)})
		return true
	}
	city := cities[0]
	return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{
		City: proto.String(city.Name), Timezone: proto.String(city.Timezone), Area: proto.String(""),
	}, "profile_city", messages.Args{"city": t.cityIn(city)})
}

func (t *turn) setLanguage(ctx context.Context, name string) bool {
	said := spelling.Words(name)
	for tag, names := range lists.Languages {
		if slices.ContainsFunc(names, func(called []string) bool { return slices.Equal(called, said) }) {
			return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{Language: proto.String(tag)},
				"profile_language", messages.Args{"language": t.book.LanguageName(tag)})
		}
	}
	return false
}

// setMasjid saves the one masjid that has this name.
func (t *turn) setMasjid(ctx context.Context, name string) bool {
	var page struct {
		Masjids []masjid `json:"masjids"`
	}
	if !t.lookUp(ctx, toolnames.SearchMasjids, arguments{"query": name}, &page) {
		return true
	}
	if len(page.Masjids) != 1 {
		t.answer.Intent = detect.IdentityQuery
		t.say("profile_masjid_unclear", messages.Args{"masjid": messages.Data(name), "count": len(page.Masjids)})
		return true
	}
	found := page.Masjids[0]
	return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{PreferredMasjidId: proto.Int32(found.ID)},
		"profile_masjid", messages.Args{"masjid": messages.Data(found.Name)})
}

func (t *turn) setMethod(ctx context.Context, name string) bool {
	about := t.input
	about.Text = name + " method"
	method := t.detector.Fragment(about, detect.GetPrayerTimes).Slots.Method
	if method == nil {
		t.answer.Intent = detect.IdentityQuery
		t.say("unknown_method", messages.Args{"method": messages.Data(name)})
		return true
	}
	return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{PrayerMethod: method},
		"profile_method", messages.Args{"method": messages.Data(name)})
}
