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
		"kya 5 nahi 6 delete ho gaya", "maine 5 nahi 6 parha", "5 nahi 6 rakat parhni hain", "no five is done",
		"no. five of them are done", "asr 5 nahi 6 baje hai",
	} {
		if got := d.Detect(detect.Input{Text: sentence, Now: evaluation.Now()}); got.Intent.Writes() {
			t.Errorf("%q is %s %v", sentence, got.Intent, got.Slots.TaskID)
		}
	}
}

// Of two levels of priority the one is meant to which a task is to come, and not the one that it has.
func TestALevelThatATaskHasIsNotTheOneItIsToHave(t *testing.T) {
	d := detector(t)
	for _, c := range []struct{ sentence, priority, ref string }{
		{"set task 3 from high to medium", "medium", ""},
		{"set task 3 from high priority to low", "low", ""},
		{"change task 3 from low to high priority", "high", ""},
		{"move 6 from medium to high", "high", ""},
		{"change the priority of task 2 from urgent to normal", "medium", ""},
		{"switch the bins from medium to low priority", "low", "bins"},
		{"bump the dentist from low to high", "high", "dentist"},
		{"change priority from low to high for the milk task", "high", "milk"},
		{"task 3 ki priority high se low kar do", "low", ""},
		{"bill wala high ki jagah medium kar do", "medium", "bill"},
		{"gas bill ki priority medium ki bajaye high kar do", "high", "gas bill"},
		{"دودھ والے کو کم کی جگہ زیادہ اہم کر دو", "high", "دودھ"},
		{"ٹاسک 5 کی ترجیح کم کے بجائے زیادہ کر دیں", "high", ""},
	} {
		got := ask(d, c.sentence)
		if got.Intent != detect.UpdateTask || text(got.Slots.Priority) != c.priority || text(got.Slots.TaskRef) != c.ref {
			t.Errorf("%q: %s of %q to %q, want %q to %q", c.sentence, got.Intent, text(got.Slots.TaskRef), text(got.Slots.Priority),
				c.ref, c.priority)
		}
	}
}

// Of two things of which one is denied the other is meant, though no mark parts them.
func TestOfTwoThingsTheDeniedOneIsNotTheTask(t *testing.T) {
	d := detector(t)
	for _, c := range []struct {
		sentence string
		intent   detect.Intent
		ref      string
	}{
		{"no no not the eye drops the blood pressure tablets I have taken those", detect.CompleteTask, "blood pressure tablets"},
		{"not the eye drops, the blood pressure tablets are taken", detect.CompleteTask, "blood pressure tablets"},
		{"no no not the milk the bread i have bought that", detect.CompleteTask, "bread"},
		{"not the gym one the library one is done", detect.CompleteTask, "library"},
		{"not the dentist the optician, delete that one", detect.DeleteTask, "optician"},
		{"no no not the laundry the dishes, those are done", detect.CompleteTask, "dishes"},
	} {
		got, rule := d.Explain(input(c.sentence))
		if got.Intent != c.intent || got.Slots.TaskRef == nil || *got.Slots.TaskRef != c.ref {
			t.Errorf("%q: %s %v by %s, want %s %q", c.sentence, got.Intent, got.Slots, rule, c.intent, c.ref)
		}
	}
	for _, sentence := range []string{
		"not the eye drops, the blood pressure tablets, don't delete them", "not the gym one the library one isn't done",
		"not the gym one the library one don't delete it", "not the milk the bread is what i might buy", "not the milk, the bread",
	} {
		if got, rule := d.Explain(input(sentence)); got.Intent.Writes() {
			t.Errorf("%q is %s by %s", sentence, got.Intent, rule)
		}
	}
}

// A number of which English says that it is not meant is never the task, whatever the other one is called.
func TestADeniedNumberIsNoTask(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]int{
		"delete thing 18, not 8": 0, "delete line 18, not 8": 0, "delete serial 18, not 8": 18, "mark the 18 done, not 8": 18,
		"mark 18 not 8 as done": 18,
	} {
		got := 0
		if id := ask(d, sentence).Slots.TaskID; id != nil {
			got = *id
		}
		if got != want {
			t.Errorf("%q is of task %d, want %d", sentence, got, want)
		}
	}
}
