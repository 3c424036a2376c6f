package detect_test

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// The number of the order counts, and never that of a task that is to be left as it is.
func TestASparedTaskIsNotTheOneOfTheOrder(t *testing.T) {
	d := detector(t)
	for _, c := range []struct {
		sentence string
		intent   detect.Intent
		task     int
	}{
		{"6 ko chhor do, 9 ko complete kr do", detect.CompleteTask, 9},
		{"5 rehne do 7 mita do", detect.DeleteTask, 7},
		{"3 ko mat cherna 8 hata do", detect.DeleteTask, 8},
		{"chhey ko chor do, nau mukammal kardo", detect.CompleteTask, 9},
		{"task 6 ko chhor do aur task 9 complete kar do", detect.CompleteTask, 9},
		{"chaar number ko mat chherna, aath number mita do", detect.DeleteTask, 8},
		{"5 delete mat karna, 6 complete kar do", detect.CompleteTask, 6},
		{"7 mita do, 5 rehne do", detect.DeleteTask, 7},
		{"۶ کو چھوڑ دو، ۹ مکمل کر دو", detect.CompleteTask, 9},
		{"پانچ کو رہنے دیں، سات ہٹا دیں", detect.DeleteTask, 7},
		{"۳ کو مت چھیڑنا ۸ ہٹا دو", detect.DeleteTask, 8},
		{"کام ۲ کو ہاتھ نہ لگانا، کام ۷ حذف کر دیں", detect.DeleteTask, 7},
		{"leave 4, bin 5", detect.DeleteTask, 5},
		{"skip 4 and complete 6", detect.CompleteTask, 6},
		{"skip 11 and mark 12 as done", detect.CompleteTask, 12},
		{"4 stays, bin 5", detect.DeleteTask, 5},
		{"don't touch 3, delete 8", detect.DeleteTask, 8},
		{"leave task four alone, tick off task nine", detect.CompleteTask, 9},
		{"delete 7, leave 5", detect.DeleteTask, 7},
	} {
		got, rule := d.Explain(input(c.sentence))
		if got.Intent != c.intent || got.Slots.TaskID == nil || *got.Slots.TaskID != c.task {
			t.Errorf("%q: %s %v by %s, want %s %d", c.sentence, got.Intent, got.Slots.TaskID, rule, c.intent, c.task)
		}
		if slices.ContainsFunc(got.Plan.Tasks, func(task int) bool { return task != c.task }) {
			t.Errorf("%q: the plan is about %v", c.sentence, got.Plan.Tasks)
		}
	}
}

// Where a number is only spared, and no other is ordered, nothing is changed.
func TestASparedTaskAloneChangesNothing(t *testing.T) {
	d := detector(t)
	for _, sentence := range []string{
		"6 ko chhor do", "leave 4", "leave task 4 as it is", "3 ko mat cherna", "5 rehne do 7 bhi rehne do", "۶ کو چھوڑ دو", "skip 4 and 5",
	} {
		if got, rule := d.Explain(input(sentence)); got.Intent.Writes() {
			t.Errorf("%q is %s %v by %s", sentence, got.Intent, got.Slots.TaskID, rule)
		}
	}
}
