package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// A number in words right behind what calls a task so is its number, whatever is told or ordered of it.
func TestANumberWordBehindATaskIsItsNumber(t *testing.T) {
	d := detector(t)
	for _, c := range []struct {
		sentence string
		intent   detect.Intent
		task     int
	}{
		{"Item fourteen has been accomplished, mark accordingly.", detect.CompleteTask, 14},
		{"Item eleven may be advanced to tomorrow, the Minister having asked for it", detect.UpdateTask, 11},
		{"task eleven should be moved to tomorrow", detect.UpdateTask, 11},
		{"number twelve done", detect.CompleteTask, 12},
		{"aitem 5 mita do", detect.DeleteTask, 5},
		{"task nau wapas khol do", detect.UpdateTask, 9},
		{"kaam nau nikal do", detect.DeleteTask, 9},
		{"ٹاسک نو دوبارہ کھول دو", detect.UpdateTask, 9},
		{"ٹاسک نو واپس کھول دو", detect.UpdateTask, 9},
		{"کام نو کھول دیں", detect.UpdateTask, 9},
		{"ٹاسک نو مٹا دو", detect.DeleteTask, 9},
		{"کام نو منسوخ کر دیں", detect.DeleteTask, 9},
		{"آئٹم نو حذف کر دو", detect.DeleteTask, 9},
		{"کام نمبر نو مکمل ہو گیا", detect.CompleteTask, 9},
	} {
		got, rule := d.Explain(input(c.sentence))
		if got.Intent != c.intent || got.Slots.TaskID == nil || *got.Slots.TaskID != c.task {
			t.Errorf("%q: %s %v by %s, want %s %d", c.sentence, got.Intent, got.Slots.TaskID, rule, c.intent, c.task)
		}
	}
	for _, sentence := range []string{"remind me to discuss agenda item 3 with Bilal", "مجھے ٹاسک دو", "نیا کام بنا دو"} {
		if got, rule := d.Explain(input(sentence)); got.Slots.TaskID != nil {
			t.Errorf("%q is about task %d by %s", sentence, *got.Slots.TaskID, rule)
		}
	}
}
