package training

import (
	"slices"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// Stretches are the sentences that messages of several requests hold: each stretch in which a request stands with its own deed, and the
// whole of a message that asks for one thing, or for none, though it may look like several.
func Stretches(messages []evaluation.Message) (sentences []evaluation.Sentence) {
	for _, m := range messages {
		switch len(m.Acts) {
		case 0:
			sentences = append(sentences, sentence(m, evaluation.Act{At: m.Text, Intents: []detect.Intent{detect.Unknown}}))
		case 1:
			sentences = append(sentences, sentence(m, evaluation.Act{At: m.Text, Intents: m.Acts[0].Intents, Slots: m.Acts[0].Slots}))
		default:
			for _, act := range slices.DeleteFunc(slices.Clone(m.Acts), func(a evaluation.Act) bool { return a.Shares }) {
				sentences = append(sentences, sentence(m, act))
			}
		}
	}
	return sentences
}

func sentence(m evaluation.Message, act evaluation.Act) evaluation.Sentence {
	return evaluation.Sentence{Text: act.At, Lang: m.Lang, Intents: act.Intents, Slots: act.Slots, Writer: m.Writer}
}
