package heard

import (
	"context"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// confirmOther asks to confirm another deed to the task that waits for a yes, where the answer orders one and names no other: "haan hata
// do", where it was to be completed. It reports whether the answer does.
func (t Talk) confirmOther(question conversation.Question) bool {
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
	t.WithTask(ctx, conversation.Question{Asked: question.Asked, ClockOnly: question.ClockOnly, HalfTold: question.HalfTold}, found[0].Item())
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
	if question.Asks == dialogue.AsksTitle {
		return t.confirmTitle(question)
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

// confirmTitle asks to confirm a new task that the message names, where its name was asked for before something else was.
func (t Talk) confirmTitle(question conversation.Question) bool {
	leaves := t.Words.Leaves() || t.Words.LeavesQuestion()
	if question.Intent != detect.CreateTask || leaves || t.Detected.Cues.Act != detect.None || len(t.Words.Folded) > maxToldWords {
		return false
	}
	in := t.Input
	in.Text = strings.TrimSpace(words.WithoutLead(in.Text))
	given := t.Detector.Fragment(in, detect.CreateTask)
	if given.Cues.Doubts || in.Text == "" || words.Parse(in.Text).MentionsTasks() {
		return false
	}
	slots := dialogue.Merged(question.Slots, given.Slots)
	slots.TaskRef, slots.TaskID, slots.Status = nil, nil, nil
	if slots.Title == nil {
		slots.Title = &in.Text
	}
	t.Answer.Intent = detect.CreateTask
	asked := conversation.Asked{Intent: detect.CreateTask, Slots: slots}
	t.ConfirmTask(conversation.Question{Asked: asked, Task: conversation.Item{Name: *slots.Title}})
	return true
}

// confirmAnother asks to confirm the same of another task, where the answer says no and names it: "nahi, pehla". It reports whether the
// answer does.
func (t Talk) confirmAnother(ctx context.Context, question conversation.Question) bool {
	if question.Task.ID == 0 || question.Tool != "" || !question.Intent.Writes() || !t.Words.Corrects() || t.Words.Asked {
		return false
	}
	if t.Detected.Intent != detect.Unknown || t.Words.BeforeLeaving() != "" {
		return false
	}
	var meant conversation.Item
	if ordinal := t.Detected.Cues.Ordinal; ordinal != 0 && t.State.Listed.Kind == conversation.Tasks {
		meant, _ = dialogue.Nth(t.State.Listed.Items, ordinal)
	} else if all, ok := t.AllTasks(ctx); ok {
		if found, fit := tasks.Match(t.Words.AfterDenied(question.Task.Name), all); len(found) == 1 && fit >= matching.All {
			meant = found[0].Item()
		}
	}
	if meant.ID == 0 || meant.ID == question.Task.ID {
		return false
	}
	question.Task, question.Again = meant, 0
	t.Answer.Intent = question.Intent
	t.ConfirmTask(question)
	return true
}

// confirmAlso asks to confirm the same of one more task, where the answer names it and says no more than "too": "bill bhi". It reports
// whether the answer does.
func (t Talk) confirmAlso(ctx context.Context, question conversation.Question) bool {
	given := t.Detector.Fragment(t.Input, question.Intent)
	name := dialogue.TextOf(given.Slots.TaskRef)
	if name == "" || question.Tool != "" || !question.Intent.Writes() || !t.Words.OnlyAdds(name) || t.Words.Asked {
		return false
	}
	if question.Task.ID == 0 && len(question.Steps) == 0 { // a new task
		return false
	}
	meant, ok := t.onePending(ctx, name)
	if !ok {
		return false
	}
	step := conversation.Step{Intent: question.Intent, Task: question.Task}
	if question.Intent == detect.UpdateTask {
		step.Slots = question.Slots
	}
	if len(question.Steps) == 0 {
		question.Steps = []conversation.Step{step}
	}
	last := question.Steps[len(question.Steps)-1]
	last.Task = meant.Item()
	if slices.ContainsFunc(question.Steps, func(s conversation.Step) bool { return s.Task.ID == last.Task.ID }) {
		return false
	}
	question.Steps, question.Task = append(question.Steps, last), conversation.Item{}
	t.Answer.Intent = question.Intent
	t.ConfirmSteps(question)
	return true
}

// Revise takes an answer that means something else than what waits for a yes: another day, another deed, another task, or one more. It
// reports whether the answer does.
func (t Talk) Revise(ctx context.Context, question conversation.Question) bool {
	return t.reviseChange(ctx, question) || t.confirmOther(question) || t.confirmAnother(ctx, question) || t.confirmAlso(ctx, question)
}
