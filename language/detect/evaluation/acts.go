package evaluation

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"

	"github.com/salaatflow/platform/language/detect"
)

// Message is a message of which each act is labelled, in the order in which they are said: a line of a corpus of acts.
type Message struct {
	Text string          `json:"text"`
	Lang detect.Language `json:"lang"`
	Acts []Act           `json:"acts"`
	// MustNot are intents that no act has.
	MustNot []detect.Intent `json:"must_not"`
	Writer  string          `json:"persona"`
}

// Act is what one stretch of a message asks for.
type Act struct {
	// At is the stretch, as it stands in the message; empty where that is not labelled.
	At string `json:"at,omitempty"`
	// Shares: its deed is said with another act, and not in At.
	Shares  bool            `json:"shares,omitempty"`
	Intents []detect.Intent `json:"intents"`
	Slots   map[string]any  `json:"slots"`
}

// Input is the message as a Detector reads it.
func (m *Message) Input() detect.Input { return detect.Input{Text: m.Text, Now: Now()} }

// ReadMessages reads the corpora of acts in a folder, files named *.jsonl, in the order of their names.
func ReadMessages(of fs.FS, folder string) (all []Message, err error) {
	return Lines[Message](of, path.Join(folder, "*.jsonl"), nil)
}

// ActsScore is how many messages were understood act by act.
type ActsScore struct {
	Parted Share // of messages: as many acts as are labelled
	Whole  Share // of messages: all acts with their labelled slots
	// Writes are acts that change a task as no label means.
	Writes int
}

// WriteActs writes how messages are understood of which the acts are labelled, by script: those of several acts, and the others.
func WriteActs(w io.Writer, d *detect.Detector, messages []Message) {
	fmt.Fprintln(w, "| messages | script | as many requests | 95 % | all with their slots | 95 % | wrong writes |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|")
	for _, name := range []string{"of several requests", "of one or none"} {
		var all ActsScore
		for _, language := range languages {
			var score ActsScore
			for _, m := range messages {
				if m.Lang == language && (len(m.Acts) > 1) == (name == "of several requests") {
					score.count(m, actsOf(d, m))
				}
			}
			score.write(w, name, string(language))
			all.Parted.add(score.Parted)
			all.Whole.add(score.Whole)
			all.Writes += score.Writes
		}
		all.write(w, name, "all")
	}
}

func (s *ActsScore) write(w io.Writer, name, script string) {
	fmt.Fprintf(w, "| %s | %s | %s | %s | %d |\n", name, script, s.Parted, s.Whole, s.Writes)
}

// actsOf is what a detector takes a message to ask for.
func actsOf(d *detect.Detector, m Message) (acts []detect.Result) {
	in := m.Input()
	parts := d.Requests(in)
	if parts == nil {
		parts = []detect.Request{{Result: d.Detect(in)}}
	}
	for _, act := range parts {
		if act.Result.Intent != detect.Unknown {
			acts = append(acts, act.Result)
		}
	}
	return acts
}

// count counts a message.
func (s *ActsScore) count(m Message, got []detect.Result) {
	s.Parted.count(len(got) == len(m.Acts))
	whole := len(got) == len(m.Acts)
	left := slices.Clone(m.Acts)
	for i, r := range got {
		meant := slices.IndexFunc(left, func(a Act) bool { return slices.Contains(a.Intents, r.Intent) })
		if r.Intent.Writes() && meant < 0 {
			s.Writes++
		} else if meant >= 0 {
			left = slices.Delete(left, meant, meant+1)
		}
		whole = whole && m.Acts[i].means(r)
	}
	s.Whole.count(whole)
}

// means reports whether a result is what an act says.
func (a Act) means(r detect.Result) bool {
	values := found(r.Slots)
	for slot, want := range a.Slots {
		if !equal(slot, want, values[slot]) {
			return false
		}
	}
	return slices.Contains(a.Intents, r.Intent)
}
