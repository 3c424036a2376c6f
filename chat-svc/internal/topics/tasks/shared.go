package tasks

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/byprayer"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/apperr"
)

// Task is one of the user's tasks. It and what follows is for the packages below this one, which answer what else is said of tasks.
type Task = task

// MostListed is how many tasks a list has at most.
const MostListed = maxListed

// AllTasks returns the user's tasks, up to MostListed.
func (t Talk) AllTasks(ctx context.Context) ([]Task, bool) { return t.allTasks(ctx) }

// TaskByNumber returns one of the user's tasks.
func (t Talk) TaskByNumber(ctx context.Context, number int32) (Task, *apperr.Error) {
	return t.taskByNumber(ctx, number)
}

// TellTask says whether a task is done, and when it is due.
func (t Talk) TellTask(k Task) { t.tellTask(k) }

// Named returns those of some tasks, but for the completed ones, of which the message says most.
func (t Talk) Named(tasks []Task) []Task { return t.named(tasks) }

// Match returns the tasks whose titles match words best, and how well.
func Match(words string, tasks []Task) ([]Task, matching.Fit) { return matchIn(words, tasks) }

// Split parts tasks into those that hold and the others.
func Split(tasks []Task, holds func(Task) bool) (first, second []Task) { return split(tasks, holds) }

// ConfirmNamed asks whether what is wanted is meant of the one pending task that the message names. It reports whether there is one.
func (t Talk) ConfirmNamed(ctx context.Context, asked conversation.Asked) bool {
	return t.confirmNamed(ctx, asked)
}

// AskWhich lists some tasks and asks which of them is meant.
func (t Talk) AskWhich(intent detect.Intent, of []Task) {
	t.askWhich(intent, detect.Slots{}, items(of), "", t.taskLines(of))
}

// Details returns what slots say of a task.
func (t Talk) Details(slots detect.Slots) string { return t.details(t.wouldBe(slots)) }

// ConfirmSteps says what would be done and asks for confirmation.
func (t Talk) ConfirmSteps(question conversation.Question) { t.confirmSteps(question, "") }

// Items returns what a conversation remembers of tasks.
func Items(tasks []Task) []conversation.Item { return items(tasks) }

// Lines returns tasks as lines of a list, each with its id.
func (t Talk) Lines(tasks []Task) string { return t.taskLines(tasks) }

// TaskOf returns the one task that a clause names.
func (t Talk) TaskOf(clause detect.Result, tasks []Task) (Task, bool) { return t.taskOf(clause, tasks) }

// OtherOf returns the one of two pending tasks that is not the one task.
func (t Talk) OtherOf(the conversation.Item, tasks []Task) conversation.Item {
	return t.otherOf(the, tasks)
}

// ChangesAll reports whether a change may be made to several tasks alike.
func ChangesAll(slots detect.Slots) bool { return changesAll(slots) }

// AskAllTo asks for confirmation to do the same to some of the tasks; the slots are what a change changes.
func (t Talk) AskAllTo(intent detect.Intent, slots detect.Slots, meant []conversation.Item, of []Task) {
	t.askAllOf(intent, slots, meant, of)
}

// ByPrayer is how the task lies to its prayer.
func (k task) ByPrayer() byprayer.Task { return k.byPrayer() }

// DateTimeLayout is the form of a due time in a slot.
const DateTimeLayout = dateTimeLayout
