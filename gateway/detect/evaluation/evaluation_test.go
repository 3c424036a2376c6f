package evaluation_test

import (
	"os"
	"slices"
	"testing"

	"github.com/salaatflow/platform/gateway/detect"
	"github.com/salaatflow/platform/gateway/detect/evaluation"
)

// What is promised on the committed corpora: of the sentences that rules and words were written for and the model was
// trained on, and of those that neither has seen.
const (
	intentsTuned, slotsTuned = 0.97, 0.87
	intentsHeld, slotsHeld   = 0.90, 0.80
)

func measured(t *testing.T, folder string, keep func(evaluation.Sentence) bool) *evaluation.Report {
	t.Helper()
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	all, err := evaluation.Read(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	return evaluation.Measure(d, slices.DeleteFunc(all, func(s evaluation.Sentence) bool { return !keep(s) }))
}

func TestTheFiguresHold(t *testing.T) {
	for name, held := range map[string]bool{"tuned on": false, "held out": true} {
		report := measured(t, "../testdata/corpus", func(s evaluation.Sentence) bool { return evaluation.HeldOut(s) == held })
		intents, slots := intentsTuned, slotsTuned
		if held {
			intents, slots = intentsHeld, slotsHeld
		}
		for language, score := range report.ByLanguage {
			if score.Intents() < intents {
				t.Errorf("%s, %s: %.1f %% of intents, want %.0f %%", name, language, 100*score.Intents(), 100*intents)
			}
			if score.Stated() < slots {
				t.Errorf("%s, %s: %.1f %% of slots, want %.0f %%", name, language, 100*score.Stated(), 100*slots)
			}
		}
	}
}

// Denials, questions and ways of asking how never change a task, whoever wrote the sentence.
func TestNothingIsWrittenWhereNoneIsMeant(t *testing.T) {
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	sentences, err := evaluation.ReadFile(os.DirFS("../testdata/corpus"), "nowrite.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sentences {
		if got, rule := d.Explain(detect.Input{Text: s.Text, Now: evaluation.Now()}); got.Intent.Writes() {
			t.Errorf("%q is %s by %q", s.Text, got.Intent, rule)
		}
	}
}

func TestReplace(t *testing.T) {
	page, err := evaluation.Replace([]byte("a\n<!-- x -->\nold\n<!-- /x -->\nb\n"), "x", []byte("new\n"))
	if err != nil || string(page) != "a\n<!-- x -->\nnew\n<!-- /x -->\nb\n" {
		t.Errorf("%q, %v", page, err)
	}
	if _, err := evaluation.Replace([]byte("nothing"), "x", nil); err == nil {
		t.Error("a page without markers is written")
	}
}
