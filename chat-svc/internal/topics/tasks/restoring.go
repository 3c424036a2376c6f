package tasks

import (
	"encoding/json"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
)

// restoring returns the arguments that undo an update of a task.
func restoring(before task, args dialogue.Arguments) json.RawMessage {
	was := before.byPrayer().Restoring(args)
	for name := range args {
		switch name {
		case "task_id":
			was[name] = before.ID
		case "title":
			was[name] = before.Title
		case "priority":
			was[name] = before.Priority
		case "linked_prayer":
			was[name] = dialogue.TextOf(before.LinkedPrayer)
		case "due_datetime":
			was[name] = dialogue.TextOf(before.Due)
		case "recurrence":
			was[name] = dialogue.TextOf(before.Recurrence)
		case "category":
			was[name] = dialogue.TextOf(before.Category)
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
