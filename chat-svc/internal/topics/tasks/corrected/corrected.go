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
	"github.com/salaatflow/platform/proto/toolnames"
)

// Talk is a turn that may correct what was just done.
type Talk struct{ numbered.Talk }

// GoOn handles a message that goes on with the task that was just changed: it corrects what was done, or brings a task back. It reports
// whether the message was handled.
func (t Talk) GoOn(ctx context.Context) bool {
	slip := t.State.Undo != nil && t.State.Undo.Fresh && t.Words.OwnsSlip()
	t.Own = slip // it says itself that what was just done is not what was meant
	handled := t.correctDetail(ctx) || t.correct(ctx) || t.BringBack(ctx)
	t.Own = handled && slip
	return handled
}

// correct handles a correction of what was just done to a task: "sorry, I meant 2" undoes it and does it to the other
// task, and "the plants are not done yet" undoes it. It reports whether the message was handled.
func (t Talk) correct(ctx context.Context) bool {
	last := t.State.Undo
	if last == nil || !last.Fresh || t.Detected.Cues.Act == detect.Undo || t.Words.Asked {
		return false
	}
	if t.asksElse(last) {
		return false
	}
	if last.Did == toolnames.UpdateTask {
		return t.redoUpdateFor(ctx, last)
	}
	if last.Did != toolnames.CompleteTask && last.Did != toolnames.DeleteTask {
		return false
	}
	if t.keepOnly(ctx, last) || t.redoOtherwise(ctx, last) || t.contrasts(last) && t.redoForAnother(ctx, last) {
		return true
	}
	return t.takeBack(ctx, last) || t.redoForAnother(ctx, last) || t.takeBackUndone(ctx, last)
}

// contrasts reports whether the message denies the task that was just changed by words of its name, and means another: "gas nahi bijli
// wala", "the bank, not the rent".
func (t Talk) contrasts(last *conversation.Undo) bool {
	denied, meant := t.Words.Contrast()
	if denied == "" || meant == "" {
		return false
	}
	of := func(said string) bool {
		_, fit := dialogue.BestMatches(said, []conversation.Item{last.Task}, dialogue.Unchanged)
		return fit >= matching.All
	}
	return of(denied) && !of(meant)
}

// takeBackUndone undoes the deed just done where the message says that it is yet to be done, and names no other task: "hang on, it's not
// paid yet", "nahi wo to abhi karna hai".
func (t Talk) takeBackUndone(ctx context.Context, last *conversation.Undo) bool {
	if last.Did != toolnames.CompleteTask || len(last.Also) > 0 || !t.Words.SaysUndoneYet() {
		return false
	}
	all, ok := t.AllTasks(ctx)
	named := matching.NamedOf(t.Input.Text, all, func(k tasks.Task) string { return k.Title })
	other := slices.ContainsFunc(named, func(k tasks.Task) bool { return k.ID != last.Task.ID })
	if !ok || other || len(named) == 0 && !t.Detected.Cues.Pronoun && t.Words.BesideUndone() != "" {
		return false
	}
	t.Undo(ctx)
	return true
}

// asksElse reports whether the message asks for something else than what was just done. "oho, ghalti ho gayi" completes nothing.
func (t Talk) asksElse(last *conversation.Undo) bool {
	intent := t.Detected.Intent
	if intent == detect.Unknown || intent == detect.Intent(last.Did) || intent == detect.CompleteTask && t.Words.Slips() {
		return false
	}
	return !t.meansOtherDeed() && !t.reopensUndone()
}

// reopensUndone reports whether the message takes a task up again as not done: "the curtains aren't done either".
func (t Talk) reopensUndone() bool {
	pending := dialogue.TextOf(t.Detected.Slots.Status) == "pending"
	return t.Detected.Intent == detect.UpdateTask && pending && t.Words.TellsUndone()
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

// takeBack undoes the one completion that the message denies, of the changes just made.
func (t Talk) takeBack(ctx context.Context, last *conversation.Undo) bool {
	if !t.Detected.Cues.Negated && !t.Words.Denies() || t.Detected.Intent != detect.Unknown && !t.reopensUndone() {
		return false
	}
	made := append(slices.Clone(last.Also), *last)
	var done []conversation.Item
	for _, change := range made {
		done = append(done, change.Task)
	}
	found, _ := dialogue.BestMatches(t.Words.AfterSlip(), done, dialogue.Unchanged)
	if t.Words.OnlyDenies() && len(done) == 1 {
		found = done // oh wait, no I haven't
	}
	if len(found) != 1 && len(done) > 1 && !t.Words.Slips() && !t.Words.SaysToo() {
		found = matching.NamedOf(t.Input.Text, done, func(one conversation.Item) string { return one.Name })
	}
	for _, one := range done { // "3 abhi nahi hua"
		if int(one.ID) == t.Words.OnlyNumber() {
			found = []conversation.Item{one}
		}
	}
	if len(found) != 1 {
		return false
	}
	at := slices.IndexFunc(made, func(u conversation.Undo) bool { return u.Task.ID == found[0].ID })
	denied := made[at]
	if denied.Did != toolnames.CompleteTask {
		return false // a refusal of a deletion is left to undo
	}
	t.ExtraCalls++
	t.UndoChange(ctx, &denied)
	if made = slices.Delete(made, at, at+1); len(made) == 0 {
		t.State.Undo = nil
		return true
	}
	kept := made[len(made)-1]
	kept.Also = made[:len(made)-1]
	t.State.Undo, t.Changed = &kept, true
	return true
}

// redoForAnother undoes the last change and does the same to the task that was meant.
func (t Talk) redoForAnother(ctx context.Context, last *conversation.Undo) bool {
	contrasts := t.Words.Denies() && t.Words.OnlyNumber() == 0 && t.Words.OnlyNumberBut(int(last.Task.ID)) != 0 || // not 3, 1
		t.contrasts(last) || t.Words.SaysOther() && !t.Words.Asked
	if len(last.Also) > 0 || !t.Words.OwnsSlip() && !contrasts || t.Detected.Cues.Also {
		return false
	}
	intent := detect.Intent(last.Did)
	meant, loose := t.meantInstead(ctx, last, intent)
	if meant.ID == 0 || meant.ID == last.Task.ID {
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
