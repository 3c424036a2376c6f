package chat

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/toolresult"
)

func (t *turn) completeTask(ctx context.Context, slots detect.Slots) {
	target, ok := t.target(ctx, detect.CompleteTask, slots)
	if ok {
		t.complete(ctx, target, slots)
	}
}

func (t *turn) complete(ctx context.Context, target conversation.Item, slots detect.Slots) {
	if !t.run(ctx, toolnames.CompleteTask, arguments{"task_id": target.ID}, slots) {
		return
	}
	done, ok := t.resultTask()
	if !ok {
		return
	}
	t.noteChange(toolnames.CompleteTask, done, nil)
	t.setLast(detect.CompleteTask, detect.Slots{})
	args := item(done.item())
	if done.NextTaskID == nil {
		t.say("task_completed", args)
		return
	}
	t.state.Undo.Next = *done.NextTaskID
	args["next"] = *done.NextTaskID
	t.say("task_completed_next", args)
}

func (t *turn) deleteTask(ctx context.Context, slots detect.Slots) {
	target, ok := t.target(ctx, detect.DeleteTask, slots)
	if ok {
		t.delete(ctx, target, slots)
	}
}

func (t *turn) delete(ctx context.Context, target conversation.Item, slots detect.Slots) {
	if target.Name == "" {
		if known, refused := t.taskByNumber(ctx, target.ID); refused == nil {
			target = known.item()
		} // if there is none, the tool says so
	}
	if !t.run(ctx, toolnames.DeleteTask, arguments{"task_id": target.ID}, slots) {
		return
	}
	t.state.Undo, t.changed = &conversation.Undo{Did: toolnames.DeleteTask, Task: target}, true
	t.state.Task = conversation.Item{}
	t.setLast(detect.DeleteTask, detect.Slots{})
	t.say("task_deleted", item(target))
}

// target returns the task to change. If the words only match it loosely, target asks for confirmation first.
func (t *turn) target(ctx context.Context, intent detect.Intent, slots detect.Slots) (conversation.Item, bool) {
	if t.refuseEarly(ctx, string(intent), t.argumentsOf(slots)) {
		return conversation.Item{}, false
	}
	pointed, ok := t.whichTask(ctx, intent, slots)
	if !ok {
		return conversation.Item{}, false
	}
	byWords := slots.TaskRef != nil && slots.TaskID == nil && t.detected.Cues.Ordinal == 0
	itself := pointed.task == t.state.Task && intent == detect.UpdateTask && t.correctsLast(textOf(slots.Status) == "pending")
	if pointed.loose && !itself || byWords && intent == detect.DeleteTask && t.detected.Cues.Loose {
		t.confirm(conversation.Question{Asked: conversation.Asked{Intent: intent, Slots: slots}, Task: pointed.task})
		return conversation.Item{}, false
	}
	return pointed.task, true
}

func (t *turn) argumentsOf(slots detect.Slots) arguments {
	args := arguments{}
	set(args, "task_id", slots.TaskID)
	return args
}

func (t *turn) updateTask(ctx context.Context, slots detect.Slots) {
	target, ok := t.target(ctx, detect.UpdateTask, slots)
	if ok {
		t.update(ctx, target, slots)
	}
}

// update changes a task according to the slots. If they contain no change, it asks what to change.
func (t *turn) update(ctx context.Context, target conversation.Item, slots detect.Slots) {
	t.anchor(&slots)
	if !changes(slots) {
		t.askChanges(ctx, target, slots)
		return
	}
	before, refused := t.taskByNumber(ctx, target.ID)
	if refused != nil {
		tool := toolnames.UpdateTask
		args := arguments{"task_id": target.ID}
		t.answer.Tool, t.answer.Arguments = &tool, args.withSlots(slots)
		t.fail(toolresult.FromError(refused), args)
		return
	}
	if !t.resolveHijri(ctx, &slots) {
		return
	}
	args := arguments{"task_id": target.ID}
	set(args, "title", slots.Title)
	set(args, "priority", slots.Priority)
	set(args, "linked_prayer", slots.LinkedPrayer)
	set(args, "recurrence", slots.Recurrence)
	set(args, "category", slots.Category)
	set(args, "status", slots.Status)
	t.moveDue(&slots, before)
	set(args, "due_datetime", slots.Due)
	if !t.resolveDue(ctx, &slots, args) || !t.run(ctx, toolnames.UpdateTask, args, slots) {
		return
	}
	after, ok := t.resultTask()
	if !ok {
		return
	}
	t.noteChange(toolnames.UpdateTask, after, restoring(before, args))
	t.setLast(detect.UpdateTask, detect.Slots{})
	t.notePrayer(slots.LinkedPrayer)
	t.sayUpdated(before, after, args)
	t.tellHijriDue()
}

// changes reports whether the slots contain a change to a task.
func changes(s detect.Slots) bool {
	return s.Title != nil || s.Priority != nil || s.LinkedPrayer != nil || s.Recurrence != nil || s.Category != nil ||
		s.Status != nil || s.Due != nil || s.DueRelative != nil || s.Hijri != nil
}

func (t *turn) askChanges(ctx context.Context, target conversation.Item, slots detect.Slots) {
	if target.Name == "" {
		known, refused := t.taskByNumber(ctx, target.ID)
		if refused != nil {
			t.fail(toolresult.FromError(refused), arguments{"task_id": target.ID})
			return
		}
		target = known.item()
	}
	t.state.Task = target
	t.ask(conversation.Question{
		Asks: asksChanges, Asked: conversation.Asked{Intent: detect.UpdateTask, Slots: slots}, Task: target,
	}, "ask_changes", item(target))
}

// askWhatNumber asks what a bare number in a change means: a time, or another task.
func (t *turn) askWhatNumber(number int) {
	if t.state.Task.ID == 0 {
		asks := asksChanges
		t.answer.Asks = &asks
		t.say("ask_what_number_alone", messages.Args{"number": number})
		return
	}
	said := item(t.state.Task)
	said["number"] = number
	t.ask(conversation.Question{
		Asks: asksChanges, Asked: conversation.Asked{Intent: detect.UpdateTask}, Task: t.state.Task,
	}, "ask_what_number", said)
}

// moveDue keeps the part of a due time that the message does not change: the time of day if it names only a day, the
// day if it names only a time.
func (t *turn) moveDue(slots *detect.Slots, before task) {
	if slots.Due == nil || before.Due == nil {
		return
	}
	was, err := time.Parse(time.RFC3339, *before.Due)
	if err != nil {
		return
	}
	was = was.In(t.now.Location())
	day, clock, hasClock := strings.Cut(*slots.Due, "T")
	switch {
	case hasClock && t.detected.Cues.ClockOnly:
		day = was.Format(dateLayout)
		clock = t.words.matchHalfOfDay(clock, was)
	case !hasClock && (was.Hour() != 0 || was.Minute() != 0):
		clock, hasClock = was.Format("15:04:05"), true
	}
	if hasClock {
		day += "T" + clock
	}
	slots.Due = &day
}

// sayUpdated says what has changed.
func (t *turn) sayUpdated(before, after task, args arguments) {
	if status := args["status"]; len(args) == 2 && status != nil {
		switch {
		case before.Completed == after.Completed:
			t.say("task_unchanged", item(after.item()))
		case after.Completed:
			t.say("task_completed", item(after.item()))
		default:
			t.say("task_reopened", item(after.item()))
		}
		return
	}
	was, renamed := before.item(), before.Title != after.Title
	if renamed && len(args) == 2 {
		said := item(after.item())
		said["was"] = messages.Data(was.Name)
		t.say("task_renamed", said)
		return
	}
	said := item(was)
	said["changes"] = t.book.List(t.changeParts(after, args))
	t.say("task_updated", said)
}

func (t *turn) changeParts(after task, args arguments) []string {
	var parts []string
	add := func(argument, key, name, value string) {
		if _, changed := args[argument]; changed {
			parts = append(parts, t.book.Say(key, messages.Args{name: value}))
		}
	}
	add("title", "change_title", "title", messages.Data(after.Title))
	add("linked_prayer", "change_prayer", "prayer", t.book.Prayer(textOf(after.LinkedPrayer)))
	add("due_datetime", "change_due", "when", t.when(textOf(after.Due)))
	add("recurrence", "change_recurrence", "recurrence", t.book.Recurrence(textOf(after.Recurrence)))
	add("priority", "change_priority", "priority", t.book.Priority(after.Priority))
	add("category", "change_category", "category", t.book.Category(textOf(after.Category)))
	return parts
}

// textOf returns the text, or an empty string for nil.
func textOf(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}

// restoring returns the arguments that undo an update of a task.
func restoring(before task, args arguments) json.RawMessage {
	was := arguments{}
	for name := range args {
		switch name {
		case "task_id":
			was[name] = before.ID
		case "title":
			was[name] = before.Title
		case "priority":
			was[name] = before.Priority
		case "linked_prayer":
			was[name] = textOf(before.LinkedPrayer)
		case "due_datetime":
			was[name] = textOf(before.Due)
		case "recurrence":
			was[name] = textOf(before.Recurrence)
		case "category":
			was[name] = textOf(before.Category)
		case "status":
			was[name] = statusWord(before.Completed)
		}
	}
	encoded, err := json.Marshal(was)
	if err != nil { // texts and numbers alone cannot fail
		panic(err)
	}
	return encoded
}

func statusWord(completed bool) string {
	if completed {
		return "completed"
	}
	return "pending"
}
