package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// What is denied beside an order only says why it is given, though nothing parts the two; what denies the order refuses it.
func TestAReasonWithoutMarksRefusesNoOrder(t *testing.T) {
	d := detector(t)
	for _, c := range []struct {
		sentence string
		intent   detect.Intent
		task     int
	}{
		{"سات نمبر والا کام اب نہیں کرنا اسے نکال دو", detect.DeleteTask, 7},
		{"کام ۶ اب نہیں ہو سکتا اسے منسوخ کر دو", detect.DeleteTask, 6},
		{"ٹاسک ۳ اب نہیں چاہیے مٹا دو", detect.DeleteTask, 3},
		{"4 number wala kaam ab nahi karna usay hata do", detect.DeleteTask, 4},
		{"task 5 ab nahi karna hata do", detect.DeleteTask, 5},
		{"task 8 wala kaam nahi karna isay mita do", detect.DeleteTask, 8},
		{"7 number wala kaam nahi hua dobara khol do", detect.UpdateTask, 7},
		{"number 7 supplier still not paid reopen", detect.UpdateTask, 7},
		{"reopen number 7 supplier still not paid", detect.UpdateTask, 7},
		{"number 5 not needed anymore delete it", detect.DeleteTask, 5},
		{"task 9 not happening anymore bin it", detect.DeleteTask, 9},
		{"task 8 don't need it now remove", detect.DeleteTask, 8},
	} {
		got, rule := d.Explain(input(c.sentence))
		if got.Intent != c.intent || got.Slots.TaskID == nil || *got.Slots.TaskID != c.task {
			t.Errorf("%q: %s %v by %s, want %s %d", c.sentence, got.Intent, got.Slots.TaskID, rule, c.intent, c.task)
		}
	}
	for _, sentence := range []string{
		"task 4 don't delete it", "number 5 not done don't reopen", "do not under any circumstances delete 7", "you didn't even delete 7",
		"i did not say reopen 7", "not sure 7 is finished reopen", "delete 7 not yet", "i don't want you to delete 7",
		"delete the ones not paid", "task 5 ko nahi mita do", "task 5 abhi nahi hatana", "mujhe nahi pata hata do", "task 5 nahi kaha hata do",
		"task 5 nahi hua complete kar do", "ٹاسک ۵ نہیں ہٹانا", "مجھے نہیں پتا ہٹا دو",
	} {
		if got, rule := d.Explain(input(sentence)); got.Intent.Writes() {
			t.Errorf("%q is %s %v by %s", sentence, got.Intent, got.Slots.TaskID, rule)
		}
	}
}
