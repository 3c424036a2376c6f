package chat

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
)

// What may be asked for, besides a parameter of a tool that the platform was not built with.
const (
	asksTitle   = "title"
	asksTask    = "task_id"
	asksMasjid  = "masjid_name"
	asksArea    = "area"
	asksChanges = "changes"
	asksConfirm = "confirm"
)

// ask asks, and nothing else is done in this turn.
func (t *turn) ask(question conversation.Question, key string, args messages.Args) {
	t.say(key, args)
	t.answer.Asks = &question.Asks
	t.state.Question = &question
}

// joined puts the parts of a message that are there on lines of their own.
func joined(parts ...string) string {
	var there []string
	for _, part := range parts {
		if part != "" {
			there = append(there, part)
		}
	}
	return strings.Join(there, "\n")
}

// answered takes the message as the answer to the open question. It says false where the message is about something
// else, which then stands on its own.
func (t *turn) answered(ctx context.Context) bool {
	question := *t.state.Question
	t.state.Question = nil
	if t.heard.Cues.Exact && (question.Asks != asksConfirm || question.Tool != string(t.heard.Intent)) {
		return false // it gives way to another tool's phrase
	}
	if t.dropped(question) {
		return true
	}
	if t.heard.Cues.Act == detect.Undo && t.state.Undo != nil {
		return false
	}
	t.answer.Intent = question.Intent
	var done bool
	switch question.Asks {
	case asksTitle:
		done = t.answeredTitle(ctx, question)
	case asksTask:
		done = t.answeredTask(ctx, question)
	case asksMasjid:
		done = t.answeredMasjid(ctx, question)
	case asksArea:
		done = t.answeredArea(ctx, question)
	case asksChanges:
		done = t.answeredChanges(ctx, question)
	case asksConfirm:
		done = t.answeredConfirm(ctx, question)
	default:
		done = t.answeredParameter(ctx, question)
	}
	if !done {
		t.answer.Intent = t.heard.Intent
	}
	return done
}

// dropped says whether the user no longer wants what the question was asked for.
func (t *turn) dropped(question conversation.Question) bool {
	cues := t.heard.Cues
	cancels := t.words.cancels()
	drops := cancels || cues.Act == detect.Drop || cues.Act == detect.No && (question.Asks == asksConfirm || stated(t.heard.Slots) == 0)
	drops = drops || cues.Negated && question.Asks != asksTitle
	if !cancels && t.heard.Intent != detect.Unknown || !drops {
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

// stated counts the slots of a sentence.
func stated(slots detect.Slots) int { return len(slotsOf(slots)) }

// otherSubject says whether the message asks clearly for something else than what it was asked for.
func (t *turn) otherSubject(question conversation.Question) bool {
	return t.heard.Intent != detect.Unknown && t.heard.Intent != question.Intent
}

// again asks the same once more, because the answer was not understood. If it is not then either, it is left.
func (t *turn) again(question conversation.Question, key string, args messages.Args) bool {
	if question.Again++; question.Again > 1 {
		return false
	}
	t.ask(question, key, args)
	t.say("not_understood_answer", messages.Args{"question": t.answer.Message})
	return true
}

// answeredTitle takes any words for the title, but for a command that is clearly another: one that reads something, or
// that points at a task which is there.
func (t *turn) answeredTitle(ctx context.Context, question conversation.Question) bool {
	if t.otherSubject(question) && t.isCommand(ctx) {
		return false
	}
	if question.Intent == detect.UpdateTask {
		title := strings.TrimSpace(t.input.Text)
		t.update(ctx, question.Task, merged(question.Slots, detect.Slots{Title: &title}))
		return true
	}
	given := t.heard
	if given.Intent != detect.CreateTask {
		given = t.detector.Fragment(t.input, detect.CreateTask)
	}
	if given.Cues.Doubts && t.words.asked {
		return t.again(question, "ask_title", nil) // kya matlab?
	}
	slots := merged(question.Slots, given.Slots)
	slots.TaskRef, slots.TaskID, slots.Status = nil, nil, nil
	tooLong := utf8.RuneCountInString(t.input.Text) > maxTitle // and nothing is cut off: the tool refuses it
	if tooLong || given.Slots.Title == nil && (stated(given.Slots) == 0 || given.Slots.TaskRef != nil) {
		title := strings.TrimSpace(t.input.Text)
		slots.Title = &title
	}
	t.do(ctx, detect.CreateTask, slots)
	return true
}

// maxTitle is how many characters a title may have.
const maxTitle = 200

// isCommand says whether a message that could be a title is more than one.
func (t *turn) isCommand(ctx context.Context) bool {
	if !t.heard.Intent.Writes() {
		return t.heard.Confidence >= sure
	}
	slots, cues := t.heard.Slots, t.heard.Cues
	if slots.TaskID != nil || cues.Ordinal != 0 || cues.Pronoun || t.words.ofTasks() {
		return true
	}
	if slots.TaskRef == nil || t.caller.UserID == 0 {
		return false
	}
	tasks, ok := t.allTasks(ctx)
	found, fit := matchIn(*slots.TaskRef, tasks)
	return ok && len(found) > 0 && fit > 1 // all the words
}

// sure is the confidence from which a message that could be two things is taken for a request.
const sure = 0.7

func (t *turn) answeredTask(ctx context.Context, question conversation.Question) bool {
	fragment := t.detector.Fragment(t.input, question.Intent)
	if t.answeredSeveral(ctx, question, fragment) {
		return true
	}
	picked, words := t.pick(question)
	given := fragment.Cues
	switch {
	case given.Denies || given.Doubts && picked.ID == 0:
		return !t.otherSubject(question) && t.again(question, "ask_"+string(question.Intent)+"_id", nil)
	case given.Doubts && t.otherSubject(question):
		return false
	case given.Doubts:
		t.confirm(conversation.Question{Asked: question.Asked, Task: picked})
		return true
	case picked.ID != 0:
		t.withTask(ctx, question, picked)
		return true
	case t.otherSubject(question):
		return false
	}
	if t.heard.Intent == question.Intent && t.heard.Slots.TaskID != nil {
		t.withTask(ctx, question, t.named(int32(*t.heard.Slots.TaskID)))
		return true
	}
	if len(words) > 1 { // fewer than before, but still several
		t.askWhich(question.Intent, question.Slots, words, "", t.candidateLines(words))
		return true
	}
	return t.again(question, "ask_"+string(question.Intent)+"_id", nil)
}

// pick finds the one candidate that the message names: by its place, its number, or words of it. Where several fit, it
// gives those.
func (t *turn) pick(question conversation.Question) (conversation.Item, []conversation.Item) {
	given := t.detector.Fragment(t.input, question.Intent)
	prepared := asItIs
	if question.Asks == asksMasjid {
		prepared = bare
	}
	for _, ordinal := range []int{t.heard.Cues.Ordinal, given.Cues.Ordinal} {
		if picked, ok := nth(question.Candidates, ordinal); ok && ordinal != 0 {
			return picked, nil
		}
	}
	alone, _ := t.detector.Number(t.input.Text)
	for _, number := range []int{t.words.number(), alone, value(t.heard.Slots.TaskID), value(given.Slots.TaskID)} {
		if picked, ok := withNumber(question, number); ok && number != 0 {
			return picked, nil
		}
	}
	for _, words := range []*string{given.Slots.TaskRef, t.heard.Slots.TaskRef, given.Slots.MasjidName, &t.input.Text} {
		if words == nil {
			continue
		}
		if found, _ := like(*words, question.Candidates, prepared); len(found) == 1 {
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

// withNumber picks by the number that the list shows: a task's own, a masjid's place.
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

// withTask goes on with the task that was asked for.
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
		t.do(ctx, question.Intent, slots)
	}
}

func (t *turn) answeredChanges(ctx context.Context, question conversation.Question) bool {
	given := t.heard
	if given.Intent != detect.UpdateTask {
		given = t.detector.Fragment(t.input, detect.UpdateTask)
	}
	given.Slots.TaskRef, given.Slots.TaskID = nil, nil
	t.heard.Cues.ClockOnly, t.heard.Cues.AfterIt = given.Cues.ClockOnly, given.Cues.AfterIt
	if key := t.words.change(); key != "" && !changes(given.Slots) {
		if key == "ask_new_title" {
			question.Asks = asksTitle
		}
		t.ask(question, key, item(question.Task))
		return true
	}
	switch {
	case t.otherSubject(question) && (t.heard.Intent != detect.CreateTask || !changes(given.Slots)):
		return false
	case given.Cues.Denies || given.Cues.Doubts:
		return t.again(question, "ask_changes", item(question.Task))
	case changes(given.Slots):
		t.update(ctx, question.Task, merged(question.Slots, given.Slots))
		return true
	default:
		return t.again(question, "ask_changes", item(question.Task))
	}
}

func (t *turn) answeredConfirm(ctx context.Context, question conversation.Question) bool {
	repeats := t.heard.Intent == question.Intent && t.heard.Slots.TaskID == nil && t.heard.Slots.TaskRef == nil && t.heard.Cues.Ordinal == 0
	switch {
	case t.heard.Cues.Act == detect.Yes && (t.heard.Intent == detect.Unknown || repeats), repeats:
		t.doConfirmed(ctx, question)
		return true
	case t.heard.Intent != detect.Unknown:
		return false
	case question.Tool != "":
		return t.againToRun(question)
	case len(question.Steps) > 0:
		return t.againSteps(question)
	case question.Intent == detect.GetRandomHadith:
		return false
	default:
		return t.again(question, confirming(question.Intent), item(question.Task))
	}
}

// doConfirmed does what waited for a yes.
func (t *turn) doConfirmed(ctx context.Context, question conversation.Question) {
	switch {
	case len(question.Steps) > 0:
		t.carryOutSteps(ctx, question.Steps)
	case question.Tool != "":
		t.runRegistered(ctx, question)
	case question.Intent == detect.GetRandomHadith:
		t.do(ctx, question.Intent, question.Slots)
	default:
		t.withTask(ctx, question, question.Task)
	}
}

// confirm asks whether a task is the one that is meant.
func (t *turn) confirm(question conversation.Question) {
	question.Asks = asksConfirm
	t.ask(question, confirming(question.Intent), item(question.Task))
}

// confirming is the message that asks for a change to be confirmed.
func confirming(intent detect.Intent) string {
	verb, _, _ := strings.Cut(string(intent), "_")
	return "confirm_" + verb
}

// candidateLines are candidates as the question lists them.
func (t *turn) candidateLines(candidates []conversation.Item) string {
	lines := make([]string, 0, len(candidates))
	for _, candidate := range candidates {
		lines = append(lines, t.book.Say("task_line", messages.Args{
			"id": candidate.ID, "title": messages.Data(candidate.Name), "details": "",
		}))
	}
	return strings.Join(lines, "\n")
}
