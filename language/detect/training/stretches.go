package training

import (
	"io/fs"
	"slices"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// Stretches are the sentences that messages of several requests hold: each stretch in which a request stands with its own deed, and the
// whole of a message that asks for one thing, or for none, though it may look like several. Of a change without slots nobody has labelled
// what it names: it is left out.
func Stretches(messages []evaluation.Message) (sentences []evaluation.Sentence) {
	for _, m := range messages {
		acts := slices.DeleteFunc(slices.Clone(m.Acts), func(a evaluation.Act) bool { return a.Shares })
		switch len(m.Acts) {
		case 0:
			acts = []evaluation.Act{{At: m.Text, Intents: []detect.Intent{detect.Unknown}}}
		case 1:
			acts = []evaluation.Act{{At: m.Text, Intents: m.Acts[0].Intents, Slots: m.Acts[0].Slots}}
		}
		for _, act := range acts {
			if len(act.Slots) > 0 || !act.Intents[0].Writes() {
				sentences = append(sentences, evaluation.Sentence{
					Text: act.At, Lang: m.Lang, Intents: act.Intents, Slots: act.Slots, Writer: m.Writer,
				})
			}
		}
	}
	return sentences
}

// Named reads what only names are learned from, besides Sentences, in a folder of testdata: sentences of which nothing else is labelled,
// and the requests of messages of several. Intents do not learn from these: read as orders each, they make more of what is none.
func Named(testdata fs.FS) ([]evaluation.Sentence, error) {
	named, err := folder(testdata, "named")
	if err != nil {
		return nil, err
	}
	several, err := Several(testdata)
	return append(named, Stretches(several)...), err
}
