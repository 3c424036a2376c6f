package profile

import (
	"context"

	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/proto/toolnames"
)

// masjid is a masjid in a tool's result.
type masjid struct {
	ID   int32   `json:"id"`
	Name string  `json:"name"`
	Urdu *string `json:"name_urdu"`
}

// mostNamed is how many masjids are told by name where several may be meant.
const mostNamed = 5

// masjidIn returns the name of a masjid in the script of the answer, if it has one there.
func (t Talk) masjidIn(m masjid) string {
	return t.MasjidName(conversation.Item{ID: m.ID, Name: m.Name, Urdu: dialogue.TextOf(m.Urdu)})
}

// setMasjid saves the one masjid that has this name.
func (t Talk) setMasjid(ctx context.Context, name string) bool {
	var page struct {
		Masjids []masjid `json:"masjids"`
	}
	if !t.LookUp(ctx, toolnames.SearchMasjids, dialogue.Arguments{"query": name}, &page) {
		return true
	}
	t.Answer.Intent = detect.IdentityQuery
	switch found := page.Masjids; len(found) {
	case 0:
		t.Say("profile_masjid_unknown", messages.Args{"masjid": messages.Data(name)})
		return true
	case 1:
		return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{PreferredMasjidId: proto.Int32(found[0].ID)},
			"profile_masjid", messages.Args{"masjid": t.masjidIn(found[0])})
	default:
		var names []string
		for _, one := range found[:min(len(found), mostNamed)] {
			names = append(names, t.masjidIn(one))
		}
		t.Say("profile_masjid_unclear", messages.Args{
			"masjid": messages.Data(name), "count": len(found), "masjids": t.Book.List(names), "first": names[0],
		})
		return true
	}
}

// masjidCalled returns the name of a masjid by its number, or nothing if it cannot be had.
func (t Talk) masjidCalled(ctx context.Context, id int32) string {
	var answered struct {
		Masjid masjid `json:"masjid"`
	}
	result := t.Call(ctx, toolnames.GetMasjidDetails, dialogue.Arguments{"masjid_id": id})
	if !result.Success || !t.Decode(result.Data, &answered) {
		return ""
	}
	return t.masjidIn(answered.Masjid)
}
