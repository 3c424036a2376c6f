package tasks

import (
	"context"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// HandleSeveral handles a message that asks for several actions, or mentions several tasks. Nothing is done before
// confirmation, and never only a part. If it is uncertain which action belongs to which task, it asks.
func (t Talk) HandleSeveral(ctx context.Context, intent detect.Intent, slots detect.Slots, plan detect.Plan) {
	if t.RefuseEarly(ctx, string(intent), dialogue.Arguments{}) {
		return
	}
	tasks, ok := t.allTasks(ctx)
	if !ok {
		return
	}
	if plan.All && t.confirmPlaced(intent) {
		return
	}
	switch {
	case plan.Steps != nil:
		t.askSteps(intent, t.placed(plan.Steps, tasks), tasks)
	case intent != detect.CreateTask && !plan.All && !plan.Both && t.AskClauses(ctx):
	case plan.Acts || intent == detect.CreateTask:
		t.refuseSeveral()
	case plan.Both && t.askBothNamed(intent, slots, tasks):
	case plan.All && t.leavesSome(), plan.Both && !t.twoTasksListed(tasks), intent == detect.UpdateTask && !changesAll(slots), !plan.All:
		t.askOneTask(intent, slots, plan, tasks)
	default:
		t.askAll(ctx, intent, slots, plan, tasks)
	}
}

// placed gives the steps that name a task by its place in the list its number. The list is the one shown last, or else the
// pending tasks.
func (t Talk) placed(planned []detect.Step, tasks []task) []detect.Step {
	shown := t.State.Listed.Items
	if t.State.Listed.Kind != conversation.Tasks {
		pending, _ := split(tasks, func(k task) bool { return !k.Completed })
		shown = items(pending)
	}
	made := slices.Clone(planned)
	for i, step := range made {
		if picked, ok := dialogue.Nth(shown, step.Place); ok && step.Place != 0 {
			made[i].TaskID = int(picked.ID)
		}
	}
	return made
}

// askSteps asks to confirm actions that are named together with their tasks. It names each number that no task has.
func (t Talk) askSteps(intent detect.Intent, planned []detect.Step, tasks []task) {
	var steps []conversation.Step
	var missing []string
	for _, step := range planned {
		at := slices.IndexFunc(tasks, func(k task) bool { return int(k.ID) == step.TaskID })
		if at < 0 {
			missing = append(missing, t.missing(step))
			continue
		}
		steps = append(steps, conversation.Step{Intent: step.Intent, Task: tasks[at].item()})
	}
	heading := strings.Join(missing, "\n")
	if len(steps) == 0 {
		t.Answer.Message = heading
		return
	}
	question := conversation.Question{Asked: conversation.Asked{Intent: intent}, Steps: steps}
	if len(steps) > 1 && sameAction(steps) {
		t.askWhichOfSteps(question, heading, tasks)
		return
	}
	t.confirmSteps(question, heading)
}

// missing says that a step names no task.
func (t Talk) missing(step detect.Step) string {
	if step.TaskID == 0 {
		return t.Book.Say("no_such_ordinal", nil)
	}
	return t.Book.Say("error_not_found_task", messages.Args{"id": step.TaskID})
}

// sameAction reports whether all steps do the same.
func sameAction(steps []conversation.Step) bool {
	return !slices.ContainsFunc(steps, func(s conversation.Step) bool { return s.Intent != steps[0].Intent })
}

// askWhichOfSteps lists the tasks of steps that all do the same, and asks for one of them or a yes to all.
func (t Talk) askWhichOfSteps(question conversation.Question, heading string, tasks []task) {
	question.Candidates = nil
	var named []task
	for _, step := range question.Steps {
		question.Candidates = append(question.Candidates, step.Task)
		named = append(named, tasks[slices.IndexFunc(tasks, func(k task) bool { return k.ID == step.Task.ID })])
	}
	t.NoteList(conversation.Tasks, question.Candidates)
	t.Confirm(question, "ask_"+string(question.Intent)+"_id", nil)
	which := t.Answer.Message
	t.Answer.Message = dialogue.Joined(heading, t.Book.Say("nothing_done_yet", nil), t.taskLines(named), which,
		t.Book.Say("or_all", messages.Args{"count": len(named)}))
}

// confirmSteps says what would be done and asks for confirmation.
func (t Talk) confirmSteps(question conversation.Question, heading string) {
	lines := make([]string, 0, len(question.Steps))
	for _, step := range question.Steps {
		lines = append(lines, t.stepLine(step))
	}
	t.Confirm(question, "confirm_steps", messages.Args{"count": len(lines)})
	ask := t.Answer.Message
	t.Answer.Message = dialogue.Joined(heading, ask, strings.Join(lines, "\n"), t.Book.Say("confirm_steps_how", nil))
}

// ConfirmStepsAgain asks once more. It reports whether it asked.
func (t Talk) ConfirmStepsAgain(question conversation.Question) bool {
	if question.Again++; question.Again > 1 {
		return false
	}
	t.confirmSteps(question, "")
	t.Say("not_understood_answer", messages.Args{"question": t.Answer.Message})
	return true
}

// refuseSeveral says that nothing was done, because it is uncertain what exactly was asked for.
func (t Talk) refuseSeveral() {
	asks := dialogue.AsksTask
	t.Answer.Asks = &asks
	t.Say("one_deed_at_a_time", nil)
}

// askOneTask lists the tasks that were named or may be meant, and asks which one it should be.
func (t Talk) askOneTask(intent detect.Intent, slots detect.Slots, plan detect.Plan, tasks []task) {
	named, others := split(tasks, func(k task) bool { return slices.Contains(plan.Tasks, int(k.ID)) })
	if len(named) == 0 {
		pending, done := split(others, func(k task) bool { return !k.Completed })
		named = append(pending, done...)
	}
	named = named[:min(len(named), maxShown)]
	if len(named) == 0 {
		t.Say("no_tasks_all", messages.Args{"filters": ""})
		return
	}
	t.askWhich(intent, slots, items(named), t.Book.Say("one_at_a_time", nil), t.taskLines(named))
}

// twoTasksListed reports whether the last list has exactly two tasks, which "both" may mean. If no list was shown, that is the pending
// ones.
func (t Talk) twoTasksListed(tasks []task) bool {
	pending, _ := split(tasks, func(k task) bool { return !k.Completed })
	if t.State.Listed.Kind != conversation.Tasks && len(pending) == 2 {
		t.NoteList(conversation.Tasks, items(pending))
	}
	return t.State.Listed.Kind == conversation.Tasks && len(t.State.Listed.Items) == 2
}

// askAll asks for confirmation to do the same to every task that the message describes.
func (t Talk) askAll(ctx context.Context, intent detect.Intent, slots detect.Slots, plan detect.Plan, tasks []task) {
	if meant, known := t.MeantByAll(ctx, intent, slots, plan, tasks); known {
		t.askAllOf(intent, slots, meant, tasks)
	}
}

// changesAll reports whether a change may be made to several tasks alike.
func changesAll(slots detect.Slots) bool {
	ofOne := slots.Title != nil || slots.Status != nil || slots.LinkedPrayer != nil || slots.DueRelative != nil || slots.Hijri != nil
	return slots.ChangesTask() && !ofOne
}

// AskAllOf asks for confirmation to complete or delete some tasks.
func (t Talk) AskAllOf(intent detect.Intent, meant []conversation.Item) {
	t.askAllOf(intent, detect.Slots{}, meant, nil)
}

// askAllOf asks for confirmation to do the same to some of the tasks; the slots are what a change changes.
func (t Talk) askAllOf(intent detect.Intent, slots detect.Slots, meant []conversation.Item, tasks []task) {
	switch {
	case len(meant) == 0:
		t.Say("none_described", nil)
	case len(meant) > detect.MostSteps:
		asks := dialogue.AsksTask
		t.Answer.Asks = &asks
		t.Say("too_many_at_once", messages.Args{"count": len(meant), "most": detect.MostSteps})
	default:
		steps := make([]conversation.Step, 0, len(meant))
		for _, one := range meant {
			step := conversation.Step{Intent: intent, Task: one}
			if at := slices.IndexFunc(tasks, func(k task) bool { return k.ID == one.ID }); intent == detect.UpdateTask && at >= 0 {
				step.Slots = slots
				step.Slots.TaskID, step.Slots.TaskRef = nil, nil
				t.moveDue(&step.Slots, tasks[at])
			}
			steps = append(steps, step)
		}
		t.NoteList(conversation.Tasks, meant)
		t.confirmSteps(conversation.Question{Asked: conversation.Asked{Intent: intent}, Steps: steps}, "")
	}
}

// MeantByAll returns the tasks that a message means by "all": those of a status, a prayer or a category, or with
// certain words in their title. Without a status these are the pending ones. It reports false where it answered instead.
func (t Talk) MeantByAll(
	ctx context.Context, intent detect.Intent, slots detect.Slots, plan detect.Plan, tasks []task,
) (meant []conversation.Item, known bool) {
	if plan.Both {
		return t.State.Listed.Items, true
	}
	filter := t.Detector.Fragment(t.Input, detect.ListTasks).Slots
	if intent == detect.UpdateTask { // what is to be changed does not tell which are meant
		filter.Due, filter.DueDays, filter.Hijri, filter.Priority, filter.Recurrence = nil, nil, nil, nil, nil
	}
	if _, known := t.resolveDueDays(ctx, &filter); !known {
		return nil, false
	}
	status, days := statusOf(filter), dialogue.DueDays(filter)
	if intent == detect.CompleteTask {
		status = "pending"
	}
	called := calledLikeCategory(filter, slots, tasks)
	tasks = slices.DeleteFunc(tasks, func(k task) bool {
		return status != "all" && k.Completed != (status == "completed") || isOfOtherKind(k, filter, called) ||
			days != nil && !isDueWithin(k, *days)
	})
	if slots.TaskRef != nil && words.Points(*slots.TaskRef) {
		slots.TaskRef = nil // they're all done, mark every one complete
	}
	if filter.LinkedPrayer == nil && (slots.TaskRef == nil || filter.Category != nil) {
		return items(tasks), true
	}
	var found []task
	if slots.TaskRef != nil {
		var fit matching.Fit
		if found, fit = matchIn(*slots.TaskRef, tasks); fit < matching.All {
			found = nil
		}
	}
	return items(slices.DeleteFunc(tasks, func(k task) bool {
		isLinked := filter.LinkedPrayer != nil && !differs(filter.LinkedPrayer, k.LinkedPrayer)
		return !isLinked && !slices.ContainsFunc(found, func(f task) bool { return f.ID == k.ID })
	})), true
}

// isOfOtherKind reports whether a task has another priority, rhythm or category than is asked for, and is not called like that category.
func isOfOtherKind(k task, filter detect.Slots, called map[int32]bool) bool {
	return differs(filter.Priority, &k.Priority) || differs(filter.Recurrence, k.Recurrence) ||
		differs(filter.Category, k.Category) && !called[k.ID]
}

// calledLikeCategory returns the numbers of the tasks that are called like the category they are to have, whatever category that is: "all
// the quran ones".
func calledLikeCategory(filter, slots detect.Slots, tasks []task) map[int32]bool {
	called := map[int32]bool{}
	if filter.Category == nil || slots.TaskRef == nil {
		return called
	}
	found, fit := matchIn(*slots.TaskRef, tasks)
	for _, k := range found {
		called[k.ID] = fit >= matching.All
	}
	return called
}

func differs(want, has *string) bool { return want != nil && dialogue.TextOf(has) != *want }

// handleSeveralAnswer handles an answer that names several tasks, although the question asked for one.
func (t Talk) handleSeveralAnswer(ctx context.Context, question conversation.Question, given detect.Result) bool {
	agrees := t.Detected.Cues.Act == detect.Yes && t.Detected.Intent == detect.Unknown
	if len(question.Steps) > 0 && (agrees || given.Plan.All) {
		t.ExecuteSteps(ctx, question.Steps)
		return true
	}
	plan := given.Plan
	if t.Detected.Intent.Writes() && t.Detected.Plan.Several {
		plan = t.Detected.Plan
	}
	if !plan.Several || given.Cues.Denies || given.Cues.Doubts {
		return false
	}
	t.Detected.Plan = detect.Plan{}
	if plan.Both && len(question.Candidates) == 2 {
		t.State.Listed = conversation.Listed{Kind: conversation.Tasks, Items: question.Candidates}
	}
	t.HandleSeveral(ctx, question.Intent, question.Slots, plan)
	return true
}
