package training

import (
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
