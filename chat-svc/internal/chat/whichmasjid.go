package chat

import (
	"context"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// whichMasjid returns the masjid that the message names or points at. If there is none or several, it asks and
// returns false.
func (t *turn) whichMasjid(ctx context.Context, intent detect.Intent, slots detect.Slots) (conversation.Item, bool) {
	ordinal := t.detected.Cues.Ordinal
	switch {
	case slots.MasjidName != nil:
		return t.searchMasjid(ctx, intent, slots)
	case ordinal != 0 && t.state.Listed.Kind == conversation.Masjids:
		if picked, ok := nth(t.state.Listed.Items, ordinal); ok {
			return picked, true
		}
		t.say("no_such_ordinal", nil)
		return conversation.Item{}, false
	case t.state.Masjid.ID != 0 && ordinal == 0 && slots.Area == nil:
		return t.state.Masjid, true
	default:
		var candidates []conversation.Item
		if t.state.Listed.Kind == conversation.Masjids {
			candidates = t.state.Listed.Items
		}
		t.ask(conversation.Question{
			Asks: asksMasjid, Asked: conversation.Asked{Intent: intent, Slots: slots}, Candidates: candidates,
		}, "ask_masjid_name", nil)
		return conversation.Item{}, false
	}
}

// searchMasjid searches by name. It returns the masjid with that name, or the only one found, and otherwise asks.
func (t *turn) searchMasjid(ctx context.Context, intent detect.Intent, slots detect.Slots) (conversation.Item, bool) {
	if picked, ok := t.listedByName(*slots.MasjidName); ok {
		return picked, true
	}
	args := arguments{"query": *slots.MasjidName}
	set(args, "area", slots.Area)
	set(args, "city", slots.City)
	var page masjidsPage
	if !t.lookUp(ctx, toolnames.SearchMasjids, args, &page) {
		return conversation.Item{}, false
	}
	name := messages.Args{"name": messages.Data(*slots.MasjidName), "count": len(page.Masjids)}
	fitting := fittingMasjids(*slots.MasjidName, page.Masjids)
	switch {
	case len(page.Masjids) == 0:
		t.say("no_masjids_found", name)
		return conversation.Item{}, false
	case len(fitting) == 1:
		return fitting[0], true
	case len(page.Masjids) == 1:
		return page.Masjids[0].item(), true
	case len(fitting) == 0:
		fitting = masjidItems(page.Masjids)
	}
	name["count"] = len(fitting)
	t.askWhichMasjid(intent, slots, fitting, name)
	return conversation.Item{}, false
}

// fittingMasjids returns the masjids with exactly this name, or else those whose name contains all its words.
func fittingMasjids(name string, found []masjid) []conversation.Item {
	fitting, fit := bestMatches(name, masjidItems(found), distinctiveName)
	if fit < matching.All {
		return nil
	}
	return fitting
}

func masjidItems(found []masjid) []conversation.Item {
	things := make([]conversation.Item, 0, len(found))
	for _, one := range found {
		things = append(things, one.item())
	}
	return things
}

func (t *turn) askWhichMasjid(intent detect.Intent, slots detect.Slots, candidates []conversation.Item, name messages.Args) {
	lines := []string{t.book.Say("which_masjid", name)}
	for i, one := range candidates {
		lines = append(lines, t.book.Say("masjid_line", messages.Args{"number": i + 1, "name": t.masjidName(one), "area": ""}))
	}
	slots.MasjidName = nil
	t.listed(conversation.Masjids, candidates)
	t.ask(conversation.Question{
		Asks: asksMasjid, Asked: conversation.Asked{Intent: intent, Slots: slots}, Candidates: candidates,
	}, "ask_masjid_name", nil)
	t.answer.Message = strings.Join(lines, "\n")
}

func (t *turn) handleMasjidAnswer(ctx context.Context, question conversation.Question) bool {
	picked, several := t.pick(question)
	if picked.ID != 0 {
		t.withMasjid(ctx, question, picked)
		return true
	}
	if t.changesSubject(question) && t.detected.Intent != detect.SearchMasjids && t.detected.Intent != detect.ListMasjids {
		return false
	}
	given := t.detector.Fragment(t.input, question.Intent)
	slots := merged(question.Slots, merged(given.Slots, t.detected.Slots))
	if slots.MasjidName == nil && len(several) == 0 && slots.Area == nil {
		name := strings.TrimSpace(t.input.Text)
		slots.MasjidName = &name
	}
	if slots.MasjidName == nil {
		return t.askAgain(question, "ask_masjid_name", nil)
	}
	t.dispatch(ctx, question.Intent, slots)
	return true
}

func (t *turn) withMasjid(ctx context.Context, question conversation.Question, picked conversation.Item) {
	t.state.Masjid = picked
	if question.Intent == detect.GetMasjidDetails {
		t.tellMasjid(ctx, picked, question.Slots)
		return
	}
	t.setPlace(conversation.Place{Masjid: picked.ID})
	t.detected.Cues.There = true
	t.dispatch(ctx, question.Intent, question.Slots)
}
