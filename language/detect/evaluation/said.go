package evaluation

import (
	"fmt"
	"io"
	"io/fs"
	"path"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/talk"
)

// Said is a message of which it is labelled what it is: a line of a corpus of talk.
type Said struct {
	Text   string          `json:"text"`
	Lang   detect.Language `json:"lang"` // empty for another language
	Kind   talk.Kind       `json:"kind"`
	Writer string          `json:"persona"`
}

// Input is the message as a Detector reads it.
func (m *Said) Input() detect.Input { return detect.Input{Text: m.Text, Now: Now()} }

// ReadSaid reads the corpora of talk in a folder, files named *.jsonl, in the order of their names. It fails with a kind that there is not.
func ReadSaid(of fs.FS, folder string) (all []Said, err error) {
	all, err = Lines[Said](of, path.Join(folder, "*.jsonl"), nil)
	for _, m := range all {
		if !m.Kind.Known() {
			return nil, fmt.Errorf("%q is said to be of kind %q, which there is not", m.Text, m.Kind)
		}
	}
	return all, err
}

// talkScore is how many messages are taken for what they are.
type talkScore struct {
	Kinds    Share // of messages
	Requests Share // of messages: as requests or not
	Heard    Share // of those that tell of what moves somebody
	Alarms   Share // of the others: taken for such
}

// WriteTalk writes what messages are taken for of which that is labelled, by script.
func WriteTalk(w io.Writer, d *detect.Detector, messages []Said) {
	fmt.Fprint(w, "| messages | script | kind | 95 % | request or not | 95 % ")
	fmt.Fprintln(w, "| what is grave, known | 95 % | others, taken for grave | 95 % |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|")
	var all talkScore
	for _, language := range append([]detect.Language{""}, languages[:]...) {
		var score talkScore
		for _, m := range messages {
			if m.Lang == language {
				score.count(m, d.Detect(m.Input()).Cues.Talk)
			}
		}
		script := string(language)
		if script == "" {
			script = "other languages"
		}
		score.write(w, script)
		all.Kinds.add(score.Kinds)
		all.Requests.add(score.Requests)
		all.Heard.add(score.Heard)
		all.Alarms.add(score.Alarms)
	}
	all.write(w, "all")
}

func (s *talkScore) write(w io.Writer, script string) {
	fmt.Fprintf(w, "| that may be no order | %s | %s | %s | %s | %s |\n", script, s.Kinds, s.Requests, s.Heard, s.Alarms)
}

func (s *talkScore) count(m Said, told talk.Told) {
	s.Kinds.count(told.Kind == m.Kind)
	s.Requests.count((told.Kind == talk.Request) == (m.Kind == talk.Request))
	grave := told.Kind.Group() == talk.Care && told.Sure >= sureOfGrave
	if m.Kind.Group() == talk.Care {
		s.Heard.count(grave && told.Kind == m.Kind)
	} else {
		s.Alarms.count(grave)
	}
}

// sureOfGrave is how sure it must be that a message tells of what moves somebody, for it to count as heard.
const sureOfGrave = 0.55
