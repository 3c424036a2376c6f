package tasks

import (
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/byprayer"
)

// task is a task in a tool's result.
type task struct {
	ID           int32   `json:"id"`
	Title        string  `json:"title"`
	Priority     string  `json:"priority"`
	LinkedPrayer *string `json:"linked_prayer"`
	PrayerOffset *int32  `json:"prayer_offset_minutes"`
	Due          *string `json:"due_datetime"`
	Recurrence   *string `json:"recurrence"`
	Category     *string `json:"category"`
	Completed    bool    `json:"completed"`
	NextTaskID   *int32  `json:"next_task_id"`
	RemindAt     *string `json:"remind_at"`
}

// byPrayer is how the task lies to its prayer.
func (k task) byPrayer() byprayer.Task {
	return byprayer.Task{LinkedPrayer: k.LinkedPrayer, Due: k.Due, Recurrence: k.Recurrence, Offset: k.PrayerOffset}
}

// Item is what a conversation remembers of the task.
func (k task) Item() conversation.Item { return k.item() }

func (k task) item() conversation.Item { return conversation.Item{ID: k.ID, Name: k.Title} }

// resultTask returns the task in the result of the last tool call.
func (t Talk) resultTask() (task, bool) {
	var answered struct {
		Task task `json:"task"`
	}
	ok := t.Decode(t.Answer.Data, &answered)
	return answered.Task, ok
}

func items(tasks []task) []conversation.Item {
	named := make([]conversation.Item, 0, len(tasks))
	for _, one := range tasks {
		named = append(named, one.item())
	}
	return named
}
