// Package tasks answers what is said about tasks.
package tasks

import (
	"context"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/topics/prayers"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/byprayer"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// Talk is a turn that is about tasks.
type Talk struct{ *dialogue.Turn }

func (t Talk) prayers() prayers.Talk { return prayers.Talk{Turn: t.Turn} }

// Create creates a task, or asks for its title.
func (t Talk) Create(ctx context.Context, slots detect.Slots) {
	if t.alsoChanges() {
		t.Say("one_at_a_time", nil)
		return
	}
	if t.meansExisting(ctx, slots) || t.asksOtherDay(conversation.Item{Name: dialogue.TextOf(slots.Title)}, slots) {
		return
	}
	t.anchor(&slots)
	if slots.Title != nil && words.IsSomething(*slots.Title) {
		slots.Title = nil // add something to my list
	}
	if slots.Title == nil && slots.LinkedPrayer != nil && !t.Detected.Cues.AfterIt {
		slots.Title = slots.LinkedPrayer // "Fajr ka task bana do"
	}
	if slots.Title == nil {
		if t.RefuseEarly(ctx, toolnames.CreateTask, dialogue.Arguments{}) {
			return
		}
		t.Ask(conversation.Question{
			Asks: dialogue.AsksTitle, Asked: conversation.Asked{Intent: detect.CreateTask, Slots: slots},
		}, "ask_title", nil)
		return
	}
	if t.Doubtful(slots) {
		t.ConfirmNew(slots)
		return
	}
	islamic, ok := t.resolveHijri(ctx, &slots)
	if !ok {
		return
	}
	args := dialogue.Arguments{"title": *slots.Title}
	dialogue.Set(args, "priority", slots.Priority)
	dialogue.Set(args, "linked_prayer", slots.LinkedPrayer)
	dialogue.Set(args, "recurrence", slots.Recurrence)
	dialogue.Set(args, "category", slots.Category)
	args.SetDue(slots.Due)
	if !t.byPrayer().SetDue(ctx, &slots, args, byprayer.Task{}) || !t.Run(ctx, toolnames.CreateTask, args, slots) {
		return
	}
	made, ok := t.resultTask()
	if !ok {
		return
	}
	t.noteChange(toolnames.CreateTask, made, nil)
	t.SetLast(detect.CreateTask, slots)
	t.NotePrayer(made.LinkedPrayer)
	t.Say("task_created", messages.Args{"id": made.ID, "title": messages.Data(made.Title), "details": t.details(made)})
	t.tellHijriDue(islamic)
	t.sayReminder(made)
	t.byPrayer().TellRepeats(made.byPrayer(), slots.DueRelative != nil)
}

// sayReminder adds when a task reminds, where that is not its due time, which was said.
func (t Talk) sayReminder(k task) {
	if k.RemindAt != nil && (k.Due == nil || *k.Due != *k.RemindAt) {
		when := t.when(k, *k.RemindAt)
		if at, err := time.Parse(time.RFC3339, *k.RemindAt); err == nil && k.LinkedPrayer == nil {
			when = t.Book.Moment(at, t.Now)
		}
		t.Add("task_reminds", messages.Args{"when": when})
	}
}

// sayReminderMoved adds when a task reminds that has been changed, if that is another time than before.
func (t Talk) sayReminderMoved(before, after task) {
	if dialogue.TextOf(before.RemindAt) != dialogue.TextOf(after.RemindAt) {
		t.sayReminder(after)
	}
}

// details returns what there is to say about a task besides its title.
func (t Talk) details(k task) string {
	parts := t.detailParts(k)
	if len(parts) == 0 {
		return ""
	}
	return t.Book.Say("details", messages.Args{"details": t.Book.List(parts)})
}

func (t Talk) detailParts(k task) []string {
	var parts []string
	add := func(key, name, value string) {
		if value != "" {
			parts = append(parts, t.Book.Say(key, messages.Args{name: value}))
		}
	}
	if k.LinkedPrayer != nil && (*k.LinkedPrayer != k.Title || k.PrayerOffset != nil) {
		parts = append(parts, byprayer.Detail(t.Book, k.byPrayer()))
	}
	if k.Due != nil {
		add("detail_due", "when", t.when(k, *k.Due))
	}
	if k.Recurrence != nil {
		add("detail_recurrence", "recurrence", t.Book.Recurrence(*k.Recurrence))
	}
	if k.Priority != "medium" && k.Priority != "" {
		add("detail_priority", "priority", t.Book.Priority(k.Priority))
	}
	if k.Category != nil {
		add("detail_category", "category", t.Book.Category(*k.Category))
	}
	if k.Completed {
		parts = append(parts, t.Book.Say("detail_completed", nil))
	}
	return parts
}

// when returns an RFC 3339 time of a task, from a tool's result, in words.
func (t Talk) when(k task, text string) string {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return text
	}
	return t.Book.PrayerWhen(dialogue.TextOf(k.LinkedPrayer), at, t.Now)
}

// taskLines returns tasks as lines of a list, each with its id.
func (t Talk) taskLines(tasks []task) string {
	lines := make([]string, 0, len(tasks))
	for _, k := range tasks {
		lines = append(lines, t.Book.Say("task_line", messages.Args{
			"id": k.ID, "title": messages.Data(k.Title), "details": t.details(k),
		}))
	}
	return strings.Join(lines, "\n")
}
