package corrected

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/dialogueact"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/proto/toolnames"
)

// correctDetail handles a correction of one detail of the task that was just made or changed, told by nothing but what it is to be:
// the hour ("make that 6", "saat nahi aath baje"), the minutes before or after a prayer ("no, 15 minutes"), or a word of the title
// ("not dates, samosas"). It reports whether the message was handled.
func (t Talk) correctDetail(ctx context.Context, last *conversation.Undo) bool {
	if t.Words.Asked || t.State.Task.ID != last.Task.ID {
		return false
	}
	if last.Did != toolnames.CreateTask && last.Did != toolnames.UpdateTask {
		return false
	}
	if t.correctTime(ctx) || t.correctAmount(ctx) || t.correctDay(ctx) || t.correctDayAfter(ctx) {
		return true
	}
	if last.Did == toolnames.UpdateTask && t.Act()[dialogueact.Instead] >= sureOfAnother {
		return false // piano nahi, swimming: another task, and no other name
	}
	return t.correctWhole(ctx, last) || t.correctContrast(ctx) || t.correctTitle(ctx) || t.correctName(ctx, last)
}

// correctContrast sets what the message means of what can be changed, where it denies another: "urgent nahi normal".
func (t Talk) correctContrast(ctx context.Context) bool {
	denied, meant := t.Words.Contrast()
	if intent := t.Detected.Intent; denied == "" || meant == "" || intent != detect.Unknown && intent != detect.UpdateTask {
		return false
	}
	given := t.changeAlone(meant)
	if given == nil || t.changeAlone(denied) == nil && !t.deniesDay(ctx, denied, given) {
		return false
	}
	t.Answer.Intent, t.Detected.Cues.ClockOnly = detect.UpdateTask, given.Cues.ClockOnly
	t.Change(ctx, t.State.Task, given.Slots)
	return true
}

// changeAlone reads a text that is nothing but a change, and names no task; nil for any other.
func (t Talk) changeAlone(said string) *detect.Result {
	in := t.Input
	in.Text = said
	given := t.Detector.Fragment(in, detect.UpdateTask)
	if !given.Slots.ChangesTask() || given.Slots.TaskRef != nil || given.Slots.TaskID != nil || given.Cues.Denies || given.Cues.Doubts {
		return nil
	}
	return &given
}

// correctTime sets the hour of a due time, or its minutes before or after a prayer, where the message says nothing but a number.
func (t Talk) correctTime(ctx context.Context) bool {
	number, minutes, ok := t.onlyCorrectedNumber()
	if !ok || t.numbersTask() {
		return false
	}
	before := t.State.Last.Slots
	var slots detect.Slots
	switch {
	case minutes || before.DueRelative != nil && number > 12: // no, 15
		if slots.DueRelative = t.relativeOf(number); slots.DueRelative == nil {
			return false
		}
	case number >= 1 && number <= 12 && before.DueRelative == nil && before.TaskID == nil && tasks.HasClock(before.Due):
		due := t.Now.Format(time.DateOnly) + time.Date(0, 1, 1, number, 0, 0, 0, time.UTC).Format("T15:04:05")
		slots.Due, t.Detected.Cues.ClockOnly = &due, true // moveDue keeps the day and the half of the day
	default:
		return false
	}
	t.Answer.Intent = detect.UpdateTask
	t.Change(ctx, t.State.Task, slots)
	return true
}

// numbersTask reports whether the number of a message is a task's and no hour: "complete task 1", "1 ho gaya".
func (t Talk) numbersTask() bool {
	ends := t.Detected.Intent == detect.CompleteTask || t.Detected.Intent == detect.DeleteTask
	return t.Words.MentionsTasks() || ends && t.Detected.Slots.TaskID != nil
}

// relativeOf returns a time some minutes before or after the prayer that the task was just tied to; nil for none. Which of both is told by
// the message, or was told before.
func (t Talk) relativeOf(minutes int) *detect.DueRelative {
	before := t.State.Last.Slots
	var relative detect.DueRelative
	switch {
	case before.DueRelative != nil:
		relative = *before.DueRelative
	case before.LinkedPrayer != nil && (t.Words.SaysBefore() || t.Words.SaysAfter()):
		relative.Prayer = *before.LinkedPrayer
	default:
		return nil
	}
	earlier := relative.Minutes < 0
	if t.Words.SaysBefore() || t.Words.SaysAfter() {
		earlier = t.Words.SaysBefore()
	}
	if relative.Minutes = minutes; earlier {
		relative.Minutes = -minutes
	}
	return &relative
}

// onlyCorrectedNumber returns the number that a message says and nothing else, the last of two, of which the first is taken back, and
// whether it counts minutes.
func (t Talk) onlyCorrectedNumber() (number int, minutes, ok bool) {
	rest, minutes := t.Words.BesideNumber()
	if len(rest) == 0 || len(t.Words.Folded) < 2 || t.Words.SaysHalf() {
		return 0, false, false
	}
	if number, ok = t.NumberSaid(strings.Join(rest, " ")); ok {
		return number, minutes, true
	}
	if number, ok = t.numberBeforeContrast(); ok {
		return number, minutes, true
	}
	_, first := t.NumberSaid(strings.Join(rest[:len(rest)-1], " "))
	number, ok = t.NumberSaid(rest[len(rest)-1])
	return number, minutes, ok && first && (t.Words.OwnsSlip() || t.Words.Denies())
}

// numberBeforeContrast returns the number that a message means where it denies another behind it: "that should be 7, not 6".
func (t Talk) numberBeforeContrast() (number int, ok bool) {
	denied, meant := t.Words.Contrast()
	said, _ := words.Parse(meant).BesideNumber()
	if _, isNumber := t.NumberSaid(denied); !isNumber || len(said) != 1 {
		return 0, false
	}
	return t.NumberSaid(said[0])
}

// mostInstead is the most words that stand in the place of a word of a title.
const mostInstead = 4

// correctTitle puts what is meant in the place of a word of the title that the message denies: "not dates, samosas".
func (t Talk) correctTitle(ctx context.Context) bool {
	if t.Detected.Intent != detect.Unknown || !t.Words.Denies() || t.Detector.Fragment(t.Input, detect.UpdateTask).Slots.ChangesTask() {
		return false
	}
	title := t.State.Task.Name
	tokens := text.Parse(title).Tokens
	said := text.Parse(t.Input.Text)
	denied := -1
	var instead []string
	not, meant := t.Words.Contrast()
	for _, token := range said.Tokens {
		at := slices.IndexFunc(tokens, func(of text.Token) bool { return of.Norm == token.Norm })
		switch {
		case words.AroundSlip(token.Norm):
		case at >= 0 && words.Parse(meant).Says(token.Norm) && !words.Parse(not).Says(token.Norm): // white bread not brown
		case at >= 0 && denied >= 0:
			return false
		case at >= 0:
			denied = at
		default:
			instead = append(instead, said.Original[token.Start:token.End])
		}
	}
	if denied < 0 || len(tokens) < 2 || len(instead) == 0 || len(instead) > mostInstead {
		return false
	}
	if all, ok := t.AllTasks(ctx); !ok || namesAnother(strings.Join(instead, " "), t.State.Task.ID, all) {
		return false // gas nahi dawai, where there is a task of dawai
	}
	replaced := title[:tokens[denied].Start] + strings.Join(instead, " ") + title[tokens[denied].End:]
	t.Answer.Intent = detect.UpdateTask
	t.Change(ctx, t.State.Task, detect.Slots{Title: &replaced})
	return true
}

// namesAnother reports whether words name another task than the one with this number.
func namesAnother(said string, id int32, all []tasks.Task) bool {
	others := slices.DeleteFunc(slices.Clone(all), func(k tasks.Task) bool { return k.ID == id })
	_, fit := tasks.Match(said, others)
	return fit >= matching.All
}

// redoUpdateFor undoes the change just made and makes it to the task that was meant: "no sorry, task 4".
func (t Talk) redoUpdateFor(ctx context.Context, last *conversation.Undo) bool {
	slots := t.State.Last.Slots
	names := slots.TaskID != nil || slots.TaskRef != nil
	if !slots.ChangesTask() || !names {
		return false
	}
	if t.Detector.Fragment(t.Input, detect.UpdateTask).Slots.ChangesTask() {
		return false // no, 5 pm
	}
	if number := t.Words.OnlyNumber(); number != 0 && tasks.HasClock(slots.Due) {
		t.Answer.Intent = detect.UpdateTask
		t.AskWhatNumber(number)
		return true
	}
	meant, loose := t.meantInstead(ctx, last, detect.UpdateTask)
	if meant.ID == 0 || meant.ID == last.Task.ID || loose {
		return false
	}
	undone, ok := t.undone(ctx)
	if !ok {
		return true
	}
	t.Answer.Intent = detect.UpdateTask
	slots.TaskID, slots.TaskRef = nil, nil
	t.Change(ctx, meant, slots)
	t.Answer.Message = dialogue.Joined(undone, t.Answer.Message)
	return true
}
