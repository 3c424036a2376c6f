// Package corrected answers what corrects a change that was just made: another task, another deed, one detail of it, or that it is not so.
package corrected

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
	"github.com/salaatflow/platform/language/detect/dialogueact"
	"github.com/salaatflow/platform/proto/toolnames"
)

// Talk is a turn that may correct what was just done.
type Talk struct{ numbered.Talk }

// How sure it must be that a message says that what was just done is wrong: more where it orders something by itself; that another task was
// meant, whose name is certain, or a word of the name is no correction of it; and that all is to be as before.
const (
	sureOfWrong   = 0.5
	sureOverOrder = 0.8
	mostIdle      = 0.12 // that it only tells or asks
	sureOfOther   = 0.1
	sureOfAnother = 0.7
	meansOther    = 0.03
	sureOfBack    = 0.4
)

// GoOn handles a message that goes on with the task that was just changed: it corrects what was done, or brings a task back. It reports
// whether the message was handled.
func (t Talk) GoOn(ctx context.Context) bool {
	last := t.State.Undo
	if last == nil || !last.Fresh || t.Detected.Cues.Exact {
		return t.BringBack(ctx)
	}
	wrong := t.saysWrong(last)
	slip := wrong || t.Words.OwnsSlip()
	t.Own = slip // it says itself that what was just done is not what was meant
	handled := wrong && t.undoSome(ctx, last) || t.redoInstead(ctx, last, wrong) || t.correctDetail(ctx, last) || t.BringBack(ctx) ||
		wrong && t.takeBack(ctx, last)
	t.Own = handled && t.Own
	return handled
}

// redoInstead does what was just done to the task that was meant, where the message surely says that it was wrong, or may. It reports
// whether it did.
func (t Talk) redoInstead(ctx context.Context, last *conversation.Undo, wrong bool) bool {
	if !wrong && !t.mayMeanOther(last) {
		return false
	}
	own := t.Own
	t.Own = true
	if t.redo(ctx, last) {
		return true
	}
	t.Own = own
	return false
}

// mayMeanOther reports whether the message may name another task than the one just changed, which it denies.
func (t Talk) mayMeanOther(last *conversation.Undo) bool {
	denies := (t.Words.Denies() || t.Words.OwnsSlip()) && !t.Words.Asked
	return denies && !t.ordersElse(last) && t.Act()[dialogueact.Instead] >= sureOfOther
}

// saysWrong reports whether the message surely says that what was just done is not what was meant.
func (t Talk) saysWrong(last *conversation.Undo) bool {
	act, least := t.Act(), sureOfWrong
	if t.ordersElse(last) {
		least = sureOverOrder
	}
	another := t.Detected.Intent == detect.DeleteTask && last.Did != toolnames.DeleteTask || t.Detected.Cues.Also || t.Words.SaysToo()
	idle := act[dialogueact.Talks] + act[dialogueact.Asks] + act[dialogueact.Question]
	return act[dialogueact.TakesBack]+act[dialogueact.Instead] >= least && idle < mostIdle && !another
}

// ordersElse reports whether the message orders or asks for something by itself that is neither the deed just done nor to have a task back.
func (t Talk) ordersElse(last *conversation.Undo) bool {
	switch intent := t.Detected.Intent; {
	case intent == detect.Unknown, t.meansOtherDeed():
		return false
	case intent == detect.UpdateTask:
		return dialogue.TextOf(t.Detected.Slots.Status) != "pending"
	default:
		return intent != detect.Intent(last.Did)
	}
}

// redo does what was just done to the task that was meant, and no more to the one that was not. It reports whether it is known which.
func (t Talk) redo(ctx context.Context, last *conversation.Undo) bool {
	switch last.Did {
	case toolnames.UpdateTask:
		return t.redoUpdateFor(ctx, last)
	case toolnames.CompleteTask, toolnames.DeleteTask:
		return t.redoOtherwise(ctx, last) || t.redoForAnother(ctx, last)
	default:
		return false
	}
}

// meansOtherDeed reports whether the message denies one deed and means the other: "hatana nahi tha, complete karna tha".
func (t Talk) meansOtherDeed() bool {
	return t.Words.OwnsSlip() && t.Words.Denies() && t.Words.MeansDeed(true) && t.Words.MeansDeed(false)
}

// undone undoes the deed just done, before another is done instead. It returns what it says of that, and reports false where it failed.
func (t Talk) undone(ctx context.Context) (message string, ok bool) {
	t.ExtraCalls += 3
	t.Undo(ctx)
	return t.Answer.Message, t.Answer.Success
}

// redoOtherwise undoes the deed just done and does the other one to the same task: "no, not delete, I meant complete".
func (t Talk) redoOtherwise(ctx context.Context, last *conversation.Undo) bool {
	deleted := last.Did == toolnames.DeleteTask
	meant := detect.CompleteTask
	if !deleted {
		meant = detect.DeleteTask
	}
	if len(last.Also) > 0 || !t.meansOtherDeed() || t.Words.AfterSlip() != "" {
		return false
	}
	undone, ok := t.undone(ctx)
	if !ok {
		return true
	}
	t.Answer.Intent = meant
	t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: meant}, Task: last.Task})
	t.Answer.Message = dialogue.Joined(undone, t.Answer.Message)
	return true
}

// takeBack undoes what was just done. To take back a task just made it asks, unless an undo is said. It reports whether that is meant, and
// of no task to which nothing was done: "dawai abhi nahi li".
func (t Talk) takeBack(ctx context.Context, last *conversation.Undo) bool {
	act := t.Act()
	back := act[dialogueact.TakesBack]
	if back < sureOfBack && back < act[dialogueact.Instead] {
		return false
	}
	if back < sureOverOrder && last.Did == toolnames.CompleteTask && t.namesUnknown(last) || t.namesOther(ctx, last) {
		return false
	}
	if last.Did == toolnames.CreateTask && len(last.Also) == 0 && t.Detected.Cues.Act != detect.Undo && !t.Words.Undoes() {
		t.Answer.Intent = detect.DeleteTask // it is as good as a deletion: asked first
		t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: detect.DeleteTask}, Task: last.Task})
		return true
	}
	t.Undo(ctx)
	return true
}

// namesUnknown reports whether the message says of something not done that is none of the tasks just done.
func (t Talk) namesUnknown(last *conversation.Undo) bool {
	name := dialogue.TextOf(t.Detector.Fragment(t.Input, detect.CompleteTask).Slots.TaskRef)
	_, fit := dialogue.BestMatches(name, doneIn(last), dialogue.Unchanged)
	return name != "" && fit == matching.None
}

// namesOther reports whether the message names a task that was not just changed, or that cannot be known.
func (t Talk) namesOther(ctx context.Context, last *conversation.Undo) bool {
	all, ok := t.AllTasks(ctx)
	named := matching.NamedOf(t.Input.Text, all, func(k tasks.Task) string { return k.Title })
	if found, fit := tasks.Match(t.Words.AfterSlip(), all); fit >= matching.All {
		named = append(named, found...)
	}
	done := doneIn(last)
	other := func(k tasks.Task) bool {
		return !slices.ContainsFunc(done, func(one conversation.Item) bool { return one.ID == k.ID })
	}
	return !ok || slices.ContainsFunc(named, other) && !t.Words.Undoes()
}

// redoForAnother undoes the last change and does the same to the task that was meant.
func (t Talk) redoForAnother(ctx context.Context, last *conversation.Undo) bool {
	denied := (t.Detected.Cues.Negated || t.Words.SaysUndoneYet()) && !t.Words.OwnsSlip()
	if len(last.Also) > 0 || t.Detected.Cues.Also || denied || t.Act()[dialogueact.Instead] < meansOther {
		return false
	}
	intent := detect.Intent(last.Did)
	meant, loose := t.meantInstead(ctx, last, intent)
	if meant.ID == 0 || meant.ID == last.Task.ID || loose && t.Act()[dialogueact.Instead] < sureOfBack {
		return false
	}
	undone, ok := t.undone(ctx)
	if !ok {
		return true
	}
	t.Answer.Intent = intent
	question := conversation.Question{Asked: conversation.Asked{Intent: intent}, Task: meant}
	if loose {
		t.ConfirmTask(question)
	} else {
		t.WithTask(ctx, question, meant)
	}
	t.Answer.Message = dialogue.Joined(undone, t.Answer.Message)
	return true
}

// meantInstead returns the task that a correction names, and whether the words fit it only in part.
func (t Talk) meantInstead(ctx context.Context, last *conversation.Undo, intent detect.Intent) (conversation.Item, bool) {
	if ordinal := t.Detected.Cues.Ordinal; ordinal != 0 && t.State.Listed.Kind == conversation.Tasks {
		if picked, _ := dialogue.Nth(t.State.Listed.Items, ordinal); picked.ID != last.Task.ID || !t.Words.SaysOther() {
			return picked, false // and not doosra, of which it is the second
		}
	}
	all, ok := t.AllTasks(ctx)
	if !ok {
		return conversation.Item{}, false
	}
	all = slices.DeleteFunc(all, func(k tasks.Task) bool { return k.ID == last.Task.ID })
	given := t.Detector.Fragment(t.Input, intent)
	for _, number := range []int{dialogue.NumberOf(given.Slots.TaskID), t.Words.OnlyNumberBut(int(last.Task.ID))} {
		if at := slices.IndexFunc(all, func(k tasks.Task) bool { return int(k.ID) == number }); at >= 0 {
			return all[at].Item(), false
		}
	}
	if other := t.OtherOf(last.Task, all); other.ID != 0 && t.Words.SaysOther() {
		return other, false
	}
	found, fit := tasks.Match(t.Words.AfterDenied(last.Task.Name), all)
	if len(found) != 1 || fit < matching.All {
		if given.Slots.TaskRef != nil {
			if named, fit := tasks.Match(*given.Slots.TaskRef, all); len(named) == 1 && fit >= matching.All {
				return named[0].Item(), false
			}
		}
		if one, ok := t.meantInFirst(last, all); ok {
			return one, false
		}
	}
	if len(found) != 1 {
		return conversation.Item{}, false
	}
	return found[0].Item(), fit < matching.All
}

// meantInFirst returns the task that the first of several sentences names as the one that was meant, where the rest says only why: "Oh no,
// I meant the kettle. The letter is not written yet."
func (t Talk) meantInFirst(last *conversation.Undo, all []tasks.Task) (conversation.Item, bool) {
	first, rest := words.FirstSentence(t.Input.Text)
	said := words.Parse(first)
	if rest == "" || !said.OwnsSlip() {
		return conversation.Item{}, false
	}
	found, fit := tasks.Match(said.AfterDenied(last.Task.Name), all)
	if len(found) != 1 || fit < matching.All {
		return conversation.Item{}, false
	}
	return found[0].Item(), true
}
