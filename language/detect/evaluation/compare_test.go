package evaluation_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// A slot is right if it means what is labelled: one value of a list, a time with its seconds or without.
func TestASlotIsRightIfItMeansTheSame(t *testing.T) {
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		due  any
		want int
	}{
		{"2026-03-03T17:00", 1}, {"2026-03-03T17:00:00", 1}, {[]any{"2026-03-10", "2026-03-03T17:00"}, 1},
		{"2026-03-03T17:01", 0}, {"2026-03-03", 0}, {[]any{}, 0},
	} {
		report := evaluation.Measure(d, []evaluation.Sentence{{
			Text: "add a task to call ammi tomorrow at 5 pm", Lang: detect.English, Intents: []detect.Intent{detect.CreateTask},
			Slots: map[string]any{"due": c.due},
		}})
		if report.All.Slots.Right != c.want {
			t.Errorf("%v: %d right, want %d; %v", c.due, report.All.Slots.Right, c.want, report.Misses)
		}
	}
}
