package tasks

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// pointing is the task that a message points at.
type pointing struct {
	task conversation.Item
	// loose is true if the words match the task only in part, or if only an "it" points at it; whole if they are all of its title.
	loose, whole bool
}

// whichTask returns the task that the message points at: by its id, by its position in the last list, by words of its
// title, or as the current one. If there is none or several, it asks and returns false.
func (t Talk) whichTask(ctx context.Context, intent detect.Intent, slots detect.Slots) (pointing, bool) {
	switch ordinal := t.Detected.Cues.Ordinal; {
	case slots.TaskID != nil && slices.Contains(t.Detected.Cues.Numbers[:], *slots.TaskID):
		t.askWhichOfNumbers(ctx, intent, slots)
		return pointing{}, false
	case slots.TaskID != nil:
		return pointing{task: t.knownTask(int32(*slots.TaskID))}, true
	case ordinal != 0 && t.State.Listed.Kind == conversation.Tasks:
		if picked, ok := dialogue.Nth(t.State.Listed.Items, ordinal); ok {
			t.PointedAt()
			return pointing{task: picked}, true
		}
		t.askWhich(intent, slots, t.State.Listed.Items, t.Book.Say("no_such_ordinal", nil), "")
		return pointing{}, false
	case ordinal != 0 && slots.TaskRef == nil:
		return t.pendingAt(ctx, intent, slots)
	case slots.TaskRef != nil && ordinal == 0:
		return t.matchTask(ctx, intent, slots)
	case t.refersToLast():
		t.PointedAt()
		return pointing{task: t.State.Task}, true
	default:
		t.askWhichOfAll(ctx, intent, slots)
		return pointing{}, false
	}
}

// pendingAt returns the pending task at a place of a list that was not shown: it has to be confirmed.
func (t Talk) pendingAt(ctx context.Context, intent detect.Intent, slots detect.Slots) (pointing, bool) {
	var page tasksPage
	if !t.LookUp(ctx, toolnames.ListTasks, dialogue.Arguments{"status": "pending", "limit": maxListed}, &page) {
		return pointing{}, false
	}
	picked, ok := dialogue.Nth(items(page.Tasks), t.Detected.Cues.Ordinal)
	if !ok {
		t.askWhichOfAll(ctx, intent, slots)
		return pointing{}, false
	}
	t.NoteList(conversation.Tasks, items(page.Tasks))
	return pointing{task: picked, loose: true}, true
}

// refersToLast reports whether the message means the current task: it says "it", or it names nothing right after that
// task was changed. "A task" in general does not mean the current one.
func (t Talk) refersToLast() bool {
	if t.State.Task.ID == 0 || t.Detected.Cues.Ordinal != 0 {
		return false
	}
	if t.Detected.Cues.Pronoun || t.Detected.Cues.Continues {
		return true
	}
	switch t.State.Last.Intent {
	case detect.CreateTask, detect.UpdateTask, detect.CompleteTask:
		return !t.Words.MentionsTasks()
	case detect.ListTasks:
		return len(t.State.Listed.Items) == 1 && t.State.Listed.Kind == conversation.Tasks && !t.Words.MentionsTasks()
	default:
		return false
	}
}

// knownTask returns the task with this id, with its title if the conversation mentioned it.
func (t Talk) knownTask(number int32) conversation.Item {
	for _, known := range append(slices.Clone(t.State.Listed.Items), t.State.Task) {
		if known.ID == number && t.State.Listed.Kind != conversation.Masjids {
			return known
		}
	}
	return conversation.Item{ID: number}
}

// matchTask returns the task whose title matches the words. It prefers tasks that the intent applies to: pending
// ones, or completed ones if it reopens.
func (t Talk) matchTask(ctx context.Context, intent detect.Intent, slots detect.Slots) (pointing, bool) {
	tasks, ok := t.allTasks(ctx)
	if !ok {
		return pointing{}, false
	}
	reopens := slots.Status != nil && *slots.Status == "pending"
	first, second := split(tasks, func(k task) bool { return k.Completed == reopens })
	found, fit := matchIn(*slots.TaskRef, first)
	if others, otherFit := matchIn(*slots.TaskRef, second); fit == matching.None || fit == matching.Some && otherFit > fit {
		found, fit = others, otherFit
	}
	switch {
	case fit < matching.All && t.meansTheLot(ctx, intent, slots, tasks):
		return pointing{}, false
	case len(found) == 0:
		return t.matchNone(intent, slots, tasks)
	case len(found) > 1 && len(found) == t.Words.CountsAll() && (intent != detect.UpdateTask || changesAll(slots)): // dono bill
		t.askAllOf(intent, slots, items(found), tasks)
		return pointing{}, false
	case len(found) > 1:
		heading := t.Book.Say("two_fit", messages.Args{"count": len(found), "words": messages.Data(*slots.TaskRef)})
		t.askWhich(intent, slots, items(found), heading, t.taskLines(found))
		return pointing{}, false
	default:
		return pointing{task: found[0].item(), loose: fit == matching.Some, whole: fit == matching.Whole}, true
	}
}

// matchNone returns the task that is meant by words that no title fits: the other of two, one that the message names otherwise, or the
// current one, if they correct the last change. If there is none, it says so and asks.
func (t Talk) matchNone(intent detect.Intent, slots detect.Slots, tasks []task) (pointing, bool) {
	reopens := dialogue.TextOf(slots.Status) == "pending"
	if other := t.otherOf(t.State.Task, tasks); words.IsTheOther(*slots.TaskRef) && other.ID != 0 {
		return pointing{task: other, loose: true}, true
	}
	if named := t.named(tasks); !reopens && len(named) == 1 { // by words that were not read as naming it
		return pointing{task: named[0].item(), loose: true}, true
	}
	if t.correctsLast(reopens) {
		t.PointedAt()
		return pointing{task: t.State.Task, loose: true}, true
	}
	pending, _ := split(tasks, func(k task) bool { return !k.Completed })
	t.noneFits(intent, slots, pending)
	return pointing{}, false
}

// meansTheLot asks to confirm what is wanted of all the tasks, where the order names "the lot". It reports whether it does.
func (t Talk) meansTheLot(ctx context.Context, intent detect.Intent, slots detect.Slots, tasks []task) bool {
	if !words.IsTheLot(*slots.TaskRef) || intent != detect.DeleteTask && intent != detect.CompleteTask {
		return false
	}
	slots.TaskRef = nil
	t.askAll(ctx, intent, slots, detect.Plan{Several: true, All: true}, tasks)
	return true
}

// otherOf returns the one of two pending tasks, those in the list shown last or else all there are, that is not the one task.
func (t Talk) otherOf(the conversation.Item, tasks []task) conversation.Item {
	pending, _ := split(tasks, func(k task) bool { return !k.Completed })
	others := slices.DeleteFunc(items(pending), func(one conversation.Item) bool { return one.ID == the.ID })
	if listed := t.State.Listed; listed.Kind == conversation.Tasks && len(listed.Items) == 2 {
		others = slices.DeleteFunc(others, func(one conversation.Item) bool {
			return !slices.ContainsFunc(listed.Items, func(shown conversation.Item) bool { return shown.ID == one.ID })
		})
	}
	if len(others) != 1 {
		return conversation.Item{}
	}
	return others[0]
}

// correctsLast reports whether words that match no title correct the last change to the current task: "that wasn't
// him, reopen it".
func (t Talk) correctsLast(reopens bool) bool {
	if t.State.Task.ID == 0 {
		return false
	}
	last := t.State.Undo
	return t.Detected.Cues.Pronoun || reopens && last != nil && last.Fresh && last.Did == toolnames.CompleteTask
}

func matchIn(said string, tasks []task) ([]task, matching.Fit) {
	titles := make([]string, 0, len(tasks))
	for _, k := range tasks {
		titles = append(titles, k.Title)
	}
	indexes, fit := matching.Find(said, titles)
	found := make([]task, 0, len(indexes))
	for _, i := range indexes {
		found = append(found, tasks[i])
	}
	return found, fit
}

func split(tasks []task, belongs func(task) bool) (first, second []task) {
	for _, k := range tasks {
		if belongs(k) {
			first = append(first, k)
		} else {
			second = append(second, k)
		}
	}
	return first, second
}

// allTasks returns the user's tasks, up to the maximum page size.
func (t Talk) allTasks(ctx context.Context) ([]task, bool) {
	var page tasksPage
	ok := t.LookUp(ctx, toolnames.ListTasks, dialogue.Arguments{"status": "all", "limit": maxListed}, &page)
	return page.Tasks, ok
}

func (t Talk) noneFits(intent detect.Intent, slots detect.Slots, pending []task) {
	named := messages.Args{"words": messages.Data(*slots.TaskRef)}
	if len(pending) == 0 {
		t.Say("none_fits_none_there", named)
		return
	}
	pending = pending[:min(len(pending), maxShown)]
	t.askWhich(intent, slots, items(pending), t.Book.Say("none_fits", named), t.taskLines(pending))
}

// askWhichOfAll lists the pending tasks, or those that can be reopened, and asks which one is meant.
func (t Talk) askWhichOfAll(ctx context.Context, intent detect.Intent, slots detect.Slots) {
	status := "pending"
	if slots.Status != nil && intent == detect.UpdateTask && *slots.Status == "pending" {
		status = "completed"
	}
	var page tasksPage
	if !t.LookUp(ctx, toolnames.ListTasks, dialogue.Arguments{"status": status, "limit": maxShown}, &page) {
		return
	}
	if len(page.Tasks) == 0 {
		t.Say("no_tasks_"+status, messages.Args{"filters": ""})
		return
	}
	if len(page.Tasks) == 1 && intent == detect.CompleteTask {
		t.NoteList(conversation.Tasks, items(page.Tasks))
		t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: intent, Slots: slots}, Task: page.Tasks[0].item()})
		return
	}
	t.askWhich(intent, slots, items(page.Tasks), "", t.taskLines(page.Tasks))
}

// askWhichOfNumbers says that it changes one task at a time, lists those that were named, and asks which one is
// meant.
func (t Talk) askWhichOfNumbers(ctx context.Context, intent detect.Intent, slots detect.Slots) {
	tasks, ok := t.allTasks(ctx)
	if !ok {
		return
	}
	named, others := split(tasks, func(k task) bool { return slices.Contains(t.Detected.Cues.Numbers[:], int(k.ID)) })
	if len(named) == 0 {
		named = others[:min(len(others), maxShown)]
	}
	t.askWhich(intent, slots, items(named), t.Book.Say("one_at_a_time", nil), t.taskLines(named))
}

// askWhich asks which of the candidates is meant. It forgets the words that were ambiguous.
func (t Talk) askWhich(intent detect.Intent, slots detect.Slots, candidates []conversation.Item, heading, lines string) {
	slots.TaskRef, slots.TaskID = nil, nil
	t.NoteList(conversation.Tasks, candidates)
	t.Ask(conversation.Question{
		Asks: dialogue.AsksTask, Asked: conversation.Asked{Intent: intent, Slots: slots}, Candidates: candidates,
	}, "ask_"+string(intent)+"_id", nil)
	question := t.Answer.Message
	t.Answer.Message = dialogue.Joined(heading, lines, question)
}
