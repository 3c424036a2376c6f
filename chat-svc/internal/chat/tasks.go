package chat

import (
	"context"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

func (t *turn) createTask(ctx context.Context, slots detect.Slots) {
	t.anchor(&slots)
	if slots.Title == nil && slots.LinkedPrayer != nil && !t.detected.Cues.AfterIt {
		slots.Title = slots.LinkedPrayer // "Fajr ka task bana do"
	}
	if slots.Title == nil {
		if t.refuseEarly(ctx, toolnames.CreateTask, arguments{}) {
			return
		}
		t.ask(conversation.Question{Asks: asksTitle, Asked: conversation.Asked{Intent: detect.CreateTask, Slots: slots}}, "ask_title", nil)
		return
	}
	if !t.resolveHijri(ctx, &slots) {
		return
	}
	args := arguments{"title": *slots.Title}
	set(args, "priority", slots.Priority)
	set(args, "linked_prayer", slots.LinkedPrayer)
	set(args, "recurrence", slots.Recurrence)
	set(args, "category", slots.Category)
	set(args, "due_datetime", slots.Due)
	if !t.resolveDue(ctx, &slots, args) || !t.run(ctx, toolnames.CreateTask, args, slots) {
		return
	}
	made, ok := t.resultTask()
	if !ok {
		return
	}
	t.noteChange(toolnames.CreateTask, made, nil)
	t.setLast(detect.CreateTask, slots)
	t.notePrayer(made.LinkedPrayer)
	t.say("task_created", messages.Args{"id": made.ID, "title": messages.Data(made.Title), "details": t.details(made)})
	t.tellHijriDue()
	t.sayReminder(made)
}

// sayReminder adds when a task reminds, where that is not its due time, which was said.
func (t *turn) sayReminder(k task) {
	if k.RemindAt != nil && (k.Due == nil || *k.Due != *k.RemindAt) {
		t.add("task_reminds", messages.Args{"when": t.when(*k.RemindAt)})
	}
}

// refuseEarly refuses, before asking anything, what cannot succeed: the tool needs a user and the caller is
// anonymous, or the tool's service is away. It reports whether it refused.
func (t *turn) refuseEarly(ctx context.Context, tool string, args arguments) bool {
	route := t.Routes().Lookup(tool)
	isAnonymous := t.needsUser(tool) || route != nil && t.caller.UserID == 0 && !isOpen(route)
	if isAnonymous || route != nil && t.isForbidden(ctx, route) {
		return !t.run(ctx, tool, args, detect.Slots{})
	}
	if t.unavailable(tool) {
		t.answer.Tool, t.answer.Arguments = &tool, args.withSlots(detect.Slots{})
		t.fail(toolresult.FromError(apperr.Unavailable("the service cannot be reached now: try again later")), args)
		return true
	}
	return false
}

// notePrayer remembers the prayer just mentioned.
func (t *turn) notePrayer(prayer *string) {
	if prayer != nil {
		t.state.Prayer = *prayer
	}
}

// details returns what there is to say about a task besides its title.
func (t *turn) details(k task) string {
	parts := t.detailParts(k)
	if len(parts) == 0 {
		return ""
	}
	return t.book.Say("details", messages.Args{"details": t.book.List(parts)})
}

func (t *turn) detailParts(k task) []string {
	var parts []string
	add := func(key, name, value string) {
		if value != "" {
			parts = append(parts, t.book.Say(key, messages.Args{name: value}))
		}
	}
	if k.LinkedPrayer != nil && *k.LinkedPrayer != k.Title {
		add("detail_prayer", "prayer", t.book.Prayer(*k.LinkedPrayer))
	}
	if k.Due != nil {
		add("detail_due", "when", t.when(*k.Due))
	}
	if k.Recurrence != nil {
		add("detail_recurrence", "recurrence", t.book.Recurrence(*k.Recurrence))
	}
	if k.Priority != "medium" && k.Priority != "" {
		add("detail_priority", "priority", t.book.Priority(k.Priority))
	}
	if k.Category != nil {
		add("detail_category", "category", t.book.Category(*k.Category))
	}
	if k.Completed {
		parts = append(parts, t.book.Say("detail_completed", nil))
	}
	return parts
}

// when returns an RFC 3339 time from a tool's result in words.
func (t *turn) when(text string) string {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return text
	}
	return t.book.When(at, t.now)
}

// taskLines returns tasks as lines of a list, each with its id.
func (t *turn) taskLines(tasks []task) string {
	lines := make([]string, 0, len(tasks))
	for _, k := range tasks {
		lines = append(lines, t.book.Say("task_line", messages.Args{
			"id": k.ID, "title": messages.Data(k.Title), "details": t.details(k),
		}))
	}
	return strings.Join(lines, "\n")
}
