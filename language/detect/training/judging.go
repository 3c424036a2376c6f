package training

import (
	"hash/fnv"
	"io/fs"
	"path"
	"strings"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/judge"
)

// Judging are the options with which the committed weights of the judge are found; cross-validation chose them.
func Judging() Options {
	return Options{Seed: 1, Epochs: 4, Rate: 0.15, Decay: 1e-3, Least: 3, Keep: 60000}
}

// Continued is a message that continues a conversation.
type Continued struct {
	Text string
	judge.Context
	Orders bool // and does not only tell, ask or chat
	Writer string
	Weight float64 // as that of an Example
}

// shownWeight is how much a message counts that stands in a dialogue: more than one that was put there.
const shownWeight = 8

// contexts are what a message may stand behind.
var contexts = []judge.Context{
	{Asks: "title"}, {Asks: "task_id"},
	{After: string(detect.CreateTask)}, {After: string(detect.ListTasks)},
	{After: string(detect.CompleteTask)}, {After: string(detect.UpdateTask)},
}

// Conversations are the messages that the judge learns from: what the dialogues show, in the folder continued of testdata; the sentences,
// whose labels say it; and those of unasked, which ask for nothing wherever they stand.
func Conversations(testdata, unasked fs.FS, sentences []evaluation.Sentence) ([]Continued, error) {
	shown, err := Shown(testdata)
	if err != nil {
		return nil, err
	}
	idle, err := lines(unasked, "*.jsonl")
	if err != nil {
		return nil, err
	}
	for i := range shown {
		shown[i].Weight = shownWeight
	}
	for _, one := range idle {
		for _, context := range contexts {
			one.Context = context
			shown = append(shown, one)
		}
	}
	for _, s := range sentences {
		shown = append(shown, shownBy(s)...)
	}
	return shown, nil
}

// Shown are the messages of dialogues, in the folder continued of testdata, with whether they order or answer something where they stand.
func Shown(testdata fs.FS) ([]Continued, error) { return lines(testdata, "continued/*.jsonl") }

// lines reads the lines of files. Those without a writer are by the one whom the file is called after.
func lines(folder fs.FS, pattern string) ([]Continued, error) {
	return evaluation.Lines(folder, pattern, func(name string) Continued {
		return Continued{Writer: strings.TrimSuffix(path.Base(name), ".jsonl")}
	})
}

// shownBy returns what a labelled sentence shows: it orders a change, wherever it stands, or does not; and what it names answers the
// question for a title, or which task is meant.
func shownBy(s evaluation.Sentence) (shown []Continued) {
	writes, reads := 0, 0
	for _, intent := range s.Intents {
		if intent.Writes() {
			writes++
		} else {
			reads++
		}
	}
	if writes*reads > 0 {
		return nil
	}
	one := Continued{Text: s.Text, Orders: writes > 0, Writer: s.Writer}
	at := hashed(s.Text)
	for i, context := range contexts {
		idle := s.Intents[0] == detect.Unknown && i < 3
		if idle || i == at%len(contexts) {
			one.Context = context
			shown = append(shown, one)
		}
	}
	if writes == 0 {
		return shown
	}
	for i, slot := range []string{"title", "task_ref"} { // as contexts begin
		if name := first(s.Slots[slot]); name != "" {
			shown = append(shown, Continued{Text: name, Context: contexts[i], Orders: true, Writer: s.Writer})
		}
	}
	return shown
}

func first(slot any) string {
	if several, ok := slot.([]any); ok && len(several) > 0 {
		slot = several[0]
	}
	name, _ := slot.(string)
	return name
}

func hashed(text string) int {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(text))
	return int(hash.Sum32() >> 1)
}

// LearnJudge finds the weights of the judge.
func LearnJudge(d *detect.Detector, from []Continued, o Options) *Weights {
	return Train(judge.Classes(), judged(d, from), o)
}

func judged(d *detect.Detector, from []Continued) []Example {
	examples := make([]Example, 0, len(from))
	for _, one := range from {
		e := Example{Features: d.Judged(one.Text, one.Context), Right: []int{1}, Weight: one.Weight}
		if one.Orders {
			e.Right[0] = 0
		}
		examples = append(examples, e)
	}
	return examples
}

// Verdict is how sure the judge is of a message whose writer it did not learn from.
type Verdict struct {
	Continued
	Sure float64
}

// CrossValidateJudge learns from the writers of all parts but one and judges those of that one, for each of the parts.
func CrossValidateJudge(d *detect.Detector, from []Continued, parts int, o Options) []Verdict {
	part, count := map[string]int{}, 0
	for _, one := range from {
		if _, known := part[one.Writer]; !known {
			part[one.Writer] = count % parts
			count++
		}
	}
	examples, verdicts := judged(d, from), make([]Verdict, len(from))
	for unseen := range parts {
		var known []Example
		for i, one := range from {
			if part[one.Writer] != unseen {
				known = append(known, examples[i])
			}
		}
		m := Train(judge.Classes(), known, o).Model()
		for i, one := range from {
			if part[one.Writer] == unseen {
				verdicts[i] = Verdict{one, judge.Sure(m, examples[i].Features)}
			}
		}
	}
	return verdicts
}
