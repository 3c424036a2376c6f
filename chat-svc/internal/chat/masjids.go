package chat

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

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
	return conversation.Item{ID: m.ID, Name: m.Name, Urdu: textOf(m.NameUrdu)}
}

// findMasjids lists the masjids of an area or a city, or searches by name. A search without a name is a list.
func (t *turn) findMasjids(ctx context.Context, slots detect.Slots) {
	t.fillPlace(&slots)
	namesPlace := slots.MasjidName != nil || slots.Area != nil || slots.City != nil || slots.Latitude != nil
	if t.detected.Cues.Near && !namesPlace && !t.fillHome(ctx, &slots) {
		t.ask(conversation.Question{Asks: asksArea, Asked: conversation.Asked{Intent: detect.ListMasjids, Slots: slots}}, "ask_near", nil)
		return
	}
	t.masjidsPage(ctx, slots, "")
}

// fillHome fills in the area and city of the user's profile, for "near me". It returns false if the area is unknown.
func (t *turn) fillHome(ctx context.Context, slots *detect.Slots) bool {
	if t.caller.UserID == 0 {
		return false
	}
	var answered struct {
		User struct {
			City *string `json:"city"`
			Area *string `json:"area"`
		} `json:"user"`
	}
	result := t.call(ctx, toolnames.GetUserInfo, arguments{})
	if !result.Success || json.Unmarshal(result.Data, &answered) != nil || textOf(answered.User.Area) == "" {
		return false // then the chat asks
	}
	slots.Area, slots.City = answered.User.Area, answered.User.City
	return true
}

// handleAreaAnswer takes the message as the place asked for.
func (t *turn) handleAreaAnswer(ctx context.Context, question conversation.Question) bool {
	given := t.detector.Fragment(t.input, detect.ListMasjids).Slots
	if given.Area == nil && given.City == nil && given.Latitude == nil {
		if t.changesSubject(question) || len(t.words.folded) > maxFragmentWords {
			return false
		}
		place := strings.TrimSpace(t.input.Text)
		given.City = &place
	}
	t.detected.Cues.Near = false
	given.MasjidName = nil
	t.dispatch(ctx, question.Intent, merged(question.Slots, given))
	return true
}

func (t *turn) masjidsPage(ctx context.Context, slots detect.Slots, token string) {
	args := arguments{}
	set(args, "area", slots.Area)
	set(args, "city", slots.City)
	set(args, "limit", slots.Limit)
	if slots.Latitude != nil && slots.Longitude != nil {
		set(args, "latitude", slots.Latitude)
		set(args, "longitude", slots.Longitude)
	}
	if token != "" {
		args["page_token"] = token
	}
	intent, tool := detect.ListMasjids, toolnames.ListMasjids
	if slots.MasjidName != nil {
		intent, tool = detect.SearchMasjids, toolnames.SearchMasjids
		args["query"] = *slots.MasjidName
	}
	t.answer.Intent = intent
	var page masjidsPage
	if !t.run(ctx, tool, args, slots) || !t.decode(t.answer.Data, &page) {
		return
	}
	t.setLast(intent, slots)
	t.setPlace(conversation.Place{Area: textOf(slots.Area), City: textOf(slots.City)})
	t.showMasjids(page, slots, token != "")
}

func (t *turn) showMasjids(page masjidsPage, slots detect.Slots, continues bool) {
	args := messages.Args{"count": page.Count, "place": t.placeName(slots), "name": messages.Data(textOf(slots.MasjidName))}
	key := "masjids_in"
	if slots.MasjidName != nil {
		key = "masjids_found"
	}
	if page.Count == 0 {
		t.say("no_"+key, args)
		return
	}
	var lines []string
	if !continues {
		lines = append(lines, t.book.Say(key, args))
	}
	for i, one := range page.Masjids {
		lines = append(lines, t.masjidLine(i+1, one, slots.Area == nil))
	}
	t.listed(conversation.Masjids, masjidItems(page.Masjids))
	if page.Next != nil {
		t.state.Listed.Next = *page.Next
		lines = append(lines, t.book.Say("more", nil))
	}
	t.answer.Message = strings.Join(lines, "\n")
}

func (t *turn) masjidLine(number int, one masjid, withArea bool) string {
	area := ""
	if withArea && one.Area != nil {
		area = t.book.Say("masjid_area", messages.Args{"area": t.areaName(*one.Area)})
	}
	return t.book.Say("masjid_line", messages.Args{"number": number, "name": t.masjidName(one.item()), "area": area})
}

// masjidName returns a masjid's name in the script of the answer, if it has one.
func (t *turn) masjidName(one conversation.Item) string {
	if t.book.Language == detect.Urdu && one.Urdu != "" {
		return messages.Data(one.Urdu)
	}
	return messages.Data(one.Name)
}

func (t *turn) masjidDetails(ctx context.Context, slots detect.Slots) {
	chosen, ok := t.whichMasjid(ctx, detect.GetMasjidDetails, slots)
	if !ok {
		return
	}
	t.tellMasjid(ctx, chosen, slots)
}

func (t *turn) tellMasjid(ctx context.Context, chosen conversation.Item, slots detect.Slots) {
	if slots.MasjidName != nil {
		chosen.Said = *slots.MasjidName
	}
	t.state.Masjid = chosen
	args := arguments{"masjid_id": chosen.ID}
	if !t.run(ctx, toolnames.GetMasjidDetails, args, t.namingMasjid(slots, args)) {
		return
	}
	var answered struct {
		Masjid masjid `json:"masjid"`
	}
	if !t.decode(t.answer.Data, &answered) {
		return
	}
	said := chosen.Said
	t.state.Masjid = answered.Masjid.item()
	t.state.Masjid.Said = said
	t.setPlace(conversation.Place{Masjid: answered.Masjid.ID})
	t.setLast(detect.GetMasjidDetails, slots)
	t.answer.Message = t.describe(answered.Masjid)
	if slots.Asked != nil {
		t.answer.Message = t.tellDetail(answered.Masjid, *slots.Asked)
	}
}
