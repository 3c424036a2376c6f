package evaluation_test

import (
	"math"
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

func TestAShareLiesWithinItsInterval(t *testing.T) {
	for share, want := range map[evaluation.Share][2]float64{
		{Right: 0, All: 681}: {0, 0.0056}, {Right: 98, All: 100}: {0.9300, 0.9945}, {Right: 5, All: 10}: {0.2366, 0.7634},
	} {
		from, to := share.Within()
		if math.Abs(from-want[0]) > 1e-4 || math.Abs(to-want[1]) > 1e-4 {
			t.Errorf("%v is within %.4f to %.4f, want %v", share, from, to, want)
		}
	}
}

// A write is wrong where no label means one and where one forbids it; slots of a misunderstood sentence are wrong, and those that are told
// beside the labels are extras only of a sentence that is understood.
func TestWhatIsWrongIsCounted(t *testing.T) {
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	const typed = "delete task 4"
	labelled := map[string]any{"task_id": 4}
	deletes, lists, asks := []detect.Intent{detect.DeleteTask}, []detect.Intent{detect.ListTasks}, []detect.Intent{detect.CompleteTask}
	for name, c := range map[string]struct {
		sentence              evaluation.Sentence
		right, extras, writes int
	}{
		"right":     {evaluation.Sentence{Intents: deletes, Slots: labelled}, 1, 0, 0},
		"extra":     {evaluation.Sentence{Intents: deletes}, 0, 1, 0},
		"none":      {evaluation.Sentence{Intents: lists, Slots: labelled}, 0, 0, 1},
		"another":   {evaluation.Sentence{Intents: asks, Slots: labelled}, 0, 0, 0},
		"forbidden": {evaluation.Sentence{Intents: asks, Slots: labelled, MustNot: deletes}, 0, 0, 1},
	} {
		c.sentence.Text, c.sentence.Lang = typed, detect.English
		got := evaluation.Measure(d, []evaluation.Sentence{c.sentence}).All
		if got.Slots.Right != c.right || got.Extras != c.extras || got.Writes != c.writes {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
