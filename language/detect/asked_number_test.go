package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// A question about the task with a number is about that one task.
func TestATaskIsAskedForByItsNumber(t *testing.T) {
	d := detector(t)
	for sentence, task := range map[string]int{
		"22 still open?": 22, "has 14 been ticked off yet?": 14, "was 9 completed": 9, "did 11 get marked as done": 11,
		"Is 7 still pending, or have I done it?": 7, "hey is 5 still outstanding": 5, "18 get done or not": 18,
		"What's the deadline on 12?": 12, "3 ka kya scene hai, kar liya tha kya?": 3, "7 ka status kya hai": 7,
	} {
		got := d.Detect(input(sentence))
		if got.Intent != detect.ListTasks || got.Slots.TaskID == nil || *got.Slots.TaskID != task || got.Slots.Status != nil {
			t.Errorf("%q: %s %s, want %d", sentence, got.Intent, show(got.Slots), task)
		}
	}
	for _, sentence := range []string{
		"are 3 still open?", "just two pending ones", "5 pending right?", "5 completed tasks?", "show me 5 pending tasks", "only 5 left?",
		"is 3 oclock still open?", "are the 3 urgent ones done?",
	} {
		if got := d.Detect(input(sentence)); got.Slots.TaskID != nil {
			t.Errorf("%q: %s %s", sentence, got.Intent, show(got.Slots))
		}
	}
}
