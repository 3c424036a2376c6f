// Package spared answers what is said of all tasks but some: those that the message names are left as they are.
package spared

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/numbered"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// Talk is a turn that may be about all tasks but some.
type Talk struct{ numbered.Talk }

// AnswerSome takes an answer to the question which task is meant that names all but some, the first few, or one in place of another. It
// reports whether the message is one.
func (t Talk) AnswerSome(ctx context.Context, question conversation.Question) bool {
	return t.ask(ctx, question.Intent) || t.askFew(ctx, question.Intent) || t.takeOther(ctx, question)
}

// Ask asks to confirm what is wanted of all tasks but some, or of the first few. It reports whether the message wants that.
func (t Talk) Ask(ctx context.Context) bool {
	return t.askRest(ctx) || t.ask(ctx, "") || t.askFew(ctx, "")
}

// ask asks to confirm what is wanted of all tasks but some: "dentist ke siwa sab mita do". What is wanted is told by the message,
// or is what the open question is about, if any. It reports whether the message was handled.
func (t Talk) ask(ctx context.Context, asked detect.Intent) bool {
	but, rest := words.Spared(t.Input.Text)
	if but == "" || t.Words.Asked || t.Person.UserID == 0 {
		return false
	}
	rest, read := t.readAll(rest, asked)
	if read.Cues.Told && read.Intent != detect.DeleteTask && words.Parse(rest).SpeaksOfAll() { // I did everything except
		read.Intent, read.Plan.All, read.Slots = detect.CompleteTask, true, detect.Slots{}
	}
	refuses := read.Cues.Negated || read.Cues.Denies || read.Cues.Doubts
	changes := read.Intent == detect.UpdateTask && tasks.ChangesAll(read.Slots)
	if read.Intent != detect.DeleteTask && read.Intent != detect.CompleteTask && !changes || !read.Plan.All || read.Plan.Both || refuses {
		return false
	}
	all, ok := t.AllTasks(ctx)
	if !ok {
		return false
	}
	left := t.leftOut(but, read.Intent, all)
	if len(left) == 0 {
		return false
	}
	t.Input.Text, t.Detected, t.Answer.Intent = rest, read, read.Intent
	if t.RefuseEarly(ctx, string(read.Intent), dialogue.Arguments{}) {
		return true
	}
	meant, known := t.MeantByAll(ctx, read.Intent, read.Slots, read.Plan, all)
	if !known {
		return true
	}
	meant = slices.DeleteFunc(meant, func(one conversation.Item) bool {
		return slices.ContainsFunc(left, func(k tasks.Task) bool { return k.ID == one.ID })
	})
	t.AskAllTo(read.Intent, read.Slots, meant, all)
	return true
}

// readAll reads what is wanted of all tasks, or failing that its last clause alone: "I've had a good morning, mark everything done". What
// the open question is about counts where the message does not say it.
func (t Talk) readAll(wanted string, asked detect.Intent) (string, detect.Result) {
	in := t.Input
	in.Text, in.About = wanted, detect.Tasks
	read := t.Detector.Detect(in)
	if parts := words.Clauses(wanted); len(parts) > 1 && (!read.Plan.All || read.Slots.TaskRef != nil) {
		in.Text = parts[len(parts)-1]
		if alone := t.Detector.Detect(in); alone.Plan.All {
			return in.Text, alone
		}
		in.Text = wanted
	}
	if !read.Plan.All && asked != "" {
		read = t.Detector.Fragment(in, asked)
		read.Intent = asked
	}
	return wanted, read
}

// leftOut returns the tasks that are named as those to be left as they are: none unless each part of the text names one or more.
func (t Talk) leftOut(but string, intent detect.Intent, all []tasks.Task) []tasks.Task {
	for _, parts := range [][]string{words.Clauses(but), {but}} {
		var left []tasks.Task
		for _, part := range parts {
			named := t.namedBy(part, intent, all)
			if len(named) == 0 {
				left = nil
				break
			}
			left = append(left, named...)
		}
		if len(left) > 0 {
			return left
		}
	}
	return nil
}

// namedBy returns the tasks that a text names by a number, a place in the list or words.
func (t Talk) namedBy(text string, intent detect.Intent, all []tasks.Task) []tasks.Task {
	in := t.Input
	in.Text = text
	for _, ending := range []string{"", words.OneOf(text)} { // pehle, which alone is before
		in.Text = text + ending
		if one, ok := t.TaskOf(t.Detector.Fragment(in, intent), all); ok {
			return []tasks.Task{one}
		}
	}
	return matching.NamedOf(text, all, func(k tasks.Task) string { return k.Title })
}

// LeaveOutOfSteps asks again for a yes to several steps without those whose tasks the message leaves out: "dentist wala rehne do". It
// reports whether the message leaves out some of them and not all.
func (t Talk) LeaveOutOfSteps(ctx context.Context, question conversation.Question) bool {
	leaving := t.Words.BeforeLeaving()
	if len(question.Steps) < 2 || t.Words.Only() && leaving == "" && !t.Words.Leaves() || t.Words.Asked {
		return false
	}
	but, rest := words.Spared(t.Input.Text)
	if but == "" {
		but = words.WithoutYes(leaving)
	}
	var titles []string
	for _, step := range question.Steps {
		titles = append(titles, step.Task.Name)
	}
	left := matching.Named(but, titles)
	for i, step := range question.Steps {
		if slices.ContainsFunc(t.NamedIn(but, stepTasks(question)), func(one conversation.Item) bool { return one.ID == step.Task.ID }) &&
			!slices.Contains(left, i) {
			left = append(left, i)
		}
	}
	if but == "" || len(left) == 0 || len(left) == len(titles) {
		return false
	}
	var kept []conversation.Step
	for i, step := range question.Steps {
		if !slices.Contains(left, i) {
			kept = append(kept, step)
		}
	}
	question.Steps, question.Candidates = kept, nil
	t.Answer.Intent = question.Intent
	if words.Parse(rest).Agrees() && leaving == "" { // yes, but not the dentist
		t.ExecuteSteps(ctx, kept)
		return true
	}
	t.ConfirmSteps(question)
	return true
}

// OnlyOneStep does, of several steps that wait for a yes, those whose tasks the message names: "no, only the gas bill", "just the first
// two". It reports whether the message names any.
func (t Talk) OnlyOneStep(ctx context.Context, question conversation.Question) bool {
	if t.Words.Leaves() { // just leave the dentist
		return false
	}
	var titles []string
	for _, step := range question.Steps {
		titles = append(titles, step.Task.Name)
	}
	if count, last := words.Few(t.Input.Text, t.NumberSaid); count > 0 && count < len(titles) { // just the first two
		kept := question.Steps[:count]
		if last {
			kept = question.Steps[len(titles)-count:]
		}
		t.ExecuteSteps(ctx, kept)
		return true
	}
	if only := t.onlyNamed(question); len(only) > 0 {
		t.ExecuteSteps(ctx, only)
		return true
	}
	named := matching.Named(t.Words.AfterSlip(), titles)
	if len(named) != 1 {
		return false
	}
	t.ExecuteSteps(ctx, question.Steps[named[0]:named[0]+1])
	return true
}

// ConfirmOnly asks for a yes to those of several steps that were refused whose tasks the message names: "just the gate, please". It reports
// whether the message names any.
func (t Talk) ConfirmOnly(question conversation.Question) bool {
	only := t.onlyNamed(question)
	if len(only) == 0 {
		return false
	}
	question.Steps, question.Candidates, question.Again = only, nil, 0
	t.Answer.Intent = question.Intent
	t.ConfirmSteps(question)
	return true
}

// onlyNamed returns the steps whose tasks the message names behind "only", piece by piece: "only gym and bank".
func (t Talk) onlyNamed(question conversation.Question) []conversation.Step {
	named := t.NamedIn(words.AfterOnly(t.Input.Text), stepTasks(question))
	return slices.DeleteFunc(slices.Clone(question.Steps), func(s conversation.Step) bool {
		return !slices.ContainsFunc(named, func(one conversation.Item) bool { return one.ID == s.Task.ID })
	})
}

// stepTasks returns the tasks of the steps that wait for a yes.
func stepTasks(question conversation.Question) []conversation.Item {
	var things []conversation.Item
	for _, step := range question.Steps {
		things = append(things, step.Task)
	}
	return things
}
