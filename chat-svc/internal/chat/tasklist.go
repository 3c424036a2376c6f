package chat

import (
	"context"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
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

func (t *turn) listTasks(ctx context.Context, slots detect.Slots) {
	if slots.TaskID != nil {
		t.oneTask(ctx, slots)
		return
	}
	t.listPage(ctx, slots, "")
}

// listPage lists the tasks that match the slots, from the page token on.
func (t *turn) listPage(ctx context.Context, slots detect.Slots, token string) {
	args := arguments{"limit": maxShown}
	set(args, "status", slots.Status)
	set(args, "priority", slots.Priority)
	set(args, "linked_prayer", slots.LinkedPrayer)
	set(args, "category", slots.Category)
	set(args, "recurrence", slots.Recurrence)
	set(args, "limit", slots.Limit)
	if slots.Due != nil {
		day, _, _ := strings.Cut(*slots.Due, "T")
		args["due_from"], args["due_to"] = day, day
	}
	if token != "" {
		args["page_token"] = token
	}
	var page tasksPage
	if !t.run(ctx, toolnames.ListTasks, args, slots) || !t.decode(t.answer.Data, &page) {
		return
	}
	t.setLast(detect.ListTasks, slots)
	key, said := "tasks_"+statusOf(slots), messages.Args{"filters": t.filters(slots)}
	if slots.Due != nil && key == "tasks_pending" && countSlots(slots) == 1 {
		day, _, _ := strings.Cut(*slots.Due, "T")
		key, said["when"] = "tasks_on_day", t.dueText(day)
	}
	t.showTasks(page, key, said, token != "")
}

func statusOf(slots detect.Slots) string {
	if slots.Status == nil {
		return "pending"
	}
	return *slots.Status
}

// filters describes which tasks were asked for.
func (t *turn) filters(slots detect.Slots) string {
	filter := task{LinkedPrayer: slots.LinkedPrayer, Recurrence: slots.Recurrence, Category: slots.Category}
	parts := t.detailParts(filter)
	if slots.Priority != nil {
		parts = append(parts, t.book.Say("detail_priority", messages.Args{"priority": t.book.Priority(*slots.Priority)}))
	}
	if slots.Due != nil {
		parts = append(parts, t.book.Say("detail_due", messages.Args{"when": t.dueText(*slots.Due)}))
	}
	if len(parts) == 0 {
		return ""
	}
	return t.book.Say("filters", messages.Args{"filters": t.book.List(parts)})
}

// showTasks lists tasks under the message of a key, and remembers them, so that the next message can point at one.
func (t *turn) showTasks(page tasksPage, key string, args messages.Args, continues bool) {
	t.listed(conversation.Tasks, items(page.Tasks))
	args["count"] = page.Count
	if page.More {
		args["count"] = t.book.Number(page.Count) + "+"
	}
	if page.Count == 0 {
		t.say("no_"+key, args)
		return
	}
	lines := []string{t.taskLines(page.Tasks)}
	if !continues {
		lines = []string{t.book.Say(key, args), lines[0]}
	}
	if page.Next != nil {
		t.state.Listed.Next = *page.Next
		lines = append(lines, t.book.Say("more", nil))
	}
	t.answer.Message = strings.Join(lines, "\n")
}

// listed remembers a list that is shown. The only item of a list becomes the current one.
func (t *turn) listed(kind conversation.Kind, things []conversation.Item) {
	t.state.Listed = conversation.Listed{Kind: kind, Items: things}
	if len(things) != 1 {
		return
	}
	if kind == conversation.Tasks {
		t.state.Task = things[0]
	} else {
		t.state.Masjid = things[0]
	}
}

// oneTask answers whether a single task is done: "did I finish task 7?".
func (t *turn) oneTask(ctx context.Context, slots detect.Slots) {
	args := arguments{"status": "all", "limit": maxListed}
	var page tasksPage
	if !t.run(ctx, toolnames.ListTasks, args, slots) || !t.decode(t.answer.Data, &page) {
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
		t.fail(toolresult.FromError(refused), arguments{"task_id": number})
		return
	}
	t.tellTask(k)
}

// maxListed is the maximum page size of list_tasks.
const maxListed = 200

func (t *turn) tellTask(k task) {
	t.state.Task = k.item()
	t.setLast(detect.ListTasks, detect.Slots{})
	key := "task_is_pending"
	if k.Completed {
		key = "task_is_completed"
	}
	t.say(key, item(k.item()))
}

// taskByNumber returns one of the caller's tasks.
func (t *turn) taskByNumber(ctx context.Context, number int32) (task, *apperr.Error) {
	answered, err := t.Tasks.GetTask(identity.NewContext(ctx, t.caller), &tasksv1.GetTaskRequest{TaskId: number})
	if err != nil {
		return task{}, apperr.From(err)
	}
	found := answered.GetTask()
	return task{
		ID: found.GetId(), Title: found.GetTitle(), Priority: found.GetPriority(), LinkedPrayer: found.LinkedPrayer, Due: found.DueDatetime,
		Recurrence: found.Recurrence, Category: found.Category, Completed: found.GetCompleted(), NextTaskID: found.NextTaskId,
	}, nil
}
