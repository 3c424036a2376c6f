package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// What is ordered behind words that take an order back is done, and what is taken back is not.
func TestAnOrderThatIsGivenAnewIsDoneAlone(t *testing.T) {
	d := detector(t)
	for _, c := range []struct {
		sentence string
		intent   detect.Intent
		task     int
	}{
		{"remove the third no sorry remove task three", detect.DeleteTask, 3},
		{"delete 5, no, leave 5, delete 6", detect.DeleteTask, 6},
		{"bin 5 no leave 5 bin 6", detect.DeleteTask, 6},
		{"delete 5, no wait, complete 6", detect.CompleteTask, 6},
		{"complete 4, sorry, delete 4", detect.DeleteTask, 4},
		{"delete 7, sorry mark 7 done", detect.CompleteTask, 7},
		{"I'm sorry, delete 5", detect.DeleteTask, 5},
		{"is 5 done? no, delete 6", detect.DeleteTask, 6},
		{"delete 5, sorry I asked", detect.DeleteTask, 5},
	} {
		got := d.Detect(input(c.sentence))
		if got.Intent != c.intent || got.Slots.TaskID == nil || *got.Slots.TaskID != c.task || got.Plan.Several {
			t.Errorf("%q: %s %s, want %s %d", c.sentence, got.Intent, show(got.Slots), c.intent, c.task)
		}
	}
	for _, sentence := range []string{
		"mark 3 done, no, leave 3", "mark 3 done, no, dont", "delete 7, no sorry, dont delete 7", "I said no delete 5",
	} {
		if got := d.Detect(input(sentence)); got.Intent.Writes() {
			t.Errorf("%q: %s %s", sentence, got.Intent, show(got.Slots))
		}
	}
}
