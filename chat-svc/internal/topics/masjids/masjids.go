// Package masjids answers what is asked about masjids.
package masjids

import (
	"context"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// Talk is a turn that is about masjids.
type Talk struct{ *dialogue.Turn }

// masjid is a masjid in a tool's result.
type masjid struct {
	ID         int32    `json:"id"`
	Name       string   `json:"name"`
	NameUrdu   *string  `json:"name_urdu"`
	Area       *string  `json:"area_name"`
	City       string   `json:"city"`
	Address    *string  `json:"address"`
	Fajr       *string  `json:"fajr_time"`
	Dhuhr      *string  `json:"dhuhr_time"`
	Asr        *string  `json:"asr_time"`
	Maghrib    *string  `json:"maghrib_time"`
	Isha       *string  `json:"isha_time"`
	Jummah     []string `json:"jummah_times"`
	Women      *bool    `json:"women_area"`
	Wheelchair *bool    `json:"wheelchair"`
	Parking    *bool    `json:"parking"`
	Wudu       *bool    `json:"wudu"`
	Phone      *string  `json:"phone"`
	Website    *string  `json:"website"`
	Imam       *string  `json:"imam"`
}

type masjidsPage struct {
	Masjids []masjid `json:"masjids"`
	Count   int      `json:"count"`
	Next    *string  `json:"next_page_token"`
}

func (m masjid) item() conversation.Item {
	return conversation.Item{ID: m.ID, Name: m.Name, Urdu: dialogue.TextOf(m.NameUrdu)}
}

// Find lists the masjids of an area or a city, or searches by name. A search without a name is a list.
func (t Talk) Find(ctx context.Context, slots detect.Slots) {
	t.fillPlace(&slots)
	namesPlace := slots.MasjidName != nil || slots.Area != nil || slots.City != nil || slots.Latitude != nil
	if t.Detected.Cues.Near && !namesPlace && !t.fillHome(ctx, &slots) {
		t.Ask(conversation.Question{
			Asks: dialogue.AsksArea, Asked: conversation.Asked{Intent: detect.ListMasjids, Slots: slots},
		}, "ask_near", nil)
		return
	}
	t.Page(ctx, slots, "")
}

// fillHome fills in the area and city of the user's profile, for "near me". It returns false if the area is unknown.
func (t Talk) fillHome(ctx context.Context, slots *detect.Slots) bool {
	area, city := t.Home(ctx)
	if area == nil {
		return false // then the chat asks
	}
	slots.Area, slots.City = area, city
	return true
}

// HandleAreaAnswer takes the message as the place asked for.
func (t Talk) HandleAreaAnswer(ctx context.Context, question conversation.Question) bool {
	given := t.Detector.Fragment(t.Input, detect.ListMasjids).Slots
	if given.Area == nil && given.City == nil && given.Latitude == nil {
		if t.ChangesSubject(question) || len(t.Words.Folded) > dialogue.MaxFragmentWords {
			return false
		}
		place := strings.TrimSpace(t.Input.Text)
		given.City = &place
	}
	t.Detected.Cues.Near = false
	given.MasjidName = nil
	t.Dispatch(ctx, question.Intent, dialogue.Merged(question.Slots, given))
	return true
}

// Page lists the masjids that match the slots, from the page token on.
func (t Talk) Page(ctx context.Context, slots detect.Slots, token string) {
	args := dialogue.Arguments{}
	dialogue.Set(args, "area", slots.Area)
	dialogue.Set(args, "city", slots.City)
	dialogue.Set(args, "limit", slots.Limit)
	if slots.Latitude != nil && slots.Longitude != nil {
		dialogue.Set(args, "latitude", slots.Latitude)
		dialogue.Set(args, "longitude", slots.Longitude)
	}
	if token != "" {
		args["page_token"] = token
	}
	intent, tool := detect.ListMasjids, toolnames.ListMasjids
	if slots.MasjidName != nil {
		intent, tool = detect.SearchMasjids, toolnames.SearchMasjids
		args["query"] = *slots.MasjidName
	}
	t.Answer.Intent = intent
	var page masjidsPage
	if !t.Run(ctx, tool, args, slots) || !t.Decode(t.Answer.Data, &page) {
		return
	}
	t.SetLast(intent, slots)
	t.SetPlace(conversation.Place{Area: dialogue.TextOf(slots.Area), City: dialogue.TextOf(slots.City)})
	t.showMasjids(page, slots, token != "")
}

func (t Talk) showMasjids(page masjidsPage, slots detect.Slots, continues bool) {
	args := messages.Args{"count": page.Count, "place": t.placeName(slots), "name": messages.Data(dialogue.TextOf(slots.MasjidName))}
	key := "masjids_in"
	if slots.MasjidName != nil {
		key = "masjids_found"
	}
	if page.Count == 0 {
		t.Say("no_"+key, args)
		return
	}
	var lines []string
	if !continues {
		lines = append(lines, t.Book.Say(key, args))
	}
	for i, one := range page.Masjids {
		lines = append(lines, t.masjidLine(i+1, one, slots.Area == nil))
	}
	t.NoteList(conversation.Masjids, masjidItems(page.Masjids))
	if page.Next != nil {
		t.State.Listed.Next = *page.Next
		lines = append(lines, t.Book.Say("more", nil))
	}
	t.Answer.Message = strings.Join(lines, "\n")
}

func (t Talk) masjidLine(number int, one masjid, withArea bool) string {
	area := ""
	if withArea && one.Area != nil {
		area = t.Book.Say("masjid_area", messages.Args{"area": t.AreaName(*one.Area)})
	}
	return t.Book.Say("masjid_line", messages.Args{"number": number, "name": t.MasjidName(one.item()), "area": area})
}

// Details answers about the masjid that the message means.
func (t Talk) Details(ctx context.Context, slots detect.Slots) {
	chosen, ok := t.Which(ctx, detect.GetMasjidDetails, slots)
	if !ok {
		return
	}
	t.tellMasjid(ctx, chosen, slots)
}

func (t Talk) tellMasjid(ctx context.Context, chosen conversation.Item, slots detect.Slots) {
	if slots.MasjidName != nil {
		chosen.Said = *slots.MasjidName
	}
	t.State.Masjid = chosen
	args := dialogue.Arguments{"masjid_id": chosen.ID}
	if !t.Run(ctx, toolnames.GetMasjidDetails, args, t.NamingMasjid(slots, args)) {
		return
	}
	var answered struct {
		Masjid masjid `json:"masjid"`
	}
	if !t.Decode(t.Answer.Data, &answered) {
		return
	}
	said := chosen.Said
	t.State.Masjid = answered.Masjid.item()
	t.State.Masjid.Said = said
	t.SetPlace(conversation.Place{Masjid: answered.Masjid.ID})
	t.SetLast(detect.GetMasjidDetails, slots)
	t.Answer.Message = t.describe(answered.Masjid)
	if slots.Asked != nil {
		t.Answer.Message = t.tellDetail(answered.Masjid, *slots.Asked)
	}
}
