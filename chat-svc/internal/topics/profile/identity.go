package profile

import (
	"context"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// Tell says what the profile holds.
func (t Talk) Tell(ctx context.Context) {
	var answered struct {
		User struct {
			ID       int32   `json:"id"`
			Name     *string `json:"display_name"`
			Language string  `json:"language"`
			City     string  `json:"city"`
			Area     *string `json:"area"`
			Masjid   *int32  `json:"preferred_masjid_id"`
		} `json:"user"`
	}
	if !t.Run(ctx, toolnames.GetUserInfo, dialogue.Arguments{}, detect.Slots{}) || !t.Decode(t.Answer.Data, &answered) {
		return
	}
	user := answered.User
	t.SetLast(detect.IdentityQuery, detect.Slots{})
	place := t.CityName(user.City)
	if user.Area != nil {
		place = t.Book.Say("place_of", messages.Args{"place": t.AreaName(*user.Area), "city": place})
	}
	who := "you_are_user"
	if user.Name != nil {
		who = "you_are"
	}
	sentences := []string{
		t.Book.Say(who, messages.Args{"id": user.ID, "name": messages.Data(dialogue.TextOf(user.Name))}),
		t.Book.Say("you_live", messages.Args{"place": place, "language": t.Book.LanguageName(user.Language)}),
	}
	if user.Masjid != nil {
		sentences = append(sentences, t.Book.Say("you_pray", messages.Args{"masjid": *user.Masjid}))
	}
	t.Answer.Message = strings.Join(sentences, " ")
}
