package chat

import (
	"context"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

func (t *turn) whoAmI(ctx context.Context) {
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
	if !t.run(ctx, toolnames.GetUserInfo, arguments{}, detect.Slots{}) || !t.decode(t.answer.Data, &answered) {
		return
	}
	user := answered.User
	t.setLast(detect.IdentityQuery, detect.Slots{})
	place := t.cityName(user.City)
	if user.Area != nil {
		place = t.book.Say("place_of", messages.Args{"place": t.areaName(*user.Area), "city": place})
	}
	who := "you_are_user"
	if user.Name != nil {
		who = "you_are"
	}
	sentences := []string{
		t.book.Say(who, messages.Args{"id": user.ID, "name": messages.Data(textOf(user.Name))}),
		t.book.Say("you_live", messages.Args{"place": place, "language": t.book.LanguageName(user.Language)}),
	}
	if user.Masjid != nil {
		sentences = append(sentences, t.book.Say("you_pray", messages.Args{"masjid": *user.Masjid}))
	}
	t.answer.Message = strings.Join(sentences, " ")
}
