package moved

import (
	"context"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/words/shifts"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// tellReminder says when a task reminds. It reports whether the message means one.
func (t Talk) tellReminder(ctx context.Context, said shifts.Shift) bool {
	meant, _ := t.meant(ctx, said)
	if meant.ID == 0 {
		return false
	}
	t.Answer.Intent = detect.ListTasks
	t.NoteList(conversation.Tasks, []conversation.Item{meant.Item()})
	t.TellTask(meant)
	at, reminds := t.timeOf(meant.RemindAt)
	switch {
	case !reminds:
		t.Add("task_no_reminder", nil)
	case dialogue.TextOf(meant.Due) == dialogue.TextOf(meant.RemindAt): // else that was said
		t.Add("task_reminds", messages.Args{"when": t.Book.Moment(at, t.Now)})
	}
	return true
}

// snooze lets a task remind again after a while. One that has been due and does not recur, or is due at no time, is due then. Any other
// keeps its time, and a reminder is made beside it. It reports whether the message means a task.
func (t Talk) snooze(ctx context.Context, said shifts.Shift) bool {
	meant, certain := t.meant(ctx, said)
	if said.It && meant.ID == 0 {
		meant, certain = t.justDue(ctx)
	}
	if meant.ID == 0 {
		return false
	}
	by, _ := t.Detector.Length(said.Length)
	at := t.Now.AddDate(0, by.Months, by.Days).Add(time.Duration(by.Minutes) * time.Minute).Format(tasks.DateTimeLayout)
	t.Answer.Intent, t.Detected.Intent, t.Detected.Cues = detect.UpdateTask, detect.UpdateTask, detect.Cues{}
	slots := detect.Slots{Due: &at}
	due, isDue := t.timeOf(meant.Due)
	switch hasOwn := meant.Recurrence != nil || isDue && due.After(t.Now) || !isDue && meant.RemindAt != nil; {
	case !certain:
		t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: detect.UpdateTask, Slots: slots}, Task: meant.Item()})
	case hasOwn:
		t.besides(ctx, meant, slots)
	default:
		t.Change(ctx, meant.Item(), slots)
	}
	if last := t.State.Undo; last != nil && t.Answer.Success {
		last.Reminder = true
	}
	return true
}

// asksOfWhat asks what to remind of, where the message says only after how long, and the task that was spoken of last has a time of its own
// or is done. It reports whether it did: right after a reminder the message puts that one right, and a task without a time is due then.
func (t Talk) asksOfWhat(ctx context.Context) bool {
	last := t.State.Undo
	if t.State.Question != nil || t.State.Task.ID == 0 || t.Detected.Slots.Due == nil || last != nil && last.Fresh && last.Reminder {
		return false
	}
	spokenOf, refused := t.TaskByNumber(ctx, t.State.Task.ID)
	untimed := spokenOf.Due == nil && spokenOf.RemindAt == nil && spokenOf.Recurrence == nil && !spokenOf.Completed
	if refused != nil || untimed {
		return false
	}
	t.Answer.Intent = detect.CreateTask
	t.Ask(conversation.Question{
		Asks: dialogue.AsksTitle, Asked: conversation.Asked{Intent: detect.CreateTask, Slots: detect.Slots{Due: t.Detected.Slots.Due}},
	}, "ask_reminder", nil)
	return true
}

// besides makes a reminder of a task beside it.
func (t Talk) besides(ctx context.Context, of tasks.Task, slots detect.Slots) {
	slots.Title = &of.Title
	t.Answer.Intent = detect.CreateTask
	t.Create(ctx, slots)
	if t.Answer.Error == nil && t.State.Task.ID != of.ID {
		t.Add("task_stays", messages.Args{"id": of.ID})
	}
}

// justDue returns the pending task that was due last, if that is not long ago: it has just reminded.
func (t Talk) justDue(ctx context.Context) (last tasks.Task, certain bool) {
	const long = time.Hour
	var page struct {
		Tasks []tasks.Task `json:"tasks"`
	}
	t.ExtraCalls++
	if !t.LookUp(ctx, toolnames.ListTasks, dialogue.Arguments{"status": "pending", "limit": tasks.MostListed}, &page) {
		return tasks.Task{}, false
	}
	latest := t.Now.Add(-long)
	for _, one := range page.Tasks {
		if due, ok := t.timeOf(one.Due); ok && due.After(latest) && !due.After(t.Now) {
			last, latest = one, due
		}
	}
	return last, last.ID != 0
}
