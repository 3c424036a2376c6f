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

// AnswerMore takes an answer to the question which task is meant that says more than that: another task besides ("Ali, and delete the milk
// one", "gas wala, aur phone bhi"), which is to be confirmed, or more of what is to change ("the second, at 5 pm"). It reports whether the
// message is one and all of it was understood.
func (t Talk) AnswerMore(ctx context.Context, question conversation.Question) bool {
	if question.Tool != "" || len(question.Candidates) == 0 || t.Words.Asked || t.Detected.Cues.Negated || t.Words.Denies() {
		return false
	}
	if question.Intent == detect.UpdateTask && t.answerWithChange(ctx, question) {
		return true
	}
	parts := words.Clauses(t.Input.Text)
	if len(parts) < 2 {
		return false
	}
	picked := t.NamedIn(parts[0], question.Candidates)
	all, ok := t.AllTasks(ctx)
	if len(picked) != 1 || !ok {
		return false
	}
	steps := []conversation.Step{{Intent: question.Intent, Task: picked[0]}}
	if question.Intent == detect.UpdateTask {
		steps[0].Slots = question.Slots
	}
	for _, part := range parts[1:] {
		step, ok := t.stepBesides(part, steps[0], all)
		if !ok || slices.ContainsFunc(steps, func(s conversation.Step) bool { return s.Task.ID == step.Task.ID }) {
			return false
		}
		steps = append(steps, step)
	}
	t.Answer.Intent = question.Intent
	t.ConfirmSteps(conversation.Question{Asked: conversation.Asked{Intent: question.Intent}, Steps: steps})
	return true
}

// stepBesides returns what a clause of an answer orders besides: another deed to a task that it names, or the same to one of which it says
// no more than the name.
func (t Talk) stepBesides(part string, first conversation.Step, all []tasks.Task) (conversation.Step, bool) {
	in := t.Input
	in.Text, in.About = part, detect.Tasks
	ordered := t.Detector.Detect(in)
	if ordered.Intent == detect.DeleteTask || ordered.Intent == detect.CompleteTask {
		meant, ok := t.TaskOf(ordered, all)
		return conversation.Step{Intent: ordered.Intent, Task: meant.Item()}, ok && !ordered.Cues.Negated && !ordered.Plan.Several
	}
	if ordered.Intent != detect.Unknown {
		return conversation.Step{}, false
	}
	pending, _ := tasks.Split(all, func(k tasks.Task) bool { return !k.Completed })
	named := t.NamedIn(words.WithoutAdding(part), tasks.Items(pending))
	if len(named) != 1 {
		return conversation.Step{}, false
	}
	first.Task = named[0]
	return first, true
}

// answerWithChange takes an answer that names the task and says more of what is to change of it: "the Ali one, to Friday".
func (t Talk) answerWithChange(ctx context.Context, question conversation.Question) bool {
	picked, _ := t.Pick(question)
	if picked.ID == 0 || t.Detected.Plan.Several {
		return false
	}
	in := t.Input
	in.Text = beside(picked.Name, in.Text)
	given := t.Detector.Fragment(in, detect.UpdateTask)
	more := detect.Slots{Due: given.Slots.Due, Priority: given.Slots.Priority, Recurrence: given.Slots.Recurrence}
	if in.Text == "" || !more.ChangesTask() || given.Cues.Denies || given.Cues.Doubts || given.Confidence < dialogue.Sure {
		return false
	}
	question = t.Revised(question, more, given.Cues.ClockOnly)
	t.Answer.Intent = question.Intent
	t.WithTask(ctx, question, picked)
	return true
}

// beside returns what a text says beside the words of a name.
func beside(name, said string) string {
	var rest []string
	for _, word := range strings.Fields(said) {
		if _, fit := matching.Find(word, []string{name}); fit < matching.All {
			rest = append(rest, word)
		}
	}
	return strings.Join(rest, " ")
}
