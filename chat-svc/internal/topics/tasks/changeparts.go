package tasks

import (
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/byprayer"
)

// changeParts says of a task that was changed what each changed argument is now.
func (t Talk) changeParts(after task, args dialogue.Arguments) []string {
	var parts []string
	add := func(argument, key, name, value string) {
		if _, changed := args[argument]; changed {
			parts = append(parts, t.Book.Say(key, messages.Args{name: value}))
		}
	}
	add("title", "change_title", "title", messages.Data(after.Title))
	if after.LinkedPrayer == nil {
		add("linked_prayer", "change_no_prayer", "prayer", "")
	} else if _, changed := args["linked_prayer"]; changed {
		parts = append(parts, byprayer.Place(t.Book, "change_prayer", after.byPrayer()))
	}
	if after.Due == nil {
		add("due_datetime", "change_no_due", "when", "")
	} else {
		add("due_datetime", "change_due", "when", t.when(after, *after.Due))
	}
	add("recurrence", orNone("change_recurrence", "change_no_recurrence", after.Recurrence), "recurrence",
		t.Book.Recurrence(dialogue.TextOf(after.Recurrence)))
	add("priority", "change_priority", "priority", t.Book.Priority(after.Priority))
	add("category", orNone("change_category", "change_no_category", after.Category), "category",
		t.Book.Category(dialogue.TextOf(after.Category)))
	return parts
}

// orNone is the key that says what an attribute is now, or that there is none.
func orNone(key, none string, value *string) string {
	if value == nil {
		return none
	}
	return key
}
