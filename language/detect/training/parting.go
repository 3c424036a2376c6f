package training

import (
	_ "embed"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/forms"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/parting"
)

//go:embed joints.yaml
var jointsYAML []byte

// Parting are the options with which the committed weights of words are found, and Splitting those of splits.
func Parting() Options {
	return Options{Seed: 1, Epochs: 6, Orders: 3, Mean: 3, Rate: 0.15, Decay: 3e-4, Least: 6, Keep: 30000, ByUse: true}
}

// Splitting are the options with which the committed weights of splits are found.
func Splitting() Options {
	return Options{Seed: 1, Epochs: 30, Orders: 3, Mean: 6, Rate: 0.3, Decay: 1e-4, Least: 5, Keep: 16000, ByUse: true}
}

// Several reads the messages that requests are learned to be parted from, in the folder several of testdata.
func Several(testdata fs.FS) ([]evaluation.Message, error) {
	return evaluation.ReadMessages(testdata, "several")
}

// LearnParting finds the weights by which it is told which words begin a request: from messages whose requests are labelled, and from
// sentences of one, alone and joined with another.
func LearnParting(d *detect.Detector, messages []evaluation.Message, sentences []evaluation.Sentence, o Options) (*Weights, error) {
	joined, err := joinedOf(sentences, o)
	if err != nil {
		return nil, err
	}
	var examples []Example
	for _, m := range append(joined, messages...) {
		weight := 1.0
		if m.Writer != "" {
			weight = writtenWeight
		}
		c := d.Read(m.Input())
		classes, ok := classesOfWords(c, m)
		for word, features := range parting.WordFeatures(c) {
			if ok {
				examples = append(examples, Example{Features: features, Right: []int{int(classes[word])}, Weight: weight})
			}
		}
	}
	return Train(parting.Classes(), examples, o), nil
}

// LearnSplits finds the weights by which a stretch is taken for two requests rather than one: from messages whose requests are labelled,
// and from sentences of one, alone and joined with another.
func LearnSplits(
	d *detect.Detector, words *model.Model, messages []evaluation.Message, sentences []evaluation.Sentence, o Options,
) (*Weights, error) {
	joined, err := joinedOf(sentences, o)
	if err != nil {
		return nil, err
	}
	var examples []Example
	learn := func(m evaluation.Message, weight float64) {
		cuts, ok := cutsOf(d.Read(m.Input()), m)
		if !ok {
			return
		}
		features, right := d.Splits(m.Input(), parting.NewModel(words, nil), cuts)
		for i := range features {
			class := 0
			if right[i] {
				class = 1
			}
			examples = append(examples, Example{Features: features[i], Right: []int{class}, Weight: weight})
		}
	}
	for _, m := range messages {
		learn(m, 1)
	}
	for _, m := range joined {
		learn(m, joinedWeight)
	}
	return Train(parting.SplitClasses(), examples, o), nil
}

// classesOfWords are the classes of a message's words by the requests in which they stand; ok is false where one of these is not found.
func classesOfWords(c *clauses.Clauses, m evaluation.Message) (classes []parting.Class, ok bool) {
	classes = make([]parting.Class, len(c.Tokens))
	for i := range classes {
		classes[i] = parting.Beside
	}
	from := 0
	for i, act := range m.Acts {
		at := strings.Index(m.Text[from:], act.At)
		if at < 0 || act.At == "" {
			return nil, false
		}
		begin := from + at
		from = begin + len(act.At)
		class := kindOf(m, i)
		for t, token := range c.Tokens {
			if token.Start >= begin && token.End <= from {
				classes[t], class = class, parting.Within
			}
		}
	}
	return classes, true
}

// cutsOf are the words of a message that begin its second request and those behind it.
func cutsOf(c *clauses.Clauses, m evaluation.Message) (cuts []int, ok bool) {
	classes, ok := classesOfWords(c, m)
	for word, class := range classes {
		if class != parting.Within && class != parting.Beside {
			cuts = append(cuts, word)
		}
	}
	return cuts[min(1, len(cuts)):], ok
}

// kindOf is where the deed of a request is said: in English with the one before, in Urdu with the one behind, where there are both.
func kindOf(m evaluation.Message, i int) parting.Class {
	switch {
	case !m.Acts[i].Shares:
		return parting.Own
	case i == 0, m.Lang != detect.English && slices.ContainsFunc(m.Acts[i+1:], func(a evaluation.Act) bool { return !a.Shares }):
		return parting.AsBehind
	default:
		return parting.AsBefore
	}
}

// joiner makes messages of sentences.
type joiner struct {
	words  joints
	of     map[detect.Language][]evaluation.Sentence
	named  map[detect.Language][]string // tasks that are completed or deleted
	random *rand.Rand
}

// joints are the words of joints.yaml, which explains them.
type joints struct {
	Joints, Behind, Before map[detect.Language][]string
}

// joinedOf makes messages of sentences: each alone, with another behind it, and with the name of another task.
func joinedOf(sentences []evaluation.Sentence, o Options) (all []evaluation.Message, err error) {
	j := joiner{
		of: map[detect.Language][]evaluation.Sentence{}, named: map[detect.Language][]string{}, random: rand.New(rand.NewPCG(o.Seed, o.Seed)),
	}
	if err := forms.Decode("joints.yaml", jointsYAML, &j.words); err != nil {
		return nil, fmt.Errorf("read what joins requests: %w", err)
	}
	sentences = slices.DeleteFunc(slices.Clone(sentences), mayBeTwo)
	for _, s := range sentences {
		j.of[s.Lang] = append(j.of[s.Lang], s)
		if name := values(s.Slots["task_ref"]); len(name) > 0 {
			j.named[s.Lang] = append(j.named[s.Lang], name[0])
		}
	}
	for i, s := range sentences {
		if i%aloneEach == 0 {
			all = append(all, evaluation.Message{Text: s.Text, Lang: s.Lang, Acts: requestsOf(s)})
		}
		if i%joinedEach == 0 {
			all = append(all, j.joined(s))
		}
		if len(values(s.Slots["task_ref"])) > 0 && isDeed(s.Intents[0]) {
			all = append(all, j.beside(s))
		}
	}
	return all, nil
}

// mayBeTwo reports whether a sentence has labels of two requests, of which either may be taken for what is asked.
func mayBeTwo(s evaluation.Sentence) bool {
	return len(s.Intents) > 1 && slices.ContainsFunc(s.Intents, detect.Intent.Writes)
}

// isDeed reports whether an intent is done to a task that is named, without more to say.
func isDeed(intent detect.Intent) bool {
	return intent == detect.CompleteTask || intent == detect.DeleteTask
}

// joined puts another sentence behind one.
func (j *joiner) joined(s evaluation.Sentence) evaluation.Message {
	other, joint := pick(j.random, j.of[s.Lang]), pick(j.random, j.words.Joints[s.Lang])
	s.Text = strings.TrimRight(s.Text, " .!۔")
	return evaluation.Message{Text: s.Text + joint + other.Text, Lang: s.Lang, Acts: append(requestsOf(s), requestsOf(other)...)}
}

// beside names another task beside a sentence that completes or deletes one.
func (j *joiner) beside(s evaluation.Sentence) evaluation.Message {
	joint, name := pick(j.random, j.words.Joints[s.Lang]), pick(j.random, j.named[s.Lang])
	s.Text = strings.TrimRight(s.Text, " .!۔")
	as := func(patterns []string) evaluation.Act {
		return evaluation.Act{At: strings.ReplaceAll(pick(j.random, patterns), "%", name), Shares: true, Intents: s.Intents}
	}
	if before := j.words.Before[s.Lang]; before != nil && j.random.IntN(3) > 0 {
		shares := as(before)
		return evaluation.Message{Text: shares.At + joint + s.Text, Lang: s.Lang, Acts: append([]evaluation.Act{shares}, requestsOf(s)...)}
	}
	shares := as(j.words.Behind[s.Lang])
	return evaluation.Message{Text: s.Text + joint + shares.At, Lang: s.Lang, Acts: append(requestsOf(s), shares)}
}

func pick[T any](random *rand.Rand, of []T) T { return of[random.IntN(len(of))] }

// Of how many sentences one is learned from alone, and one with another behind it.
const (
	aloneEach  = 3
	joinedEach = 2
)

// How much a message counts that somebody wrote, against one that is put together, of words and of splits.
const (
	writtenWeight = 3
	joinedWeight  = 0.1
)

// requestsOf is the request that a sentence is; none where it asks for nothing.
func requestsOf(s evaluation.Sentence) []evaluation.Act {
	if slices.Contains(s.Intents, detect.Unknown) {
		return nil
	}
	return []evaluation.Act{{At: s.Text, Intents: s.Intents, Slots: s.Slots}}
}
