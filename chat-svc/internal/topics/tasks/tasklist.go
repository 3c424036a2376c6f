package tasks

import (
	"context"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolresult"
)

// maxShown is the most items of a list that a message shows.
const maxShown = 20

// tasksPage is the result of list_tasks.
type tasksPage struct {
	Tasks []task  `json:"tasks"`
	Count int     `json:"count"`
	More  bool    `json:"count_capped"` // than Count
	Next  *string `json:"next_page_token"`
}

// List lists the tasks that match the slots, or answers about the one that has their number, or about those that fit the words that name
// one. Where none fits, it says so, and lists.
func (t Talk) List(ctx context.Context, slots detect.Slots) {
	switch {
	case slots.TaskID != nil:
		t.oneTask(ctx, slots)
	case slots.TaskRef == nil:
		t.ListPage(ctx, slots, "")
	case !t.tellNamed(ctx, slots):
		none := t.Book.Say("none_asked", messages.Args{"words": messages.Data(*slots.TaskRef)})
		slots.TaskRef = nil
		t.ListPage(ctx, slots, "")
		t.Answer.Message = none + "\n" + t.Answer.Message
	}
}

// tellNamed answers about the tasks that fit the words that name one: "what priority is the vet one". It reports whether any does.
func (t Talk) tellNamed(ctx context.Context, slots detect.Slots) bool {
	var page tasksPage
	args := dialogue.Arguments{"status": "all", "limit": maxListed}
	if !t.Run(ctx, toolnames.ListTasks, args, slots) || !t.Decode(t.Answer.Data, &page) {
		return true // and that is said
	}
	found, _ := matchIn(*slots.TaskRef, page.Tasks)
	if len(found) == 1 {
		t.NoteList(conversation.Tasks, items(found))
		t.tellTask(found[0])
	} else if len(found) > 1 {
		t.SetLast(detect.ListTasks, slots)
		t.showTasks(tasksPage{Tasks: found, Count: len(found)}, "two_fit", messages.Args{"words": messages.Data(*slots.TaskRef)}, false)
	}
	return len(found) > 0
}

// ListPage lists the tasks that match the slots, from the page token on.
func (t Talk) ListPage(ctx context.Context, slots detect.Slots, token string) {
	day, known := t.resolveDueDays(ctx, &slots)
	if !known {
		return
	}
	args := dialogue.Arguments{"limit": maxShown}
	dialogue.Set(args, "status", slots.Status)
	dialogue.Set(args, "priority", slots.Priority)
	dialogue.Set(args, "linked_prayer", slots.LinkedPrayer)
	dialogue.Set(args, "category", slots.Category)
	dialogue.Set(args, "recurrence", slots.Recurrence)
	dialogue.Set(args, "limit", slots.Limit)
	if days := dialogue.DueDays(slots); days != nil {
		args["due_to"] = days.To
		if days.From != "" {
			args["due_from"] = days.From
		}
	}
	if token != "" {
		args["page_token"] = token
	}
	var page tasksPage
	if !t.Run(ctx, toolnames.ListTasks, args, slots) || !t.Decode(t.Answer.Data, &page) {
		return
	}
	t.SetLast(detect.ListTasks, slots)
	key, said := "tasks_"+statusOf(slots), messages.Args{"filters": t.filters(slots)}
	onlyDue := dialogue.CountSlots(dialogue.OnlyDue(slots)) == dialogue.CountSlots(slots)
	if days := dialogue.DueDays(slots); days != nil && key == "tasks_pending" && onlyDue {
		key, said["when"] = "tasks_on_day", t.daysText(*days)
	}
	t.showTasks(page, key, said, token != "")
	if day != nil {
		list := t.Answer.Message
		t.Answer.Message = ""
		t.tellHijriDue(day)
		t.Answer.Message = list + "\n" + strings.TrimSpace(t.Answer.Message)
	}
}

func statusOf(slots detect.Slots) string {
	if slots.Status == nil {
		return "pending"
	}
	return *slots.Status
}

// filters describes which tasks were asked for.
func (t Talk) filters(slots detect.Slots) string {
	filter := task{LinkedPrayer: slots.LinkedPrayer, Recurrence: slots.Recurrence, Category: slots.Category}
	parts := t.detailParts(filter)
	if slots.Priority != nil {
		parts = append(parts, t.Book.Say("detail_priority", messages.Args{"priority": t.Book.Priority(*slots.Priority)}))
	}
	if days := dialogue.DueDays(slots); days != nil {
		parts = append(parts, t.Book.Say("detail_due", messages.Args{"when": t.daysText(*days)}))
	}
	if len(parts) == 0 {
		return ""
	}
	return t.Book.Say("filters", messages.Args{"filters": t.Book.List(parts)})
}

// showTasks lists tasks under the message of a key, and remembers them, so that the next message can point at one.
func (t Talk) showTasks(page tasksPage, key string, args messages.Args, continues bool) {
	t.NoteList(conversation.Tasks, items(page.Tasks))
	said, _ := split(page.Tasks, func(k task) bool { return t.Words.Says(k.Title) })
	if len(said) == 1 {
		t.State.Task = said[0].item() // list mein ghee hai?
	}
	args["count"] = page.Count
	if page.More {
		args["count"] = t.Book.Number(page.Count) + "+"
	}
	if page.Count == 0 {
		t.Say("no_"+key, args)
		return
	}
	lines := []string{t.taskLines(page.Tasks)}
	if !continues {
		lines = []string{t.Book.Say(key, args), lines[0]}
	}
	if page.Next != nil {
		t.State.Listed.Next = *page.Next
		lines = append(lines, t.Book.Say("more", nil))
	}
	t.Answer.Message = strings.Join(lines, "\n")
}

// oneTask answers whether a single task is done: "did I finish task 7?".
func (t Talk) oneTask(ctx context.Context, slots detect.Slots) {
	args := dialogue.Arguments{"status": "all", "limit": maxListed}
	var page tasksPage
	if !t.Run(ctx, toolnames.ListTasks, args, slots) || !t.Decode(t.Answer.Data, &page) {
		return
	}
	number := int32(*slots.TaskID)
	found := slices.IndexFunc(page.Tasks, func(k task) bool { return k.ID == number })
	if found >= 0 {
		t.tellTask(page.Tasks[found])
		return
	}
	k, refused := t.taskByNumber(ctx, number)
	if refused != nil {
		t.Fail(toolresult.FromError(refused), dialogue.Arguments{"task_id": number})
		return
	}
	t.tellTask(k)
}

// maxListed is the maximum page size of list_tasks.
const maxListed = 200

func (t Talk) tellTask(k task) {
	t.State.Task = k.item()
	number := int(k.ID)
	t.SetLast(detect.ListTasks, detect.Slots{TaskID: &number}) // yes just did
	key := "task_is_pending"
	if k.Completed {
		key = "task_is_completed"
	}
	said := dialogue.Item(k.item())
	said["details"] = t.details(k)
	t.Say(key, said)
	t.sayReminder(k)
}

// taskByNumber returns one of the caller's tasks.
func (t Talk) taskByNumber(ctx context.Context, number int32) (task, *apperr.Error) {
	answered, err := t.Tasks.GetTask(identity.NewContext(ctx, t.Person), &tasksv1.GetTaskRequest{TaskId: number})
	if err != nil {
		return task{}, apperr.From(err)
	}
	found := answered.GetTask()
	return task{
		ID: found.GetId(), Title: found.GetTitle(), Priority: found.GetPriority(), LinkedPrayer: found.LinkedPrayer, Due: found.DueDatetime,
		Recurrence: found.Recurrence, Category: found.Category, Completed: found.GetCompleted(), NextTaskID: found.NextTaskId,
		RemindAt: found.RemindAt, PrayerOffset: found.PrayerOffsetMinutes,
	}, nil
}
