package making

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
)

// mostEach is the most tasks that one message makes of what it lists.
const mostEach = 7

// callsEach is how many calls one of them takes: when its prayer is, today and tomorrow, and the task itself.
const callsEach = 3

// makesEach makes a task for each of the days, hours or prayers that the message lists. It reports whether it lists several.
func (t Talk) makesEach(ctx context.Context, slots detect.Slots) bool {
	each := t.Detected.Each
	t.Detected.Each = nil
	if len(each) < 2 || len(each) > mostEach || t.Words.Asked && !t.Words.BeginsPolitely() {
		return false
	}
	wanted := t.readEach(each, slots)
	if wanted == nil || t.RefuseEarly(ctx, string(detect.CreateTask), dialogue.Arguments{}) {
		return wanted != nil
	}
	t.ExtraCalls += callsEach * len(wanted)
	message := t.Input.Text
	var made []string
	for _, one := range wanted {
		before := t.State.Undo
		t.Input.Text, t.Detected = one.text, one.Result
		t.make(ctx, one.Slots)
		made = append(made, t.Answer.Message)
		if !t.Answer.Success || t.State.Question != nil {
			break
		}
		if len(made) > 1 && before != nil && t.State.Undo != before {
			t.State.Undo.Join(before)
		}
	}
	t.Input.Text = message
	t.Answer.Message = dialogue.Joined(made...)
	return true
}

// sentence is one that was made of the message, and what it says.
type sentence struct {
	text string
	detect.Result
}

// readEach reads the sentences; nil where one of them makes no task of its own. What only the last of a list tells is so of all.
func (t Talk) readEach(each []string, whole detect.Slots) []sentence {
	wanted := make([]sentence, 0, len(each))
	byPrayers := true
	for _, text := range each {
		in := t.Input
		in.Text = text
		one := sentence{text, t.Detector.Detect(in)}
		one.Each, one.Plan = nil, detect.Plan{}
		t.nameByPrayer(&one.Slots)
		if one.Intent != detect.CreateTask || !hasTitle(one.Slots) {
			return nil
		}
		one.Slots = dialogue.Merged(detect.Slots{
			Recurrence: whole.Recurrence, Priority: whole.Priority, Category: whole.Category,
		}, one.Slots)
		byPrayers = byPrayers && (one.Slots.LinkedPrayer != nil || one.Slots.DueRelative != nil)
		wanted = append(wanted, one)
	}
	if byPrayers {
		setDaily(wanted)
	}
	return wanted
}

// nameByPrayer calls a task by the prayer that tells its time, where nothing else names it.
func (t Talk) nameByPrayer(slots *detect.Slots) {
	prayer := dialogue.TextOf(slots.LinkedPrayer)
	if slots.DueRelative != nil {
		prayer = slots.DueRelative.Prayer
	}
	if title := dialogue.TextOf(slots.Title); title == "" || title == prayer {
		prayer = t.Book.Prayer(prayer)
		slots.Title = &prayer
	}
}

// setDaily makes daily what is to be at each prayer.
func setDaily(wanted []sentence) {
	daily := "daily"
	for i := range wanted {
		if slots := &wanted[i].Slots; slots.Recurrence == nil && slots.Due == nil {
			slots.Recurrence = &daily
		}
	}
}
