package detect_test

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// Of two numbers of which one is denied the other is meant, however they are written.
func TestOfAContrastTheOneThatIsMeantIsTaken(t *testing.T) {
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		sentence string
		intent   detect.Intent
		task     int
	}{
		{"not 5, delete 6", detect.DeleteTask, 6},
		{"delete 6 not 5", detect.DeleteTask, 6},
		{"delete 21 not 22", detect.DeleteTask, 21},
		{"mark 4 not 5 as done", detect.CompleteTask, 4},
		{"12 nahi 13 delete karo", detect.DeleteTask, 13},
		{"barah nahi terah delete krna hai", detect.DeleteTask, 13},
		{"twenty one nahi twenty two delete kar do", detect.DeleteTask, 22},
		{"task 5 nahi 6 complete karo", detect.CompleteTask, 6},
		{"task 5 nahi task 6 complete karo", detect.CompleteTask, 6},
		{"teen nahi char wala hata do", detect.DeleteTask, 4},
		{"5 nahi 6 nahi 7 delete karo", detect.DeleteTask, 7},
		{"5 nahi 6 kal kar do", detect.UpdateTask, 6},
		{"3 nahi 4 par nishan lagao", detect.CompleteTask, 4},
		{"چھ نہیں سات والا ڈیلیٹ کرو", detect.DeleteTask, 7},
		{"پانچ نمبر نہیں چھ نمبر حذف کرو", detect.DeleteTask, 6},
		{"۶ نہیں ۷ حذف کرو", detect.DeleteTask, 7},
		{"no. twelve is sorted, thanks", detect.CompleteTask, 12},
		{"no. 5 delete kar do", detect.DeleteTask, 5},
	} {
		got := d.Detect(detect.Input{Text: c.sentence, Now: evaluation.Now()})
		if got.Intent != c.intent || got.Slots.TaskID == nil || *got.Slots.TaskID != c.task {
			t.Errorf("%q: %s %v, want %s %d", c.sentence, got.Intent, got.Slots.TaskID, c.intent, c.task)
		}
		if slices.ContainsFunc(got.Plan.Tasks, func(task int) bool { return task != c.task }) {
			t.Errorf("%q: the plan is about %v", c.sentence, got.Plan.Tasks)
		}
	}
}

// Where no task is ordered, or it is not certain which, a denied number changes none.
func TestADeniedNumberAloneChangesNothing(t *testing.T) {
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, sentence := range []string{
		"12 nahi delete karna", "12 delete nahi karna", "delete nahi karna 12", "5 nahi", "not 3 but 4", "5 nahi delete karo 6",
		"aisa nahi 3 delete karo", "kya 5 nahi 6 delete ho gaya", "maine 5 nahi 6 parha", "5 nahi 6 rakat parhni hain", "no five is done",
		"no. five of them are done", "asr 5 nahi 6 baje hai",
	} {
		if got := d.Detect(detect.Input{Text: sentence, Now: evaluation.Now()}); got.Intent.Writes() {
			t.Errorf("%q is %s %v", sentence, got.Intent, got.Slots.TaskID)
		}
	}
}
