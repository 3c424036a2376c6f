package dialogue

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/dialogueact"
	"github.com/salaatflow/platform/language/detect/talk"
	"github.com/salaatflow/platform/services/toolresult"
)

// How sure it must be that a message which continues a conversation orders or answers something. Cross-validation chose them: below Idle
// hardly any order is, and from Certain on hardly any message that orders nothing.
const (
	Idle    = 0.2
	Likely  = 0.7
	Certain = 0.9
)

// Act returns what the message does where it stands.
func (t *Turn) Act() dialogueact.Told {
	if t.act == nil {
		t.act = t.ActBehind(t.Stands)
	}
	return t.act
}

// StandBehind has the message stand behind something else, where the same tasks were shown.
func (t *Turn) StandBehind(in dialogueact.Context) {
	in.Names = t.Stands.Names
	t.Stands, t.act = in, nil
}

// ActBehind returns what the message would do behind something else, where the same tasks were shown.
func (t *Turn) ActBehind(in dialogueact.Context) dialogueact.Told {
	in.Names = t.Stands.Names
	return t.Detector.Act(t.Typed, in, &t.ReadFirst)
}

// Orders returns how sure it is, 0 to 1, that the message orders or answers something where it stands. What begins a conversation, or says
// yes to what was said back, is not judged.
func (t *Turn) Orders() float64 {
	if t.Stands.Asks == AsksConfirm || t.Stands.Asks == "" && t.Stands.After == "" {
		return 1
	}
	return t.Act().Orders()
}

// MayWrite reports whether the message may have this tool called: it is likely to order something, and asks for that by itself, or goes on
// with what was said and every word of it is explained by what it changes. Otherwise the message is about something else, and Unasked says
// what was not done.
func (t *Turn) MayWrite(tool string, args Arguments, slots detect.Slots) bool {
	intent := detect.Intent(tool)
	deed := intent
	if args["status"] != nil {
		deed = detect.CompleteTask // whether it is done
	}
	if !intent.Writes() || t.Orders() >= Idle && (t.Own || t.Explained(deed, slots) && !t.isOver(slots.Due)) {
		return true
	}
	id, _ := args["task_id"].(int32)
	t.Unasked = &conversation.Question{Asked: conversation.Asked{Intent: intent, Slots: slots}, Task: t.known(id)}
	return false
}

// isOver reports whether a day has been: "yesterday" may tell when something was done.
func (t *Turn) isOver(due *string) bool {
	day, _, _ := strings.Cut(TextOf(due), "T")
	return day != "" && day < t.Now.Format(time.DateOnly)
}

// Undoing is the deed of a message that takes back what was done, whichever tool that needs.
const Undoing detect.Intent = "undo"

// Explained reports whether every word of the message is explained by a deed to what the slots state.
func (t *Turn) Explained(intent detect.Intent, slots detect.Slots) bool {
	names := t.namesSpoken(intent, slots)
	for _, word := range t.Detector.Unexplained(t.Input.Text, intent, names) {
		if _, fit := matching.Find(word, names); fit == matching.None {
			return false
		}
	}
	return true
}

// OnlyWeighed reports whether a message may only ask about a deletion or think of it, or says more than that something is done.
func (t *Turn) OnlyWeighed(intent detect.Intent, slots detect.Slots) bool {
	switch intent {
	case detect.DeleteTask:
		return t.Orders() < Likely
	case detect.CompleteTask:
		return t.Own && !t.Detected.Plan.Several && !t.Explained(intent, slots)
	default:
		return false
	}
}

// Doubtful reports whether a message that was read as a new task may only tell something: "kal 5 log aye the".
func (t *Turn) Doubtful(slots detect.Slots) bool {
	read := t.Own && t.Detected.Intent == detect.CreateTask && TextOf(slots.Title) == TextOf(t.Detected.Slots.Title)
	return read && t.Orders() >= Idle && t.Orders() < Likely
}

// sureOfCare is how sure it must be that a message may tell of what moves or ails somebody.
const sureOfCare = 0.4

// TellsOfCare reports whether a message may tell of what moves or ails somebody.
func (t *Turn) TellsOfCare() bool {
	told := t.Detected.Cues.Talk
	return told.Kind.Group() == talk.Care && told.Sure >= sureOfCare
}

// ConfirmNew asks whether a task is to be made.
func (t *Turn) ConfirmNew(slots detect.Slots) {
	named := conversation.Item{Name: TextOf(slots.Title)}
	asked := conversation.Asked{Intent: detect.CreateTask, Slots: slots}
	t.Confirm(conversation.Question{Asked: asked, Task: named}, "confirm_create", Item(named))
}

// PointedAt notes that the task is one which was spoken of or shown, and that the message does not name it.
func (t *Turn) PointedAt() { t.Own, t.unnamed = false, true }

// Offers notes the tasks that an open question offers, which its answer may name.
func (t *Turn) Offers(question conversation.Question) {
	t.spoken = append(t.spoken, question.Task)
	t.spoken = append(t.spoken, question.Candidates...)
}

// noteTasks notes the tasks of a list that was looked up, which the message may name.
func (t *Turn) noteTasks(result *toolresult.Result) {
	var page struct {
		Tasks []struct {
			ID    int32
			Title string
		}
	}
	if !result.Success || json.Unmarshal(result.Data, &page) != nil {
		return // what has no tasks names none
	}
	for _, one := range page.Tasks {
		t.spoken = append(t.spoken, conversation.Item{ID: one.ID, Name: one.Title})
	}
}

// shown returns the tasks that were spoken of or shown.
func (t *Turn) shown() []conversation.Item {
	all := slices.Concat([]conversation.Item{t.State.Task}, t.State.Listed.Items, t.State.Deleted, t.spoken)
	if t.State.Undo != nil {
		all = append(all, t.State.Undo.Task)
	}
	return all
}

// known returns a task by its number, with its name where it was spoken of or shown.
func (t *Turn) known(id int32) conversation.Item {
	all := t.shown()
	if at := slices.IndexFunc(all, func(one conversation.Item) bool { return one.ID == id && one.Name != "" }); at >= 0 {
		return all[at]
	}
	return conversation.Item{ID: id}
}

// namesSpoken returns the names that a message may speak of: those it states, and those of the tasks that were spoken of or shown.
func (t *Turn) namesSpoken(intent detect.Intent, slots detect.Slots) []string {
	names := []string{TextOf(slots.MasjidName)}
	if !t.unnamed {
		names = append(names, TextOf(slots.TaskRef))
	}
	if intent != detect.UpdateTask || t.Words.OwnsSlip() || t.Words.Contrasts() || words.CallsIt(t.Input.Text) {
		names = append(names, TextOf(slots.Title))
	}
	for _, item := range t.shown() {
		names = append(names, item.Name)
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}
