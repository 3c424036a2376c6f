package chat

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
)

// What a question may ask for, besides the parameters of registered tools.
const (
	asksTitle   = "title"
	asksTask    = "task_id"
	asksMasjid  = "masjid_name"
	asksArea    = "area"
	asksCity    = "city"
	asksChanges = "changes"
	asksConfirm = "confirm"
)

// ask asks a question and leaves it open. Nothing else happens in this turn.
func (t *turn) ask(question conversation.Question, key string, args messages.Args) {
	t.say(key, args)
	t.answer.Asks = &question.Asks
	t.state.Question = &question
}

// joined joins the parts that are not empty, one per line.
func joined(parts ...string) string {
	var there []string
	for _, part := range parts {
		if part != "" {
			there = append(there, part)
		}
	}
	return strings.Join(there, "\n")
}

// handleAnswer treats the message as the answer to the open question. It reports whether the message was handled; if
// not, the message is about something else and stands on its own.
func (t *turn) handleAnswer(ctx context.Context) bool {
	question := *t.state.Question
	t.state.Question = nil
	if t.detected.Cues.Exact && (question.Asks != asksConfirm || question.Tool != string(t.detected.Intent)) {
		return false // another tool's phrase takes precedence
	}
	if t.abandonQuestion(question) {
		return true
	}
	if t.detected.Cues.Act == detect.Undo && t.state.Undo != nil {
		return false
	}
	t.answer.Intent = question.Intent
	var done bool
	switch question.Asks {
	case asksTitle:
		done = t.handleTitleAnswer(ctx, question)
	case asksTask:
		done = t.handleTaskAnswer(ctx, question)
	case asksMasjid:
		done = t.handleMasjidAnswer(ctx, question)
	case asksArea:
		done = t.handleAreaAnswer(ctx, question)
	case asksCity:
		done = t.handleCityAnswer(ctx, question)
	case asksChanges:
		done = t.handleChangesAnswer(ctx, question)
	case asksConfirm:
		if len(question.Candidates) > 0 { // of which one may be named instead of all
			done = t.handleTaskAnswer(ctx, question)
		} else {
			done = t.handleConfirmAnswer(ctx, question)
		}
	default:
		done = t.handleParameterAnswer(ctx, question)
	}
	if !done {
		t.answer.Intent = t.detected.Intent
	}
	return done
}

// abandonQuestion reports whether the person no longer wants what the question was about. If so, it says that nothing
// was done.
func (t *turn) abandonQuestion(question conversation.Question) bool {
	cues := t.detected.Cues
	cancels := t.words.cancels()
	drops := cancels || cues.Act == detect.Drop || cues.Act == detect.No && (question.Asks == asksConfirm ||
		countSlots(t.detected.Slots) == 0)
	drops = drops || cues.Negated && question.Asks != asksTitle || cues.Act == detect.Thanks
	if t.words.leavesQuestion() && !t.changesSubject(question) {
		cancels, drops = true, true
	}
	if !cancels && t.detected.Intent != detect.Unknown || !drops {
		return false
	}
	t.answer.Intent = detect.Unknown
	if question.Task.ID != 0 && question.Intent == detect.DeleteTask {
		t.say("task_kept", item(question.Task))
		return true
	}
	t.say("dropped", nil)
	return true
}

// countSlots returns the number of slots that have a value.
func countSlots(slots detect.Slots) int { return len(slotsOf(slots)) }

// changesSubject reports whether the message clearly asks for something other than the question's request.
func (t *turn) changesSubject(question conversation.Question) bool {
	return t.detected.Intent != detect.Unknown && t.detected.Intent != question.Intent
}

// askAgain repeats the question once, because the answer was not understood. It reports whether it asked; after a
// second failure the question is dropped.
func (t *turn) askAgain(question conversation.Question, key string, args messages.Args) bool {
	if question.Again++; question.Again > 1 {
		return false
	}
	t.ask(question, key, args)
	t.say("not_understood_answer", messages.Args{"question": t.answer.Message})
	return true
}

// handleTitleAnswer takes any words as the title, unless they are clearly another command: one that reads something,
// or that refers to an existing task.
func (t *turn) handleTitleAnswer(ctx context.Context, question conversation.Question) bool {
	if t.changesSubject(question) && t.isCommand(ctx) {
		return false
	}
	if question.Intent == detect.UpdateTask {
		title := strings.TrimSpace(t.input.Text)
		t.update(ctx, question.Task, merged(question.Slots, detect.Slots{Title: &title}))
		return true
	}
	if t.words.wavers() {
		t.ask(question, "ask_title", nil)
		return true
	}
	t.cutToTitle()
	given := t.detected
	if given.Intent != detect.CreateTask {
		given = t.detector.Fragment(t.input, detect.CreateTask)
	}
	if given.Cues.Doubts && t.words.asked {
		return t.askAgain(question, "ask_title", nil) // kya matlab?
	}
	slots := merged(question.Slots, given.Slots)
	slots.TaskRef, slots.TaskID, slots.Status = nil, nil, nil
	tooLong := utf8.RuneCountInString(t.input.Text) > maxTitle // not truncated: the tool rejects it
	if tooLong || given.Slots.Title == nil && (countSlots(given.Slots) == 0 || given.Slots.TaskRef != nil) {
		title := strings.TrimSpace(t.input.Text)
		slots.Title = &title
	}
	t.dispatch(ctx, detect.CreateTask, slots)
	return true
}

// cutToTitle leaves of an answer what names the task: without "haan," before it, or "call it".
func (t *turn) cutToTitle() {
	title := firstCapture(lists.rename, strings.TrimSpace(t.input.Text))
	if title == "" {
		title = lists.titleLead.ReplaceAllString(t.input.Text, "")
	}
	if title != "" && title != t.input.Text {
		t.input.Text = title
		t.detected = t.detector.Detect(t.input)
	}
}

// maxTitle is the maximum length of a title in characters.
const maxTitle = 200

// isCommand reports whether a message that could be a title is a command instead.
func (t *turn) isCommand(ctx context.Context) bool {
	if !t.detected.Intent.Writes() {
		return t.detected.Confidence >= sure
	}
	slots, cues := t.detected.Slots, t.detected.Cues
	if slots.TaskID != nil || cues.Ordinal != 0 || cues.Pronoun || t.words.mentionsTasks() {
		return true
	}
	if slots.TaskRef == nil || t.caller.UserID == 0 {
		return false
	}
	tasks, ok := t.allTasks(ctx)
	found, fit := matchIn(*slots.TaskRef, tasks)
	return ok && len(found) > 0 && fit > 1 // all the words
}

// sure is the confidence from which an ambiguous message counts as a request.
const sure = 0.7

func (t *turn) handleTaskAnswer(ctx context.Context, question conversation.Question) bool {
	fragment := t.detector.Fragment(t.input, question.Intent)
	if t.handleSeveralAnswer(ctx, question, fragment) {
		return true
	}
	picked, words := t.pick(question)
	given := fragment.Cues
	switch {
	case given.Denies || given.Doubts && picked.ID == 0:
		return !t.changesSubject(question) && t.askAgain(question, "ask_"+string(question.Intent)+"_id", nil)
	case given.Doubts && t.changesSubject(question):
		return false
	case given.Doubts:
		t.confirm(conversation.Question{Asked: question.Asked, Task: picked})
		return true
	case picked.ID != 0:
		t.withTask(ctx, question, picked)
		return true
	case t.changesSubject(question):
		return false
	}
	if t.detected.Intent == question.Intent && t.detected.Slots.TaskID != nil {
		t.withTask(ctx, question, t.knownTask(int32(*t.detected.Slots.TaskID)))
		return true
	}
	if len(words) > 1 { // fewer than before, but more than one
		t.askWhich(question.Intent, question.Slots, words, "", t.candidateLines(words))
		return true
	}
	return t.askAgain(question, "ask_"+string(question.Intent)+"_id", nil)
}

// pick returns the one candidate that the message names by position, number or words. If several match, it returns
// those instead.
func (t *turn) pick(question conversation.Question) (conversation.Item, []conversation.Item) {
	given := t.detector.Fragment(t.input, question.Intent)
	prepared := unchanged
	if question.Asks == asksMasjid {
		prepared = distinctiveName
	}
	for _, ordinal := range []int{t.detected.Cues.Ordinal, given.Cues.Ordinal} {
		if picked, ok := nth(question.Candidates, ordinal); ok && ordinal != 0 {
			return picked, nil
		}
	}
	alone, _ := t.detector.Number(t.input.Text)
	for _, number := range []int{t.words.number(), alone, value(t.detected.Slots.TaskID), value(given.Slots.TaskID)} {
		if picked, ok := withNumber(question, number); ok && number != 0 {
			return picked, nil
		}
	}
	for _, words := range []*string{given.Slots.TaskRef, t.detected.Slots.TaskRef, given.Slots.MasjidName, &t.input.Text} {
		if words == nil {
			continue
		}
		if found, _ := bestMatches(*words, question.Candidates, prepared); len(found) == 1 {
			return found[0], found
		} else if len(found) > 1 {
			return conversation.Item{}, found
		}
	}
	return conversation.Item{}, nil
}

func value(number *int) int {
	if number == nil {
		return 0
	}
	return *number
}

// withNumber returns the candidate with the number that the list shows: a task's id, or a masjid's position.
func withNumber(question conversation.Question, number int) (conversation.Item, bool) {
	if question.Asks == asksTask {
		for _, candidate := range question.Candidates {
			if int(candidate.ID) == number {
				return candidate, true
			}
		}
	}
	return nth(question.Candidates, number)
}

// withTask resumes the request with the task that the question asked for.
func (t *turn) withTask(ctx context.Context, question conversation.Question, picked conversation.Item) {
	id := int(picked.ID)
	slots := merged(question.Slots, detect.Slots{TaskID: &id})
	switch question.Intent {
	case detect.DeleteTask:
		t.delete(ctx, picked, slots)
	case detect.CompleteTask:
		t.complete(ctx, picked, slots)
	case detect.UpdateTask:
		t.update(ctx, picked, slots)
	default:
		t.dispatch(ctx, question.Intent, slots)
	}
}

func (t *turn) handleChangesAnswer(ctx context.Context, question conversation.Question) bool {
	given := t.detected
	if given.Intent != detect.UpdateTask {
		given = t.detector.Fragment(t.input, detect.UpdateTask)
	}
	given.Slots.TaskRef, given.Slots.TaskID = nil, nil
	t.detected.Cues.ClockOnly, t.detected.Cues.AfterIt = given.Cues.ClockOnly, given.Cues.AfterIt
	if key := t.words.change(); key != "" && !changes(given.Slots) {
		if key == "ask_new_title" {
			question.Asks = asksTitle
		}
		t.ask(question, key, item(question.Task))
		return true
	}
	switch {
	case t.changesSubject(question) && (t.detected.Intent != detect.CreateTask || !changes(given.Slots)):
		return false
	case given.Cues.Denies || given.Cues.Doubts:
		return t.askAgain(question, "ask_changes", item(question.Task))
	case changes(given.Slots):
		t.update(ctx, question.Task, merged(question.Slots, given.Slots))
		return true
	default:
		return t.askAgain(question, "ask_changes", item(question.Task))
	}
}

func (t *turn) handleConfirmAnswer(ctx context.Context, question conversation.Question) bool {
	slots := t.detected.Slots
	namesTask := slots.TaskID != nil || slots.TaskRef != nil || t.detected.Cues.Ordinal != 0
	repeats := t.detected.Intent == question.Intent && !namesTask
	switch {
	case t.detected.Cues.Act == detect.Yes && (t.detected.Intent == detect.Unknown || repeats), repeats:
		t.runConfirmed(ctx, question)
		return true
	case t.detected.Intent != detect.Unknown:
		return false
	case question.Tool != "":
		return t.askToRunAgain(question)
	case len(question.Steps) > 0:
		return t.confirmStepsAgain(question)
	case question.Intent == detect.GetRandomHadith:
		return false
	default:
		return t.askAgain(question, confirmKey(question.Intent), item(question.Task))
	}
}

// runConfirmed does what was waiting for a yes.
func (t *turn) runConfirmed(ctx context.Context, question conversation.Question) {
	switch {
	case len(question.Steps) > 0:
		t.executeSteps(ctx, question.Steps)
	case question.Tool != "":
		t.runConfirmedTool(ctx, question)
	case question.Intent == detect.GetRandomHadith:
		t.dispatch(ctx, question.Intent, question.Slots)
	default:
		t.withTask(ctx, question, question.Task)
	}
}

// confirm asks whether a task is the one that is meant.
func (t *turn) confirm(question conversation.Question) {
	question.Asks = asksConfirm
	t.ask(question, confirmKey(question.Intent), item(question.Task))
}

// confirmKey returns the key of the message that asks to confirm a change.
func confirmKey(intent detect.Intent) string {
	verb, _, _ := strings.Cut(string(intent), "_")
	return "confirm_" + verb
}

// candidateLines returns candidates as lines of a list.
func (t *turn) candidateLines(candidates []conversation.Item) string {
	lines := make([]string, 0, len(candidates))
	for _, candidate := range candidates {
		lines = append(lines, t.book.Say("task_line", messages.Args{
			"id": candidate.ID, "title": messages.Data(candidate.Name), "details": "",
		}))
	}
	return strings.Join(lines, "\n")
}
