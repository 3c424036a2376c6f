package explained_test

import (
	"testing"
	"time"

	"github.com/salaatflow/platform/language/detect"
)

// A message that goes on with a task changes it only where nothing is left over: the words that are say what else it is about.
func TestWhatNoChangeExplainsIsLeftOver(t *testing.T) {
	t.Parallel()
	detector, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct {
		said      string
		as        detect.Intent
		named     string
		explained bool
	}{
		{"friday", detect.UpdateTask, "", true},
		{"no, make it friday please", detect.UpdateTask, "", true},
		{"friday is eid", detect.UpdateTask, "", false},
		{"can you make it friday?", detect.UpdateTask, "", true},
		{"monday was terrible", detect.UpdateTask, "", false},
		{"sorry, I meant monday", detect.UpdateTask, "", true},
		{"not 5, 6", detect.UpdateTask, "", true},
		{"nahi yaar 7 baje kar do", detect.UpdateTask, "", true},
		{"itwar acha guzra", detect.UpdateTask, "", false},
		{"کل کر دو", detect.UpdateTask, "", true},
		{"جمعے کو شادی ہے", detect.UpdateTask, "", false},
		{"doodh wala ho gaya", detect.CompleteTask, "doodh lana", true},
		{"shauhar chala gaya", detect.CompleteTask, "doodh lana", false},
		{"واپس لیں", "undo", "", true},
		{"I almost want to undo it just for the fun", "undo", "", false},
		{"bill wala hata do", detect.DeleteTask, "bill dena", true},
	} {
		rest := detector.Unexplained(one.said, one.as, []string{one.named})
		if (len(rest) == 0) != one.explained {
			t.Errorf("%q: left over is %q, want explained: %t", one.said, rest, one.explained)
		}
	}
}

func BenchmarkUnexplained(b *testing.B) {
	detector, err := detect.New()
	if err != nil {
		b.Fatal(err)
	}
	detector.Detect(detect.Input{Text: "friday", Now: time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC)})
	for b.Loop() {
		detector.Unexplained("no, make it friday please", detect.UpdateTask, []string{"buy milk"})
	}
}
