package heard

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/language/detect"
)

// ConfirmOther asks to confirm another deed to the task that waits for a yes, where the answer orders one and names no other: "haan hata do",
// where it was to be completed. It reports whether the answer does.
func (t Talk) ConfirmOther(question conversation.Question) bool {
	slots, intent := t.Detected.Slots, t.Detected.Intent
	names := slots.TaskID != nil || slots.TaskRef != nil || t.Detected.Cues.Ordinal != 0 || t.Words.MentionsTasks()
	other := (intent == detect.DeleteTask || intent == detect.CompleteTask) && intent != question.Intent
	if !other || names || question.Task.ID == 0 || len(question.Steps) > 0 || question.Tool != "" || t.Detected.Plan.Several {
		return false
	}
	t.Answer.Intent = intent
	t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: intent}, Task: question.Task})
	return true
}

// MeansAnother takes an answer that names another task than the one to be confirmed: "no, the flight". It reports whether it does.
func (t Talk) MeansAnother(ctx context.Context, question conversation.Question) bool {
	if t.Words.Asked || t.ChangesSubject(question) || !t.Words.OwnsSlip() && !t.Words.Denies() {
		return false
	}
	all, ok := t.AllTasks(ctx)
	if !ok {
		return false
	}
	others, _ := tasks.Split(all, func(k tasks.Task) bool { return !k.Completed && k.ID != question.Task.ID })
	found, fit := tasks.Match(t.Words.AfterSlip(), others)
	_, same := tasks.Match(t.Words.AfterSlip(), []tasks.Task{{Title: question.Task.Name}})
	if len(found) != 1 || fit < matching.All || same >= fit {
		return false
	}
	t.WithTask(ctx, conversation.Question{Asked: question.Asked}, found[0].Item())
	return true
}

// Resume asks to confirm what a question was about that was left open, where the message says yes or names one of its tasks. It reports
// whether the message does.
func (t Talk) Resume(question conversation.Question) bool {
	if question.Asks == dialogue.AsksConfirm {
		if t.Detected.Cues.Act != detect.Yes {
			return false
		}
		t.Answer.Intent = question.Intent
		if len(question.Steps) > 0 {
			t.ConfirmSteps(question)
		} else {
			t.ConfirmTask(question)
		}
		return true
	}
	given := t.Detector.Fragment(t.Input, question.Intent)
	picked, _ := t.Pick(question)
	if picked.ID == 0 || given.Cues.Denies || given.Cues.Doubts || t.Detected.Cues.Act != detect.None {
		return false
	}
	t.Answer.Intent = question.Intent
	t.ConfirmTask(conversation.Question{Asked: question.Asked, Task: picked})
	return true
}
