package chat

import (
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// understand detects what the message means. If it points at a listed task, as in "the second one, on Saturday", it
// is an update instead of a new task.
func (t *turn) understand() {
	t.Detected = t.Detector.Detect(t.Input)
	t.ReadFirst = t.Detected
	t.takeContrast()
	t.passPraise()
	t.dropWeakListing()
	t.dropSlip()
	t.dropDeedlessSlip()
	if t.Detected.Cues.Exact {
		return // it means that tool, whatever came before
	}
	t.heard.DetectRename()
	t.takeOpening()
	if t.Words.AsksAbout() {
		t.Detected.Cues.HowTo, t.Detected.Cues.Continues = false, true
	}
	t.Detected.Cues.More = t.Detected.Cues.More || t.Words.AsksForAnother()
	if t.Words.Drops() {
		t.Detected.Intent, t.Detected.Slots, t.Detected.Cues.Act = detect.Unknown, detect.Slots{}, detect.Drop
	}
	if t.Words.Undoes() {
		t.Detected.Intent, t.Detected.Slots, t.Detected.Cues.Act = detect.Unknown, detect.Slots{}, detect.Undo
	}
	if t.isBareAct() || t.Detected.Intent.Writes() && t.Detected.Confidence < mayWrite && t.Detected.Cues.Continues {
		t.Detected.Intent, t.Detected.Slots = detect.Unknown, detect.Slots{}
	}
	pointsAtListed := t.Detected.Cues.Ordinal != 0 && t.State.Listed.Kind == conversation.Tasks && t.State.About == detect.Tasks
	if pointsAtListed && t.Detected.Intent == detect.CreateTask && t.Detected.Confidence < dialogue.Sure && !t.Words.MentionsTasks() {
		confidence := t.Detected.Confidence
		t.Detected = t.Detector.Fragment(t.Input, detect.UpdateTask)
		t.Detected.Confidence = confidence
	}
}

// takeContrast takes of a message that contrasts what was just made or changed with what it is to be only the latter: "8 am, not 7".
func (t *turn) takeContrast() {
	last := t.State.Undo
	if last == nil || !last.Fresh || t.Detected.Intent != detect.Unknown || t.Words.Asked {
		return
	}
	meant := words.BeforeContrast(t.Input.Text)
	if last.Did != toolnames.CreateTask && last.Did != toolnames.UpdateTask || meant == "" {
		return
	}
	in := t.Input
	in.Text = meant
	if given := t.Detector.Fragment(in, detect.UpdateTask); given.Slots.Due != nil && given.Slots.TaskRef == nil && !given.Cues.Denies {
		t.read(meant)
	}
}

// passPraise takes of a message that begins with nothing but praise or thanks only what it asks for behind that: "shabash, ab kya bacha
// hai".
func (t *turn) passPraise() {
	title := dialogue.TextOf(t.Detected.Slots.Title)
	named := t.Detected.Intent == detect.CreateTask && words.Parse(title).Praises() // cool, set it for Sunday
	if t.Detected.Intent != detect.Unknown && !named || t.State.Question != nil {
		return
	}
	first, rest := words.FirstClause(t.Input.Text)
	if rest == "" || !words.Parse(first).Praises() {
		return
	}
	if t.State.Left != nil && !named && len(words.Parse(rest).Folded) <= dialogue.MaxFragmentWords {
		t.read(rest) // thanks, the bank one
		return
	}
	in := t.Input
	in.Text = rest
	if wanted := t.Detector.Detect(in); wanted.Intent != detect.Unknown && wanted.Confidence >= dialogue.Sure {
		t.read(rest)
	}
}

// dropWeakListing takes what denies the change just made for no list, where it is hardly likely to ask for one: "nahi gas reh gaya hai".
func (t *turn) dropWeakListing() {
	last := t.State.Undo
	weak := t.Detected.Intent == detect.ListTasks && t.Detected.Confidence < mayWrite && !t.Words.Asked
	if weak && last != nil && last.Fresh && t.Words.Corrects() && t.Words.Denies() {
		t.Detected.Intent, t.Detected.Slots = detect.Unknown, detect.Slots{}
	}
}

// dropSlip takes what seems a new task with only a slip for its name for a change: "sorry, make that 5 pm".
func (t *turn) dropSlip() {
	title := t.Detected.Slots.Title
	if t.Detected.Intent != detect.CreateTask || title == nil || !t.Words.OwnsSlip() || !words.OnlyOwnsSlip(*title) {
		return
	}
	confidence := t.Detected.Confidence
	t.Detected = t.Detector.Fragment(t.Input, detect.UpdateTask)
	t.Detected.Confidence, t.Detected.Slots.Title = confidence, nil
}

// dropDeedlessSlip takes what only owns a slip and names a task, where nothing was just done, for no deed to it: "I meant the groceries".
func (t *turn) dropDeedlessSlip() {
	last, name := t.State.Undo, dialogue.TextOf(t.Detected.Slots.TaskRef)
	deed := t.Detected.Intent == detect.CompleteTask || t.Detected.Intent == detect.DeleteTask
	if !deed || name == "" || !t.Words.OwnsSlip() || t.State.Question != nil || last != nil && last.Fresh {
		return
	}
	saysDeed := t.Words.MeansDeed(true) || t.Words.MeansDeed(false)
	if !saysDeed && words.Parse(name).AfterSlip() == t.Words.AfterSlip() {
		t.Detected.Intent, t.Detected.Slots = detect.Unknown, detect.Slots{}
	}
}

// takeOpening takes a message that says which deed is wanted, and nothing of what with, for just that: its words name no task. The chat
// asks for the rest.
func (t *turn) takeOpening() {
	intent := detect.Intent(t.Words.Opens())
	if intent == "" || t.Words.Asked && !t.Words.BeginsPolitely() {
		return
	}
	read := t.Detected.Intent
	weak := t.Detected.Confidence < dialogue.Sure && t.Words.OpensByVerb()
	lists := read == detect.ListTasks && (intent == detect.UpdateTask || weak) // something on my list needs changing
	if read != detect.Unknown && read != detect.CreateTask && !lists || words.IsDeed(dialogue.TextOf(t.Detected.Slots.Title)) {
		return
	}
	t.Detected.Intent, t.Detected.Confidence, t.Detected.Slots = intent, opening, detect.Slots{}
	t.Detected.Plan, t.Detected.Cues = detect.Plan{}, detect.Cues{Neutral: t.Detected.Cues.Neutral}
}

// opening is the confidence that a message means the deed that it only opens.
const opening = 0.9

// mayWrite is the confidence below which a fragment changes nothing, and the previous request counts for more.
const mayWrite = 0.5

// isBareAct reports whether a message does nothing but undo, refuse or agree, and names nothing.
func (t *turn) isBareAct() bool {
	switch t.Detected.Cues.Act {
	case detect.Undo, detect.Drop, detect.Yes, detect.No:
		return dialogue.CountSlots(t.Detected.Slots) == 0 && t.Detected.Cues.Ordinal == 0 && !t.Words.MentionsTasks()
	default:
		return false
	}
}
