package training

import (
	"hash/fnv"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/dialogueact"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/talk"
)

// Acting are the options with which the committed weights of dialogue acts are found; cross-validation chose them.
func Acting() Options {
	return Options{Seed: 1, Epochs: 8, Mean: 3, Rate: 0.15, Decay: 3e-4, Least: 3, Keep: 60000}
}

// Continued is a message that continues a conversation, and what it may be: one of Kinds.
type Continued struct {
	Text string
	dialogueact.Context
	Kinds  []dialogueact.Kind
	Writer string
	Weight float64 // as that of an Example
}

// How much a message counts of which is labelled what it does, one that is known to ask for nothing, and one that stands in a dialogue,
// beside one that was put there. Writers who were left out chose the first.
const (
	labelledWeight = 30
	idleWeight     = 10
	shownWeight    = 4
)

// contexts are what a message may stand behind.
var contexts = []dialogueact.Context{
	{Asks: "title"}, {Asks: "task_id"},
	{After: string(detect.CreateTask)}, {After: string(detect.ListTasks)},
	{After: string(detect.CompleteTask)}, {After: string(detect.UpdateTask)},
}

// Conversations are the messages that acts are learned from: those that are labelled, in the folder dialogueacts of testdata; what the
// dialogues show, in the folder continued; the messages of talk, which are no order wherever they stand; the sentences, whose labels say
// it; and those of unasked, which ask for nothing wherever they stand.
func Conversations(testdata, unasked fs.FS, sentences []evaluation.Sentence) ([]Continued, error) {
	all, err := heardActs(testdata)
	if err != nil {
		return nil, err
	}
	shown, err := Shown(testdata)
	if err != nil {
		return nil, err
	}
	for _, one := range shown {
		one.Weight = shownWeight
		all = append(all, one)
	}
	idle, err := lines(unasked, "*.jsonl")
	if err != nil {
		return nil, err
	}
	for _, one := range idle {
		for _, context := range contexts {
			one.Context, one.Weight = context, idleWeight
			all = append(all, one)
		}
	}
	said, err := evaluation.ReadSaid(testdata, "talk")
	if err != nil {
		return nil, err
	}
	for _, m := range said {
		all = append(all, saidAnywhere(m)...)
	}
	for _, s := range sentences {
		all = append(all, shownBy(s)...)
	}
	return all, nil
}

// saidAnywhere is a message that is no order, which it is wherever it stands.
func saidAnywhere(m evaluation.Said) []Continued {
	one := Continued{Text: m.Text, Kinds: []dialogueact.Kind{dialogueact.Talks}, Writer: m.Writer}
	switch m.Kind {
	case talk.Request:
		return nil
	case talk.Agree:
		one.Kinds[0] = dialogueact.Agrees
	}
	one.Context = contexts[hashed(m.Text)%len(contexts)]
	return []Continued{one}
}

// heardActs are the messages of which is labelled what they do.
func heardActs(testdata fs.FS) (all []Continued, err error) {
	acts, err := evaluation.ReadContinued(testdata, "dialogueacts")
	for _, one := range acts {
		all = append(all, Continued{
			Text: one.Text, Context: one.Context(), Kinds: one.Kinds(), Writer: one.Writer, Weight: labelledWeight,
		})
	}
	return all, err
}

// Shown are the messages of dialogues, in the folder continued of testdata, with whether they order or answer something where they stand.
func Shown(testdata fs.FS) ([]Continued, error) { return lines(testdata, "continued/*.jsonl") }

// ordered is a line of what dialogues show.
type ordered struct {
	Text, Asks, After, Writer string
	Orders                    bool
}

// lines reads the lines of files. Those without a writer are by the one whom the file is called after.
func lines(folder fs.FS, pattern string) (all []Continued, err error) {
	read, err := evaluation.Lines(folder, pattern, func(name string) ordered {
		return ordered{Writer: strings.TrimSuffix(path.Base(name), ".jsonl")}
	})
	for _, one := range read {
		kinds := dialogueact.Idle()
		if one.Orders {
			kinds = dialogueact.Ordering()
		}
		context := dialogueact.Context{Asks: one.Asks, After: one.After}
		all = append(all, Continued{Text: one.Text, Context: context, Kinds: kinds, Writer: one.Writer})
	}
	return all, err
}

// Orders reports whether the message may change something.
func (c *Continued) Orders() bool { return slices.Contains(dialogueact.Ordering(), c.Kinds[0]) }

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
	one := Continued{Text: s.Text, Kinds: dialogueact.Idle(), Writer: s.Writer}
	if writes > 0 {
		one.Kinds = []dialogueact.Kind{dialogueact.Order}
	}
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
			given := []dialogueact.Kind{dialogueact.Gives}
			shown = append(shown, Continued{Text: name, Context: contexts[i], Kinds: given, Writer: s.Writer})
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

// LearnActs finds the weights by which it is told what a message does.
func LearnActs(d *detect.Detector, from []Continued, o Options) *Weights {
	return Train(dialogueact.Classes(), Acted(d, from), o)
}

// Acted are examples of the messages, as a detector reads them that has learned what they ask for.
func Acted(d *detect.Detector, from []Continued) []Example {
	examples, read := make([]Example, 0, len(from)), map[detect.Input]detect.Result{}
	for _, one := range from {
		in := detect.Input{Text: one.Text, Now: evaluation.Now(), About: one.About()}
		result, known := read[in]
		if !known {
			result = d.Detect(in)
			read[in] = result
		}
		e := Example{Features: d.ActFeatures(one.Text, one.Context, &result), Weight: one.Weight}
		for _, kind := range one.Kinds {
			e.Right = append(e.Right, slices.Index(dialogueact.Kinds(), kind))
		}
		examples = append(examples, e)
	}
	return examples
}

// Verdict is what a message is taken for whose writer was not learned from.
type Verdict struct {
	Continued
	dialogueact.Told
}

// CrossValidateActs learns from the writers of all parts but one and hears those of that one, for each of the parts.
func CrossValidateActs(d *detect.Detector, from []Continued, parts int, o Options) []Verdict {
	part, count := map[string]int{}, 0
	for _, one := range from {
		if _, known := part[one.Writer]; !known {
			part[one.Writer] = count % parts
			count++
		}
	}
	examples, verdicts := Acted(d, from), make([]Verdict, len(from))
	for unseen := range parts {
		var known []Example
		for i, one := range from {
			if part[one.Writer] != unseen {
				known = append(known, examples[i])
			}
		}
		m := Train(dialogueact.Classes(), known, o).Model()
		for i, one := range from {
			if part[one.Writer] == unseen {
				verdicts[i] = Verdict{one, dialogueact.Hear(m, examples[i].Features)}
			}
		}
	}
	return verdicts
}
