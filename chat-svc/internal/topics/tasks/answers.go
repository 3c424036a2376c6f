package tasks

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// HandleTitleAnswer takes any words as the title, unless they are clearly another command: one that reads something,
// or that refers to an existing task.
func (t Talk) HandleTitleAnswer(ctx context.Context, question conversation.Question) bool {
	if t.ChangesSubject(question) && !words.CallsIt(t.Input.Text) && t.isCommand(ctx) {
		return false
	}
	if question.Intent == detect.UpdateTask {
		return t.rename(ctx, question)
	}
	points := len(t.Words.Folded) == 1 && t.Detected.Cues.Pronoun
	if t.Words.Wavers() && !points {
		t.Ask(question, "ask_title", nil)
		return true
	}
	ails := t.TellsOfCare() // sar dard
	if t.cutToTitle(); t.Orders() < dialogue.Idle/2 && !ails && t.AskAgain(question, "ask_title", nil) {
		return true
	}
	given := t.Detected
	if given.Intent != detect.CreateTask {
		given = t.Detector.Fragment(t.Input, detect.CreateTask)
	}
	if given.Cues.Doubts && t.Words.Asked {
		return t.AskAgain(question, "ask_title", nil) // kya matlab?
	}
	t.keepVerb(&given)
	tooLong := utf8.RuneCountInString(t.Input.Text) > maxTitle // not truncated: the tool rejects it
	slots := t.titled(question.Slots, given.Slots, tooLong)
	t.Detected.Cues.Makes = true // and is none that there is
	if t.Own = points || tooLong || t.Orders() >= dialogue.Certain && !ails; !t.Own {
		t.ConfirmNew(slots)
		return true
	}
	t.Dispatch(ctx, detect.CreateTask, slots)
	return true
}

// titled are the slots of a new task that has these, and those of its title or the message as such.
func (t Talk) titled(asked, given detect.Slots, whole bool) detect.Slots {
	slots := dialogue.Merged(asked, given)
	slots.TaskRef, slots.TaskID, slots.Status = nil, nil, nil
	if whole || given.Title == nil && (dialogue.CountSlots(given) == 0 || given.TaskRef != nil) {
		title := strings.TrimSpace(t.Input.Text)
		slots.Title = &title
	}
	return slots
}

// rename takes the answer for the new name of a task. It reports whether the message was handled.
func (t Talk) rename(ctx context.Context, question conversation.Question) bool {
	if t.Orders() < dialogue.Idle {
		return t.AskAgain(question, "ask_new_title", dialogue.Item(question.Task))
	}
	title := strings.TrimSpace(t.Input.Text)
	t.Own = true
	t.Change(ctx, question.Task, dialogue.Merged(question.Slots, detect.Slots{Title: &title}))
	return true
}

// cutToTitle leaves of an answer what names the task: without "haan," before it, or "call it".
func (t Talk) cutToTitle() {
	title := words.NewName(strings.TrimSpace(t.Input.Text))
	if title == "" {
		title = words.WithoutLead(t.Input.Text)
	}
	if title != "" && title != t.Input.Text {
		t.Input.Text = title
		t.Detected = t.Detector.Detect(t.Input)
	}
}

// keepVerb keeps in a title the verb with which the answer begins, where nothing says that it orders a task: "send the forms to payroll".
func (t Talk) keepVerb(given *detect.Result) {
	title, said := given.Slots.Title, strings.TrimSpace(t.Input.Text)
	if title == nil || t.Detected.Intent == detect.CreateTask || strings.HasPrefix(said, *title) || given.Language != detect.English {
		return
	}
	framed := t.Input
	framed.Text = words.Reminding(said)
	first, _, _ := strings.Cut(said, " ")
	if read := t.Detector.Detect(framed).Slots; read.Title != nil && strings.HasPrefix(*read.Title, first+" ") {
		given.Slots.Title = read.Title
	}
}

// maxTitle is the maximum length of a title in characters.
const maxTitle = 200

// likely is the confidence from which a question is one that asks to read something, and no title.
const likely = 0.4

// isCommand reports whether a message that could be a title is a command instead.
func (t Talk) isCommand(ctx context.Context) bool {
	if !t.Detected.Intent.Writes() {
		return t.Detected.Confidence >= dialogue.Sure || t.Words.Asked && t.Detected.Confidence >= likely // wait, how long until dhuhr?
	}
	slots, cues := t.Detected.Slots, t.Detected.Cues
	if slots.TaskID != nil || cues.Ordinal != 0 || cues.Pronoun || t.Words.MentionsTasks() {
		return true
	}
	if slots.TaskRef == nil || t.Person.UserID == 0 {
		return false
	}
	tasks, ok := t.allTasks(ctx)
	found, fit := matchIn(*slots.TaskRef, tasks)
	return ok && len(found) > 0 && fit > 1 // all the words
}

// HandleTaskAnswer takes the message as the task, or the tasks, that the question asked for. It reports whether the message was handled.
func (t Talk) HandleTaskAnswer(ctx context.Context, question conversation.Question) bool {
	if t.asksElse(question) {
		return false
	}
	fragment := t.Detector.Fragment(t.Input, question.Intent)
	if t.handleSeveralAnswer(ctx, question, fragment) {
		return true
	}
	if picked, ok := t.pickedInstead(question); ok {
		t.WithTask(ctx, question, picked)
		return true
	}
	picked, several := t.Pick(question)
	given := fragment.Cues
	switch {
	case given.Denies || given.Doubts && picked.ID == 0:
		return !t.ChangesSubject(question) && t.AskAgain(question, "ask_"+string(question.Intent)+"_id", nil)
	case given.Doubts && t.ChangesSubject(question):
		return false
	case given.Doubts:
		t.ConfirmTask(conversation.Question{Asked: question.Asked, Task: picked})
		return true
	case picked.ID != 0:
		t.WithTask(ctx, question, picked)
		return true
	case t.ChangesSubject(question):
		return false
	}
	if t.Detected.Intent == question.Intent && t.Detected.Slots.TaskID != nil {
		t.WithTask(ctx, question, t.knownTask(int32(*t.Detected.Slots.TaskID)))
		return true
	}
	if len(several) > 1 { // fewer than before, but more than one
		t.askWhich(question.Intent, question.Slots, several, "", t.candidateLines(several))
		return true
	}
	return t.AskAgain(question, "ask_"+string(question.Intent)+"_id", nil)
}

// asksElse reports whether a message is surely no answer to the question which task is meant, though it may name one: it orders another
// deed ("teesra hata do", where one was to be completed), or asks to see something.
func (t Talk) asksElse(question conversation.Question) bool {
	if !t.ChangesSubject(question) || t.Detected.Confidence < dialogue.Sure {
		return false
	}
	slots := t.Detected.Slots
	names := slots.TaskID != nil || slots.TaskRef != nil || t.Detected.Cues.Ordinal != 0
	switch t.Detected.Intent {
	case detect.CreateTask:
		return t.Detected.Cues.Makes && slots.Title != nil // actually first add the shoes
	case detect.DeleteTask, detect.CompleteTask:
		return names || t.Detected.Plan.All
	case detect.ListTasks:
		return !names && !t.Words.AsksWhich() && !t.Words.Only() && t.Words.OnlyNumber() == 0
	default:
		return false
	}
}

// WithTask resumes the request with the task that the question asked for.
func (t Talk) WithTask(ctx context.Context, question conversation.Question, picked conversation.Item) {
	slots := question.Slots
	if id := int(picked.ID); id != 0 { // there is none of a new task
		slots.TaskID = &id
	}
	switch question.Intent {
	case detect.DeleteTask:
		t.remove(ctx, picked, slots)
	case detect.CompleteTask:
		t.finish(ctx, picked, slots)
	case detect.UpdateTask:
		t.Detected.Cues.ClockOnly, t.HalfTold = question.ClockOnly, question.HalfTold
		t.Change(ctx, picked, slots)
	default:
		t.Dispatch(ctx, question.Intent, slots)
	}
}

// HandleChangesAnswer takes the message as what shall change of the task. It reports whether the message was handled.
func (t Talk) HandleChangesAnswer(ctx context.Context, question conversation.Question) bool {
	if t.changesOther(ctx, question.Task) {
		return false
	}
	given := t.Detected
	if given.Intent != detect.UpdateTask {
		given = t.Detector.Fragment(t.Input, detect.UpdateTask)
	}
	given.Slots.TaskRef, given.Slots.TaskID = nil, nil
	t.Detected.Cues.ClockOnly, t.Detected.Cues.AfterIt = given.Cues.ClockOnly, given.Cues.AfterIt
	if key := t.Words.Change(); key != "" && !given.Slots.ChangesTask() {
		if key == "ask_new_title" {
			question.Asks = dialogue.AsksTitle
		}
		t.Ask(question, key, dialogue.Item(question.Task))
		return true
	}
	switch {
	case t.ChangesSubject(question) && (t.Detected.Intent != detect.CreateTask || !given.Slots.ChangesTask()):
		return false
	case given.Cues.Denies || given.Cues.Doubts:
		return t.AskAgain(question, "ask_changes", dialogue.Item(question.Task))
	case given.Slots.ChangesTask():
		t.Change(ctx, question.Task, dialogue.Merged(question.Slots, given.Slots))
		return true
	default:
		return t.AskAgain(question, "ask_changes", dialogue.Item(question.Task))
	}
}

// changesOther reports whether the message orders a change to another task than the one asked about, by its number or its name.
func (t Talk) changesOther(ctx context.Context, asked conversation.Item) bool {
	given := t.Detected
	if given.Intent != detect.UpdateTask {
		return false
	}
	if given.Slots.TaskID != nil {
		return t.Words.MentionsTasks() && *given.Slots.TaskID != int(asked.ID)
	}
	if given.Slots.TaskRef == nil || given.Cues.Pronoun {
		return false
	}
	tasks, ok := t.allTasks(ctx)
	found, fit := matchIn(*given.Slots.TaskRef, tasks)
	return ok && fit >= matching.All && !slices.ContainsFunc(found, func(k task) bool { return k.ID == asked.ID })
}

// ConfirmTask asks whether a task is the one that is meant.
func (t Talk) ConfirmTask(question conversation.Question) {
	t.Confirm(question, confirmKey(question.Intent), dialogue.Item(question.Task))
}

// ConfirmAgain asks once more. It reports whether it asked.
func (t Talk) ConfirmAgain(question conversation.Question) bool {
	return t.AskAgain(question, confirmKey(question.Intent), dialogue.Item(question.Task))
}

// confirmKey returns the key of the message that asks to confirm a change.
func confirmKey(intent detect.Intent) string {
	verb, _, _ := strings.Cut(string(intent), "_")
	return "confirm_" + verb
}

// candidateLines returns candidates as lines of a list.
func (t Talk) candidateLines(candidates []conversation.Item) string {
	lines := make([]string, 0, len(candidates))
	for _, candidate := range candidates {
		lines = append(lines, t.Book.Say("task_line", messages.Args{
			"id": candidate.ID, "title": messages.Data(candidate.Name), "details": "",
		}))
	}
	return strings.Join(lines, "\n")
}
