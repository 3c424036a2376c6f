package evaluation

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/dialogueact"
)

// Continued is a message behind what the chat said, of which it is labelled what it does there: a line of a corpus of dialogue acts.
type Continued struct {
	Text   string          `json:"text"`
	Lang   detect.Language `json:"lang"`
	Before Before          `json:"before"`
	// Task is the one that is spoken of, or one of those that were shown; empty for none.
	Task   string           `json:"task"`
	Step   dialogueact.Kind `json:"step"`
	Writer string           `json:"persona"`
}

// Before is what the chat said before a message.
type Before string

// stands is what a message stands behind.
var stands = map[Before]dialogueact.Context{
	"made":           {After: string(detect.CreateTask)},
	"changed":        {After: string(detect.UpdateTask)},
	"done":           {After: string(detect.CompleteTask)},
	"deleted":        {After: string(detect.DeleteTask)},
	"listed":         {After: string(detect.ListTasks)},
	"told":           {After: string(detect.GetPrayerTimes)},
	"told_task":      {After: string(detect.ListTasks)},
	"said":           {},
	"ask_title":      {Asks: "title"},
	"ask_which":      {Asks: "task_id"},
	"ask_when":       {Asks: "due"},
	"ask_change":     {Asks: "changes"},
	"ask_place":      {Asks: "city"},
	"confirm_delete": {Asks: dialogueact.Confirm, Deed: string(detect.DeleteTask)},
	"confirm_new":    {Asks: dialogueact.Confirm, Deed: string(detect.CreateTask)},
	"confirm_done":   {Asks: dialogueact.Confirm, Deed: string(detect.CompleteTask)},
}

// Context is what the message stands behind.
func (a *Continued) Context() dialogueact.Context {
	in := stands[a.Before]
	if a.Task != "" {
		in.Names = []string{a.Task}
	}
	return in
}

// Kinds is what the message does: what asks for something by itself may be labelled as one order, be it of a change or a question.
func (a *Continued) Kinds() []dialogueact.Kind {
	if a.Step == dialogueact.Order {
		return []dialogueact.Kind{dialogueact.Order, dialogueact.Question}
	}
	return []dialogueact.Kind{a.Step}
}

// ReadContinued reads the corpora of dialogue acts in a folder, files named *.jsonl, in the order of their names. It fails with a kind or a
// context that there is not.
func ReadContinued(of fs.FS, folder string) (all []Continued, err error) {
	all, err = Lines[Continued](of, path.Join(folder, "*.jsonl"), nil)
	for _, a := range all {
		if _, known := stands[a.Before]; !known || !a.Step.Known() {
			return nil, fmt.Errorf("%q is labelled %q behind %q, which there is not", a.Text, a.Step, a.Before)
		}
	}
	return all, err
}

// continuedScore is how many messages are taken for what they do.
type continuedScore struct {
	Kinds    Share // of messages
	Ordering Share // of those that order or answer something: likelier than not taken for such
	Idle     Share // of the others: likelier than not taken for what changes something
}

// WriteContinued writes what messages are taken for of which it is labelled what they do, by script.
func WriteContinued(w io.Writer, d *detect.Detector, acts []Continued) {
	fmt.Fprint(w, "| messages behind what the chat said | script | kind | 95 % ")
	fmt.Fprintln(w, "| that order, known | 95 % | that do not, taken for an order | 95 % |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|")
	var all continuedScore
	for _, language := range languages {
		var score continuedScore
		for _, a := range acts {
			if a.Lang == language {
				in := a.Context()
				read := d.Detect(detect.Input{Text: a.Text, Now: Now(), About: in.About()})
				score.count(a, d.Act(a.Text, in, &read))
			}
		}
		score.write(w, string(language))
		all.Kinds.add(score.Kinds)
		all.Ordering.add(score.Ordering)
		all.Idle.add(score.Idle)
	}
	all.write(w, "all")
}

func (s *continuedScore) write(w io.Writer, script string) {
	fmt.Fprintf(w, "| of two writers | %s | %s | %s | %s |\n", script, s.Kinds, s.Ordering, s.Idle)
}

func (s *continuedScore) count(a Continued, told dialogueact.Told) {
	s.Kinds.count(slices.Contains(a.Kinds(), told.Kind()))
	if orders := told.Orders() > 0.5; slices.Contains(dialogueact.Idle(), a.Step) {
		s.Idle.count(orders)
	} else if a.Step != dialogueact.Order { // which may be a question
		s.Ordering.count(orders)
	}
}
