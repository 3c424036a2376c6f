package corrected

import (
	"context"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/chat-svc/internal/words/followups"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/proto/toolnames"
)

// correctWhole gives the task that was just made or renamed the title that was meant, where the message tells all of it: "sorry, I meant
// buy miswak", "ghalat likh diya, miswak lana hai". What only says no to it must be a deed of the same verb ("no, buy miswak"), or else
// has to be confirmed. It reports whether the message was handled.
func (t Talk) correctWhole(ctx context.Context, last *conversation.Undo) bool {
	renamed := last.Did == toolnames.UpdateTask && t.State.Last.Slots.Title != nil
	if last.Did != toolnames.CreateTask && !renamed || len(last.Also) > 0 || t.Detected.Cues.HowTo || t.Detected.Cues.Act == detect.Undo {
		return false
	}
	owned := true
	meant := followups.Meant(t.Input.Text)
	if meant == "" {
		owned, meant = false, followups.Instead(t.Input.Text)
	}
	slots, ok := t.wholeTitle(meant)
	if !ok {
		return false
	}
	title := *slots.Title
	sameDeed, alike := likeTitle(title, last.Task.Name)
	sameDeed = sameDeed || owned && followups.EndsAsDeed(title)
	if !sameDeed && !alike {
		return false
	}
	all, known := t.AllTasks(ctx)
	if !known || namesAnother(title, last.Task.ID, all) {
		return false
	}
	t.Answer.Intent = detect.UpdateTask
	if sameDeed {
		before := t.State.Last.Slots
		t.Change(ctx, last.Task, slots)
		if now := &t.State.Last.Slots; now.Due == nil && now.DueRelative == nil { // and make that 6
			now.Due, now.DueRelative, now.LinkedPrayer = before.Due, before.DueRelative, before.LinkedPrayer
		}
		return true
	}
	t.ConfirmSteps(conversation.Question{
		Asked: conversation.Asked{Intent: detect.UpdateTask},
		Steps: []conversation.Step{{Intent: detect.UpdateTask, Task: last.Task, Slots: slots}},
	})
	return true
}

// wholeTitle returns the change that gives a task a title of several words, and what else is told of it. It reports false for a text that
// tells no title, or only points at a task, or denies something.
func (t Talk) wholeTitle(meant string) (detect.Slots, bool) {
	if !mayBeWhole(meant) {
		return detect.Slots{}, false
	}
	if change := t.changeAlone(meant); change != nil && change.Slots.Title == nil && change.Confidence >= mostlyChange {
		return detect.Slots{}, false // it should be tomorrow at 5
	}
	in := t.Input
	in.Text = meant
	given := t.Detector.Fragment(in, detect.CreateTask)
	if given.Cues.Denies || given.Cues.Doubts || given.Cues.Pronoun || given.Cues.Ordinal != 0 || given.Plan.Several {
		return detect.Slots{}, false
	}
	title := meant
	if given.Slots.Title != nil && strings.Contains(meant, *given.Slots.Title) && dialogue.CountSlots(given.Slots) > 1 {
		title = *given.Slots.Title
	}
	slots := detect.Slots{Title: &title}
	if title != meant {
		slots.Due, slots.DueRelative, slots.LinkedPrayer = given.Slots.Due, given.Slots.DueRelative, given.Slots.LinkedPrayer
		t.Detected.Cues.ClockOnly = given.Cues.ClockOnly
	}
	return slots, len(words.Parse(title).Folded) > 1
}

// mayBeWhole reports whether a text of several words says nothing that no title does.
func mayBeWhole(meant string) bool {
	alone := words.Parse(meant)
	if len(alone.Folded) < 2 || alone.Asked || alone.Denies() || alone.MentionsTasks() || alone.Slips() || alone.SaysToo() {
		return false
	}
	points := words.EndsPointing(meant) || alone.SaysSomeone()
	return !points && !alone.Leaves() && !alone.LeavesQuestion() && !alone.Wavers() && !alone.Praises() && !alone.Undoes()
}

// mostlyChange is the share of the words of a change that must be understood for it to be no title.
const mostlyChange = 0.99

// likeTitle reports whether a text is a deed with the verb of a title, which stands first in English and last in Urdu, and whether it at
// least ends as the title does.
func likeTitle(meant, title string) (sameDeed, alike bool) {
	said, was := text.Parse(meant).Tokens, text.Parse(title).Tokens
	if len(said) < 2 || len(was) < 2 || strings.EqualFold(meant, title) {
		return false, false
	}
	sameFirst := said[0].Norm == was[0].Norm
	last, before := said[len(said)-1].Norm, was[len(was)-1].Norm
	sameLast := last == before
	if followups.EndsAsDeed(meant) && followups.EndsAsDeed(title) {
		return withoutEnd(last) == withoutEnd(before), true
	}
	return sameFirst && !followups.EndsAsDeed(title), sameLast
}

// withoutEnd returns a verb without the letter that agrees with a noun: lana, lani.
func withoutEnd(verb string) string {
	letters := []rune(verb)
	return string(letters[:max(0, len(letters)-1)])
}
