package tasks

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/spelling"
)

// maxClauses is the most clauses of a message that are read one by one.
const maxClauses = 6

// AskClauses reads a message clause by clause, "cancel the dentist, mark the budget done and push 3 to Friday", or else request by
// request, and asks to confirm what each wants done to its task. It reports whether each changes a task; where one names none, it asks.
func (t Talk) AskClauses(ctx context.Context) bool {
	if t.Words.Asked || t.Person.UserID == 0 {
		return false
	}
	clauses := slices.DeleteFunc(words.Clauses(t.Input.Text), func(part string) bool { return words.Parse(part).IsCourtesy() })
	requests, changes := []string(nil), true
	for _, r := range t.Detector.Requests(t.Input) {
		requests, changes = append(requests, r.Text), changes && isChange(r.Result) && !r.Result.Cues.Told
	}
	switch {
	case t.askParts(ctx, clauses), t.askParts(ctx, requests):
		return true
	case changes && len(requests) > 1:
		t.refuseSeveral() // to do the one and leave the other would do half of what was said
		return true
	}
	return false
}

// askParts asks to confirm what each part of a message wants done to its task. It reports whether every part names a task of its own.
func (t Talk) askParts(ctx context.Context, parts []string) bool {
	if len(parts) < 2 || len(parts) > maxClauses {
		return false
	}
	parts, kept := keptApart(parts)
	read := t.readClauses(parts)
	if read == nil {
		return false
	}
	tasks, ok := t.allTasks(ctx)
	if !ok {
		return false
	}
	var steps []conversation.Step
	aside := false
	for _, clause := range read {
		if clause.Cues.Told && len(namedIn(dialogue.TextOf(clause.Slots.TaskRef), tasks)) == 0 {
			aside = true // just got back, mark it done
			continue
		}
		meant, ok := t.taskOf(clause, tasks)
		if !ok || slices.ContainsFunc(kept, func(name string) bool { _, fit := matchIn(name, []task{meant}); return fit >= matching.All }) ||
			slices.ContainsFunc(steps, func(s conversation.Step) bool { return s.Task.ID == meant.ID }) {
			return false
		}
		step := conversation.Step{Intent: clause.Intent, Task: meant.item()}
		if clause.Intent == detect.UpdateTask {
			step.Slots = clause.Slots
			step.Slots.TaskID, step.Slots.TaskRef = nil, nil
			t.Detected.Cues.ClockOnly = clause.Cues.ClockOnly
			t.moveDue(&step.Slots, meant)
		}
		steps = append(steps, step)
	}
	if len(steps) == 0 || aside && len(steps) == 1 {
		return false
	}
	t.Detected.Plan = detect.Plan{}
	t.Answer.Intent = steps[0].Intent
	if len(steps) == 1 && steps[0].Intent != detect.UpdateTask { // remove the fees, keep the kit
		t.WithTask(ctx, conversation.Question{Asked: conversation.Asked{Intent: steps[0].Intent}}, steps[0].Task)
		return true
	}
	t.confirmSteps(conversation.Question{Asked: conversation.Asked{Intent: steps[0].Intent}, Steps: steps}, "")
	return true
}

// keptApart parts clauses that say what is to be left as it is from the others.
func keptApart(parts []string) (others, kept []string) {
	for _, part := range parts {
		name := words.Keeps(part)
		if name == "" {
			name = words.Parse(part).BeforeLeaving() // gari wala abhi rehne do
		}
		if name != "" {
			kept = append(kept, name)
		} else {
			others = append(others, part)
		}
	}
	return others, kept
}

// readClauses detects what each clause asks for, and returns nil unless each changes a task that it names.
func (t Talk) readClauses(parts []string) []detect.Result {
	read := make([]detect.Result, len(parts))
	for i, part := range parts {
		in := t.Input
		in.Text, in.About = part, detect.Tasks
		read[i] = t.Detector.Detect(in)
	}
	var changes []detect.Result
	for i := range read {
		if i > 0 && repeats(read[i-1], read[i]) {
			continue
		}
		if !isChange(read[i]) {
			read[i] = t.readBeside(read, parts, i)
		}
		if !isChange(read[i]) {
			return nil
		}
		changes = append(changes, read[i])
	}
	return changes
}

// repeats reports whether a clause only orders again of "it" what the one before told or ordered: the shutter is done, tick it.
func repeats(before, clause detect.Result) bool {
	names := clause.Slots.TaskID != nil || clause.Slots.TaskRef != nil || clause.Cues.Ordinal != 0
	told := before.Cues.Told && clause.Intent == detect.CompleteTask
	return clause.Cues.Pronoun && !names && clause.Intent != detect.UpdateTask && (told || clause.Intent == before.Intent)
}

// readBeside reads a clause that is no change by itself: as what is told as done, as a new date or the like, or else as going on with the
// verb of its neighbour, the next in Urdu and the one before in English.
func (t Talk) readBeside(read []detect.Result, parts []string, i int) detect.Result {
	in := t.Input
	in.Text = parts[i]
	as := func(intent detect.Intent) detect.Result {
		given := t.Detector.Fragment(in, intent)
		if given.Cues.Denies || given.Cues.Doubts && !read[i].Cues.Told {
			return detect.Result{}
		}
		return given
	}
	if read[i].Cues.Told {
		done := as(detect.CompleteTask) // X ho gaya aur Y hata do
		done.Cues.Told = true
		return done
	}
	if given := as(detect.UpdateTask); isChange(given) {
		return given // forecast to Friday
	}
	if given := t.beginsDeed(as, parts[i]); isChange(given) {
		return given // finish the visa one
	}
	neighbour := i + 1
	if t.Detected.Language == detect.English || words.Parse(parts[i]).SaysToo() { // gas ho gaya aur phone bhi
		neighbour = i - 1
	}
	if alone := read[i].Intent; alone != detect.Unknown && alone != detect.ListTasks {
		return detect.Result{} // delete task 2 and add buy milk
	}
	short := len(spelling.Words(parts[i])) <= dialogue.MaxFragmentWords
	if neighbour < 0 || neighbour >= len(read) || !short || !isChange(read[neighbour]) || read[neighbour].Intent == detect.UpdateTask {
		return detect.Result{}
	}
	return as(read[neighbour].Intent)
}

// beginsDeed reads a clause that begins with the word for a deed as ordering that.
func (t Talk) beginsDeed(as func(detect.Intent) detect.Result, part string) detect.Result {
	said := words.Parse(part)
	switch {
	case said.BeginsDeed(true):
		return as(detect.CompleteTask)
	case said.BeginsDeed(false):
		return as(detect.DeleteTask)
	}
	return detect.Result{}
}

// alsoChanges reports whether a message makes a task, and besides changes one by its number, and not both are sure enough to be done: to do
// the one and leave the other would do half of what was said.
func (t Talk) alsoChanges() bool {
	makes, changes := false, false
	for _, request := range t.Detector.Requests(t.Input) {
		makes = makes || request.Result.Intent == detect.CreateTask
		changes = changes || request.Result.Slots.TaskID != nil && isChange(request.Result)
	}
	return makes && changes && t.State.Question == nil
}

// isChange reports whether a clause changes one task that it names, in a way that a step can.
func isChange(clause detect.Result) bool {
	slots, cues := clause.Slots, clause.Cues
	names := slots.TaskID != nil || slots.TaskRef != nil || cues.Ordinal != 0
	switch {
	case !names || clause.Plan.Several || cues.Bare != 0:
		return false
	case clause.Intent == detect.UpdateTask:
		return slots.ChangesTask() && slots.DueRelative == nil && slots.Hijri == nil
	}
	return clause.Intent == detect.DeleteTask || clause.Intent == detect.CompleteTask
}

// taskOf returns the one task that a clause names.
func (t Talk) taskOf(clause detect.Result, tasks []task) (task, bool) {
	number := dialogue.NumberOf(clause.Slots.TaskID)
	if ordinal := clause.Cues.Ordinal; ordinal != 0 && number == 0 {
		placed := t.placed([]detect.Step{{Place: ordinal}}, tasks)
		number = placed[0].TaskID
	}
	if number != 0 {
		at := slices.IndexFunc(tasks, func(k task) bool { return int(k.ID) == number })
		if at < 0 {
			return task{}, false
		}
		return tasks[at], true
	}
	if clause.Slots.TaskRef == nil {
		return task{}, false
	}
	pending, _ := split(tasks, func(k task) bool { return !k.Completed })
	found, fit := matchIn(*clause.Slots.TaskRef, pending)
	if len(found) != 1 || fit == matching.None {
		return task{}, false
	}
	return found[0], true
}
