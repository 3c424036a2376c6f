package tasks

import (
	"context"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/toolresult"
)

// Complete completes the task that the message means.
func (t Talk) Complete(ctx context.Context, slots detect.Slots) {
	target, ok := t.target(ctx, detect.CompleteTask, slots)
	if ok {
		t.finish(ctx, target, slots)
	}
}

func (t Talk) finish(ctx context.Context, target conversation.Item, slots detect.Slots) {
	if !t.Run(ctx, toolnames.CompleteTask, dialogue.Arguments{"task_id": target.ID}, slots) {
		return
	}
	done, ok := t.resultTask()
	if !ok {
		return
	}
	t.noteChange(toolnames.CompleteTask, done, nil)
	t.SetLast(detect.CompleteTask, detect.Slots{})
	args := dialogue.Item(done.item())
	if done.NextTaskID == nil {
		t.Say("task_completed", args)
		return
	}
	t.State.Undo.Next = *done.NextTaskID
	args["next"] = *done.NextTaskID
	next, refused := t.taskByNumber(ctx, *done.NextTaskID)
	if refused != nil || next.Due == nil {
		t.Say("task_completed_next", args)
		return
	}
	args["when"] = t.when(next, *next.Due)
	t.Say("task_completed_next_when", args)
}

// Delete deletes the task that the message means.
func (t Talk) Delete(ctx context.Context, slots detect.Slots) {
	target, ok := t.target(ctx, detect.DeleteTask, slots)
	if ok {
		t.remove(ctx, target, slots)
	}
}

func (t Talk) remove(ctx context.Context, target conversation.Item, slots detect.Slots) {
	if target.Name == "" {
		if known, refused := t.taskByNumber(ctx, target.ID); refused == nil {
			target = known.item()
		} // if there is none, the tool says so
	}
	if !t.Run(ctx, toolnames.DeleteTask, dialogue.Arguments{"task_id": target.ID}, slots) {
		return
	}
	t.State.Undo, t.Changed = &conversation.Undo{Did: toolnames.DeleteTask, Task: target}, true
	t.noteDeleted(target)
	t.State.Task = conversation.Item{}
	t.SetLast(detect.DeleteTask, detect.Slots{})
	t.Say("task_deleted", dialogue.Item(target))
}

// target returns the task to change. If the words only match it loosely, target asks for confirmation first. There is none if the message
// makes another task besides.
func (t Talk) target(ctx context.Context, intent detect.Intent, slots detect.Slots) (conversation.Item, bool) {
	if t.RefuseEarly(ctx, string(intent), t.argumentsOf(slots)) {
		return conversation.Item{}, false
	}
	if t.alsoChanges() {
		t.Say("one_at_a_time", nil)
		return conversation.Item{}, false
	}
	pointed, ok := t.whichTask(ctx, intent, slots)
	if !ok {
		return conversation.Item{}, false
	}
	byWords := slots.TaskRef != nil && slots.TaskID == nil && t.Detected.Cues.Ordinal == 0
	itself := pointed.task == t.State.Task && intent == detect.UpdateTask && t.correctsLast(dialogue.TextOf(slots.Status) == "pending")
	unsure := intent == detect.DeleteTask && !pointed.whole || t.toldBesides(intent)
	if t.OnlyWeighed(intent, slots) {
		t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: intent, Slots: slots}, Task: pointed.task})
		return conversation.Item{}, false
	}
	if pointed.loose && !itself || byWords && t.Detected.Cues.Loose && unsure {
		t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: intent, Slots: slots}, Task: pointed.task})
		return conversation.Item{}, false
	}
	return pointed.task, true
}

// toldBesides reports whether a deed is only told, and besides another: "aur bijli ka bill bhi jama kara diya".
func (t Talk) toldBesides(intent detect.Intent) bool {
	return intent == detect.CompleteTask && t.Detected.Cues.Told && t.Detected.Cues.Also && t.Words.GoesOn()
}

func (t Talk) argumentsOf(slots detect.Slots) dialogue.Arguments {
	args := dialogue.Arguments{}
	dialogue.Set(args, "task_id", slots.TaskID)
	return args
}

// Update changes the task that the message means.
func (t Talk) Update(ctx context.Context, slots detect.Slots) {
	if slots.TaskRef != nil && t.State.Task.ID != 0 && words.NamesAttribute(*slots.TaskRef) {
		slots.TaskRef, t.Detected.Cues.Pronoun = nil, true // waqt 4 baje rakh dein
	}
	target, ok := t.target(ctx, detect.UpdateTask, slots)
	if ok {
		t.Change(ctx, target, slots)
	}
}

// Change changes a task according to the slots. If they contain no change, it asks what to change.
func (t Talk) Change(ctx context.Context, target conversation.Item, slots detect.Slots) {
	if t.asksOtherDay(target, slots) {
		return
	}
	t.anchor(&slots)
	if !slots.ChangesTask() {
		t.askChanges(ctx, target, slots)
		return
	}
	before, refused := t.taskByNumber(ctx, target.ID)
	if refused != nil {
		tool := toolnames.UpdateTask
		args := dialogue.Arguments{"task_id": target.ID}
		t.Answer.Tool, t.Answer.Arguments = &tool, args.WithSlots(slots)
		t.Fail(toolresult.FromError(refused), args)
		return
	}
	islamic, ok := t.resolveHijri(ctx, &slots)
	if !ok {
		return
	}
	t.byPrayer().Repeat(&slots, target.ID)
	t.moveDue(&slots, before)
	if added := words.AddedToName(dialogue.TextOf(slots.Title)); added != "" {
		longer := before.Title + " " + added
		slots.Title = &longer
	}
	args := dialogue.Changing(target.ID, slots)
	if !t.byPrayer().SetDue(ctx, &slots, args, before.byPrayer()) || !t.Run(ctx, toolnames.UpdateTask, args, slots) {
		return
	}
	after, ok := t.resultTask()
	if !ok {
		return
	}
	t.noteChange(toolnames.UpdateTask, after, restoring(before, args))
	t.SetLast(detect.UpdateTask, slots)
	t.NotePrayer(slots.LinkedPrayer)
	t.sayUpdated(before, after, args)
	t.tellHijriDue(islamic)
}

func (t Talk) askChanges(ctx context.Context, target conversation.Item, slots detect.Slots) {
	if target.Name == "" {
		known, refused := t.taskByNumber(ctx, target.ID)
		if refused != nil {
			t.Fail(toolresult.FromError(refused), dialogue.Arguments{"task_id": target.ID})
			return
		}
		target = known.item()
	}
	t.State.Task = target
	question := conversation.Question{
		Asks: dialogue.AsksChanges, Asked: conversation.Asked{Intent: detect.UpdateTask, Slots: slots}, Task: target,
	}
	key := "ask_changes"
	if t.Words.NamesDate() {
		question.Asks, key = dialogue.AsksDue, "ask_new_due"
	}
	t.Ask(question, key, dialogue.Item(target))
}

// AskWhatNumber asks what a bare number in a change means: a time, or another task.
func (t Talk) AskWhatNumber(number int) {
	if t.State.Task.ID == 0 {
		asks := dialogue.AsksChanges
		t.Answer.Asks = &asks
		t.Say("ask_what_number_alone", messages.Args{"number": number})
		return
	}
	said := dialogue.Item(t.State.Task)
	said["number"] = number
	t.Ask(conversation.Question{
		Asks: dialogue.AsksChanges, Asked: conversation.Asked{Intent: detect.UpdateTask}, Task: t.State.Task,
	}, "ask_what_number", said)
}

// moveDue keeps the part of a due time that the message does not change: the time of day if it names only a day, the
// day if it names only a time.
func (t Talk) moveDue(slots *detect.Slots, before task) {
	was, err := time.Parse(time.RFC3339, dialogue.TextOf(before.Due))
	if err != nil {
		return
	}
	was = was.In(t.Now.Location())
	if relative := slots.DueRelative; relative != nil && relative.Date == "" && was.After(t.Now) {
		relative.Date = was.Format(time.DateOnly)
	}
	if dialogue.TextOf(slots.Due) == "" {
		return
	}
	day, clock, hasClock := strings.Cut(*slots.Due, "T")
	timed := !messages.IsDay(was)
	switch {
	case hasClock && t.Detected.Cues.ClockOnly:
		day = was.Format(time.DateOnly)
		if !t.HalfTold && (timed || words.Parse(before.Title).Early()) { // 4 baje, for sehri
			clock = t.Words.MatchHalfOfDay(clock, was)
		}
	case !hasClock && timed:
		clock, hasClock = was.Format("15:04:05"), true
	}
	if hasClock && t.Detected.Cues.ClockOnly && day+"T"+clock < t.Now.Format(dateTimeLayout) && day == t.Now.Format(time.DateOnly) {
		day, _, _ = strings.Cut(*slots.Due, "T") // 9 am, which was to be 9 pm today
	}
	if hasClock {
		day += "T" + clock
	}
	slots.Due = &day
}

// sayUpdated says what has changed.
func (t Talk) sayUpdated(before, after task, args dialogue.Arguments) {
	if status := args["status"]; len(args) == 2 && status != nil {
		switch {
		case before.Completed == after.Completed:
			t.Say("task_unchanged", dialogue.Item(after.item()))
		case after.Completed:
			t.Say("task_completed", dialogue.Item(after.item()))
		default:
			t.Say("task_reopened", dialogue.Item(after.item()))
			t.sayReminderMoved(before, after)
		}
		return
	}
	was, renamed := before.item(), before.Title != after.Title
	if renamed && len(args) == 2 {
		said := dialogue.Item(after.item())
		said["was"] = messages.Data(was.Name)
		t.Say("task_renamed", said)
		return
	}
	said := dialogue.Item(was)
	said["changes"] = t.Book.List(t.changeParts(after, args))
	t.Say("task_updated", said)
	t.sayReminderMoved(before, after)
	if args["prayer_offset_minutes"] != nil {
		t.byPrayer().TellRepeats(after.byPrayer(), false)
	}
}
