package detect_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// testdata/gate holds a sentence a line: unmeant.txt what must change no task, meant.txt what looks like it and must.
func lines(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/gate/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

func TestWhatIsToldHopedOrTakenBackChangesNoTask(t *testing.T) {
	d := detector(t)
	for _, sentence := range lines(t, "unmeant.txt") {
		if got, rule := d.Explain(input(sentence)); got.Intent.Writes() {
			t.Errorf("%q is %s by %q", sentence, got.Intent, rule)
		}
	}
}

func TestWhatLooksLikeItIsDone(t *testing.T) {
	d := detector(t)
	for _, sentence := range lines(t, "meant.txt") {
		if got, rule := d.Explain(input(sentence)); !got.Intent.Writes() {
			t.Errorf("%q is %s by %q", sentence, got.Intent, rule)
		}
	}
}

func TestWhatACommandStatesInAnOddForm(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]string{
		"no, delete 5":                             `delete_task {"task_id":5}`,
		"nahi, task 5 delete karo":                 `delete_task {"task_id":5}`,
		"نہیں، ٹاسک ۵ حذف کرو":                     `delete_task {"task_id":5}`,
		"do number task delete kar do":             `delete_task {"task_id":2}`,
		"دو نمبر والا ٹاسک حذف کرو":                `delete_task {"task_id":2}`,
		"task 4 ki priority barha do":              `update_task {"task_id":4,"priority":"high"}`,
		"raise the priority of task 4":             `update_task {"task_id":4,"priority":"high"}`,
		"ٹاسک ۴ کی ترجیح بڑھا دو":                  `update_task {"task_id":4,"priority":"high"}`,
		"decrease priority of task 4":              `update_task {"task_id":4,"priority":"low"}`,
		"do me a favour and add milk to my list":   `create_task {"title":"milk"}`,
		"would you be so kind as to delete task 4": `delete_task {"task_id":4}`,
		"savaa char baje dawa ka task bana do":     `create_task {"title":"dawa","due":"2026-03-02T16:15:00"}`,
		"poune chaar baje dawa ka task bana do":    `create_task {"title":"dawa","due":"2026-03-02T15:45:00"}`,
	} {
		got, rule := d.Explain(input(sentence))
		slots, err := json.Marshal(got.Slots)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(got.Intent) + " " + string(slots); got != want {
			t.Errorf("%q is %s by %q, want %s", sentence, got, rule, want)
		}
	}
}
