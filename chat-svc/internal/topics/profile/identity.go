package profile

import (
	"context"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// user is a profile in a tool's result.
type user struct {
	ID       int32   `json:"id"`
	Name     *string `json:"display_name"`
	Language string  `json:"language"`
	City     string  `json:"city"`
	Area     *string `json:"area"`
	Masjid   *int32  `json:"preferred_masjid_id"`
}

// Tell says what the profile holds.
func (t Talk) Tell(ctx context.Context) {
	who, known := t.known(ctx)
	if !known {
		return
	}
	sentences := []string{
		t.tellName(who), t.Book.Say("you_live", messages.Args{"place": t.placeOf(who), "language": t.Book.LanguageName(who.Language)}),
	}
	if who.Masjid != nil {
		sentences = append(sentences, t.tellMasjid(ctx, who))
	}
	t.Answer.Message = strings.Join(sentences, " ")
}

// known reads the profile. It returns false where that fails.
func (t Talk) known(ctx context.Context) (user, bool) {
	var answered struct {
		User user `json:"user"`
	}
	t.Answer.Intent = detect.IdentityQuery
	if !t.Run(ctx, toolnames.GetUserInfo, dialogue.Arguments{}, detect.Slots{}) || !t.Decode(t.Answer.Data, &answered) {
		return user{}, false
	}
	t.SetLast(detect.IdentityQuery, detect.Slots{})
	return answered.User, true
}

// tellPart says what one part of the profile holds. It reports whether there is such a part that it tells.
func (t Talk) tellPart(ctx context.Context, part string) bool {
	if part == "" || part == Method {
		return false
	}
	who, known := t.known(ctx)
	if !known {
		return true
	}
	switch part {
	case City:
		t.Say("your_city", messages.Args{"place": t.placeOf(who)})
	case Language:
		t.Say("your_language", messages.Args{"language": t.Book.LanguageName(who.Language)})
	case Masjid:
		t.Answer.Message = t.tellMasjid(ctx, who)
	default:
		t.Answer.Message = t.tellName(who)
	}
	return true
}

func (t Talk) tellName(who user) string {
	if who.Name == nil {
		return t.Book.Say("you_are_user", nil)
	}
	return t.Book.Say("you_are", messages.Args{"name": messages.Data(*who.Name)})
}

// tellMasjid says which masjid is the person's; where its name cannot be had, there is none that can be told.
func (t Talk) tellMasjid(ctx context.Context, who user) string {
	if who.Masjid == nil {
		return t.Book.Say("your_masjid_none", nil)
	}
	if name := t.masjidCalled(ctx, *who.Masjid); name != "" {
		return t.Book.Say("you_pray", messages.Args{"masjid": name})
	}
	return t.Book.Say("your_masjid_gone", nil)
}

func (t Talk) placeOf(who user) string {
	place := t.CityName(who.City)
	if who.Area == nil {
		return place
	}
	return t.Book.Say("place_of", messages.Args{"place": t.AreaName(*who.Area), "city": place})
}
