package detect_test

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// A number that is taken back within a message is not acted on, and the one said in its place is.
func TestANumberThatIsTakenBackIsPassedOver(t *testing.T) {
	d := detector(t)
	for _, c := range []struct {
		sentence string
		intent   detect.Intent
		task     int
	}{
		{"delete 4. wait no i mean 6", detect.DeleteTask, 6},
		{"delete 4, oh wait, sorry, 6", detect.DeleteTask, 6},
		{"mark 3 done, no wait sorry I meant 8", detect.CompleteTask, 8},
		{"bin seven no wait eight", detect.DeleteTask, 8},
		{"delete task one", detect.DeleteTask, 1},
		{"Make task 6 low priority if you don't mind", detect.UpdateTask, 6},
		{"delete 8 if u dont mind", detect.DeleteTask, 8},
		{"task one is done", detect.CompleteTask, 1},
		{"make task one weekly", detect.UpdateTask, 1},
		{"task one should be high priority", detect.UpdateTask, 1},
		{"we have concluded number seventeen", detect.CompleteTask, 17},
		{"we no longer require item 21, kindly remove it", detect.DeleteTask, 21},
		{"Close 12 as done. Sorry, typo, 21.", detect.CompleteTask, 21},
		{"delete 13, whoops, 31", detect.DeleteTask, 31},
		{"tick off 9, hang on, number 8", detect.CompleteTask, 8},
		{"Scrap number 4, oh no, silly me, number 5.", detect.DeleteTask, 5},
		{"remove 2, wait, 3", detect.DeleteTask, 3},
		{"make 4 high priority, whoops, 5", detect.UpdateTask, 5},
		{"delete 7, my mistake, it's number 8 please", detect.DeleteTask, 8},
		{"mark 4 as done, wait 5 minutes", detect.CompleteTask, 4},
		{"delete 3, typo", detect.DeleteTask, 3},
		{"oh get rid of seven no wait eight eight is the one about the coach trip", detect.DeleteTask, 8},
		{"no no not fourteen its fifteen that i want gone", detect.DeleteTask, 15},
		{"Oh dear, I have muddled the numbers: it is fifteen that I wish deleted, not five.", detect.DeleteTask, 15},
		{"i didn't do 6 but i did do 7 so mark that", detect.CompleteTask, 7},
		{"I haven't done 3 but I have done 4, tick that off", detect.CompleteTask, 4},
		{"I've not finished 9 but 10 is finished, mark it", detect.CompleteTask, 10},
		{"leave two alone but do mark three as done", detect.CompleteTask, 3},
		{"do mark 3 off please", detect.CompleteTask, 3},
		{"sixteen's finished", detect.CompleteTask, 16},
		{"number nine's done", detect.CompleteTask, 9},
		{"Kindly strike item 7 off as completed.", detect.CompleteTask, 7},
		{"7 mita do, nahi nahi ruko, 9 number", detect.DeleteTask, 9},
		{"8 delete karo, nahi sorry, 9", detect.DeleteTask, 9},
		{"task 5 complete kar do, are nahi ghalti ho gai, 6 tha", detect.CompleteTask, 6},
		{"maine 6 nahi kiya magar 7 kar diya hai tick karo", detect.CompleteTask, 7},
		{"ٹاسک چار مٹا دیں، نہیں نہیں رکیے، چھ نمبر", detect.DeleteTask, 6},
		{"آٹھ نمبر مکمل کر دیجیے، نہیں معذرت، نو نمبر", detect.CompleteTask, 9},
		{"گیارہ مٹا دو، ارے نہیں بیٹا نظر دھوکا کھا گئی، بارہ مٹانا تھا", detect.DeleteTask, 12},
		{"ٹاسک دو غلطی سے مکمل ہو گیا اسے دوبارہ باقی کاموں میں ڈال دو", detect.UpdateTask, 2},
		{"galti se 4 pe tick lg gya, dobara pending krdo", detect.UpdateTask, 4},
		{"rename number 2 to buy two tyres not four", detect.UpdateTask, 2},
		{"Rename number 14 to Q1 forecast v2", detect.UpdateTask, 14},
	} {
		got := d.Detect(input(c.sentence))
		if got.Intent != c.intent || got.Slots.TaskID == nil || *got.Slots.TaskID != c.task {
			t.Errorf("%q: %s %s, want %s %d", c.sentence, got.Intent, show(got.Slots), c.intent, c.task)
		}
		if slices.ContainsFunc(got.Plan.Tasks, func(task int) bool { return task != c.task }) {
			t.Errorf("%q: the plan is about %v", c.sentence, got.Plan.Tasks)
		}
	}
}

// What is only taken back, asked or put off changes nothing, whatever numbers stand in it.
func TestANumberThatIsOnlyTakenBackChangesNothing(t *testing.T) {
	d := detector(t)
	for _, sentence := range []string{
		"delete seven, not now", "not 5, it's 6", "don't delete 8 if you don't mind", "please do not delete 5", "do delete 14?",
		"do you delete 14", "doosra nahi karna",
		"pehla nahi delete karo doosra", "change task 5 to what?", "rename task 4 to call him, no don't", "I wish task 5 was deleted",
		"I wish I had deleted 5", "my mate reckons you can set tasks by voice, is that right?",
		"the practice manager wanted all the nurses' tasks finished by Friday, good luck to them",
	} {
		if got := d.Detect(input(sentence)); got.Intent.Writes() {
			t.Errorf("%q is %s %s", sentence, got.Intent, show(got.Slots))
		}
	}
}

// namedByWords checks that sentences name a task by these words, and none by its number.
func namedByWords(t *testing.T, refs map[string]string) {
	t.Helper()
	d := detector(t)
	for sentence, ref := range refs {
		got := d.Detect(input(sentence))
		if got.Slots.TaskID != nil || got.Slots.TaskRef == nil || *got.Slots.TaskRef != ref {
			t.Errorf("%q is %s %s, want %q", sentence, got.Intent, show(got.Slots), ref)
		}
	}
}

// A number behind a noun is part of a name, and no task's number; nor is what "no" sounds like in Urdu.
func TestANumberInANameIsNoTasksNumber(t *testing.T) {
	namedByWords(t, map[string]string{
		"assignment 3 wala ho gya tick krdo": "assignment 3", "form 16 wala hata do": "form 16", "chapter 5 wala complete kar do": "chapter 5",
		"No, no, not the dentist. It is the optician's appointment I want gone.": "optician's appointment",
		"change the time on the rota meeting to 3pm, was 2":                      "rota meeting",
		"not the milk one, it's the bread I want removed":                        "bread",
		"the task one of the boys gave me is done":                               "boys",
		"no one is coming for tea, so remove the baking task":                    "baking",
	})
}

// Of two places in a list the one that is not denied is meant.
func TestOfTwoPlacesTheOneThatIsMeantIsTaken(t *testing.T) {
	d := detector(t)
	for sentence, place := range map[string]int{
		"teesra nahi chautha task complete mark kro": 4,
		"pehla wala nahi doosra wala delete karo":    2, "teesra wala nahi chautha wala complete karo": 4,
		"پہلا نہیں دوسرا والا مٹا دو": 2,
	} {
		got := d.Detect(input(sentence))
		if !got.Intent.Writes() || got.Cues.Ordinal != place || got.Plan.Several {
			t.Errorf("%q is %s of place %d, plan %v, want place %d", sentence, got.Intent, got.Cues.Ordinal, got.Plan, place)
		}
	}
}

// Where all tasks of a status are to be removed, that status is told.
func TestAllOfAStatusAreRemoved(t *testing.T) {
	d := detector(t)
	for sentence, status := range map[string]string{
		"clear everything I've completed off the list": "completed",
		"delete all the finished ones":                 "completed", "remove all pending tasks": "pending",
		"get rid of all my old completed tasks": "completed", "completed wale sab uraa do yar list clean ho": "completed",
		"saare completed tasks hata do": "completed", "jo ho gaye wo sab delete kar do": "completed", "سب مکمل کام حذف کر دو": "completed",
		"پرانے مکمل شدہ کام سب نکال دیجیے": "completed",
	} {
		got := d.Detect(input(sentence))
		all := got.Intent == detect.DeleteTask && got.Plan.All && got.Slots.TaskRef == nil
		if !all || got.Slots.Status == nil || *got.Slots.Status != status {
			t.Errorf("%q is %s %s, want all that are %s", sentence, got.Intent, show(got.Slots), status)
		}
	}
	if got := d.Detect(input("پہلے پانچ مکمل ہو چکے کام دکھاؤ")); got.Slots.Limit == nil || *got.Slots.Limit != 5 {
		t.Errorf("the first five are %s", show(got.Slots))
	}
}
