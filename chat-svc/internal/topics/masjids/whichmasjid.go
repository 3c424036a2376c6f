package masjids

import (
	"context"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// Which returns the masjid that the message names or points at. If there is none or several, it asks and
// returns false.
func (t Talk) Which(ctx context.Context, intent detect.Intent, slots detect.Slots) (conversation.Item, bool) {
	ordinal := t.Detected.Cues.Ordinal
	switch {
	case slots.MasjidName != nil:
		return t.searchMasjid(ctx, intent, slots)
	case ordinal != 0 && t.State.Listed.Kind == conversation.Masjids:
		if picked, ok := dialogue.Nth(t.State.Listed.Items, ordinal); ok {
			return picked, true
		}
		t.Say("no_such_ordinal", nil)
		return conversation.Item{}, false
	case t.State.Masjid.ID != 0 && ordinal == 0 && slots.Area == nil:
		return t.State.Masjid, true
	default:
		var candidates []conversation.Item
		if t.State.Listed.Kind == conversation.Masjids {
			candidates = t.State.Listed.Items
		}
		t.Ask(conversation.Question{
			Asks: dialogue.AsksMasjid, Asked: conversation.Asked{Intent: intent, Slots: slots}, Candidates: candidates,
		}, "ask_masjid_name", nil)
		return conversation.Item{}, false
	}
}

// searchMasjid searches by name. It returns the masjid with that name, or the only one found, and otherwise asks.
func (t Talk) searchMasjid(ctx context.Context, intent detect.Intent, slots detect.Slots) (conversation.Item, bool) {
	if picked, ok := t.listedByName(*slots.MasjidName); ok {
		return picked, true
	}
	args := dialogue.Arguments{"query": *slots.MasjidName}
	dialogue.Set(args, "area", slots.Area)
	dialogue.Set(args, "city", slots.City)
	var page masjidsPage
	if !t.LookUp(ctx, toolnames.SearchMasjids, args, &page) {
		return conversation.Item{}, false
	}
	name := messages.Args{"name": messages.Data(*slots.MasjidName), "count": len(page.Masjids)}
	fitting, fit := dialogue.BestMatches(*slots.MasjidName, masjidItems(page.Masjids), words.Distinctive)
	if fit < matching.All {
		fitting = nil
	}
	switch {
	case len(page.Masjids) == 0:
		t.Say("no_masjids_found", name)
		return conversation.Item{}, false
	case len(fitting) == 1:
		return fitting[0], true
	case len(page.Masjids) == 1 && fit == matching.Some:
		t.askIfMeant(intent, slots, page.Masjids[0].item(), name)
		return conversation.Item{}, false
	case len(page.Masjids) == 1:
		return page.Masjids[0].item(), true
	case len(fitting) == 0:
		fitting = masjidItems(page.Masjids)
	}
	name["count"] = len(fitting)
	t.askWhichMasjid(intent, slots, fitting, name)
	return conversation.Item{}, false
}

// askIfMeant asks whether a masjid is meant that has some words of a name: Madina Masjid is not Faizan-e-Madina.
func (t Talk) askIfMeant(intent detect.Intent, slots detect.Slots, found conversation.Item, said messages.Args) {
	said["other"] = t.MasjidName(found)
	slots.MasjidName = &found.Name
	t.Confirm(conversation.Question{Asked: conversation.Asked{Intent: intent, Slots: slots}}, "mean_masjid", said)
}

func masjidItems(found []masjid) []conversation.Item {
	things := make([]conversation.Item, 0, len(found))
	for _, one := range found {
		things = append(things, one.item())
	}
	return things
}

func (t Talk) askWhichMasjid(intent detect.Intent, slots detect.Slots, candidates []conversation.Item, name messages.Args) {
	lines := []string{t.Book.Say("which_masjid", name)}
	for i, one := range candidates {
		lines = append(lines, t.Book.Say("masjid_line", messages.Args{"number": i + 1, "name": t.MasjidName(one), "area": ""}))
	}
	slots.MasjidName = nil
	t.NoteList(conversation.Masjids, candidates)
	t.Ask(conversation.Question{
		Asks: dialogue.AsksMasjid, Asked: conversation.Asked{Intent: intent, Slots: slots}, Candidates: candidates,
	}, "ask_masjid_name", nil)
	t.Answer.Message = strings.Join(lines, "\n")
}

// HandleMasjidAnswer takes the message as the masjid that the question asked for. It reports whether the message was handled.
func (t Talk) HandleMasjidAnswer(ctx context.Context, question conversation.Question) bool {
	picked, several := t.Pick(question)
	if picked.ID != 0 {
		t.withMasjid(ctx, question, picked)
		return true
	}
	if t.ChangesSubject(question) && t.Detected.Intent != detect.SearchMasjids && t.Detected.Intent != detect.ListMasjids {
		return false
	}
	if t.Detected.Cues.Act == detect.Yes {
		return t.AskAgain(question, "ask_masjid_name", nil) // yes is no name
	}
	given := t.Detector.Fragment(t.Input, question.Intent)
	slots := dialogue.Merged(question.Slots, dialogue.Merged(given.Slots, t.Detected.Slots))
	if slots.MasjidName == nil && len(several) == 0 && slots.Area == nil {
		name := strings.TrimSpace(t.Input.Text)
		slots.MasjidName = &name
	}
	if slots.MasjidName == nil {
		return t.AskAgain(question, "ask_masjid_name", nil)
	}
	t.Dispatch(ctx, question.Intent, slots)
	return true
}

func (t Talk) withMasjid(ctx context.Context, question conversation.Question, picked conversation.Item) {
	t.State.Masjid = picked
	if question.Intent == detect.GetMasjidDetails {
		t.tellMasjid(ctx, picked, question.Slots)
		return
	}
	t.SetPlace(conversation.Place{Masjid: picked.ID})
	t.Detected.Cues.There = true
	t.Dispatch(ctx, question.Intent, question.Slots)
}
