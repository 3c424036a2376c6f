package detect_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect"
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

// order is what a sentence orders, with its slots in JSON.
type order struct {
	intent detect.Intent
	slots  string
}

// ordered fails unless each sentence orders what is told of it.
func ordered(t *testing.T, orders map[string]order) {
	t.Helper()
	d := detector(t)
	for sentence, want := range orders {
		got, rule := d.Explain(input(sentence))
		slots, err := json.Marshal(got.Slots)
		if err != nil {
			t.Fatal(err)
		}
		if got.Intent != want.intent || string(slots) != want.slots {
			t.Errorf("%q is %s %s by %q, want %s %s", sentence, got.Intent, slots, rule, want.intent, want.slots)
		}
	}
}

// Of the sentences that only look like orders, and of those that only look like none, so few are misread.
func TestWhatOnlyLooksLikeAnOrderChangesNoTask(t *testing.T) {
	d := detector(t)
	for _, of := range []struct {
		file   string
		writes bool
		most   int
	}{{"unmeant.txt", false, 2}, {"meant.txt", true, 3}} {
		var wrong []string
		for _, sentence := range lines(t, of.file) {
			if got := d.Detect(input(sentence)); got.Intent.Writes() != of.writes {
				wrong = append(wrong, fmt.Sprintf("%q is %s", sentence, got.Intent))
			}
		}
		if len(wrong) > of.most {
			t.Errorf("%s: %d are misread, at most %d may be:\n%s", of.file, len(wrong), of.most, strings.Join(wrong, "\n"))
		}
	}
}

func TestWhatACommandStatesInAnOddForm(t *testing.T) {
	ordered(t, map[string]order{
		"no, delete 5":                             {detect.DeleteTask, `{"task_id":5}`},
		"nahi, task 5 delete karo":                 {detect.DeleteTask, `{"task_id":5}`},
		"نہیں، ٹاسک ۵ حذف کرو":                     {detect.DeleteTask, `{"task_id":5}`},
		"do number task delete kar do":             {detect.DeleteTask, `{"task_id":2}`},
		"دو نمبر والا ٹاسک حذف کرو":                {detect.DeleteTask, `{"task_id":2}`},
		"task 4 ki priority barha do":              {detect.UpdateTask, `{"task_id":4,"priority":"high"}`},
		"raise the priority of task 4":             {detect.UpdateTask, `{"task_id":4,"priority":"high"}`},
		"ٹاسک ۴ کی ترجیح بڑھا دو":                  {detect.UpdateTask, `{"task_id":4,"priority":"high"}`},
		"decrease priority of task 4":              {detect.UpdateTask, `{"task_id":4,"priority":"low"}`},
		"do me a favour and add milk to my list":   {detect.CreateTask, `{"title":"milk"}`},
		"would you be so kind as to delete task 4": {detect.DeleteTask, `{"task_id":4}`},
		"savaa char baje dawa ka task bana do":     {detect.CreateTask, `{"title":"dawa","due":"2026-03-02T16:15:00"}`},
		"poune chaar baje dawa ka task bana do":    {detect.CreateTask, `{"title":"dawa","due":"2026-03-02T15:45:00"}`},
	})
}

// The number of the task that is meant, and all of them where several are.
func TestSeveralNumbersOfTasks(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]struct {
		id      int
		several [4]int
	}{
		"not task 3, delete task 4":                     {id: 4},
		"task 3 nahi, task 4 delete karo":               {id: 4},
		"task 3 rehne do, task 4 delete karo":           {id: 4},
		"don't delete task 3, delete task 4":            {id: 4},
		"delete task 4, leave task 3":                   {id: 4},
		"leave task 3 alone, delete 4":                  {id: 4},
		"task 5 ko rehne do, task 3 delete kar do":      {id: 3},
		"task 3 rehne do aur task 4 complete kar do":    {id: 4},
		"ٹاسک ۳ رہنے دو، ٹاسک ۴ حذف کرو":                {id: 4},
		"task 3 ki jagah task 4 delete karo":            {id: 4},
		"delete task 4 instead of task 3":               {id: 4},
		"delete 6. sorry, 7. I meant task 7":            {id: 7},
		"task 6 delete karo, mera matlab task 7":        {id: 7},
		"task 2 complete karo aur task 3 delete karo":   {id: 3, several: [4]int{2, 3}},
		"complete task 2 and delete task 3":             {id: 2, several: [4]int{2, 3}},
		"delete task 1 and task 2":                      {id: 1, several: [4]int{1, 2}},
		"complete task 2 and 3":                         {id: 2, several: [4]int{2, 3}},
		"ٹاسک ۲ اور ۳ حذف کر دو":                        {id: 3, several: [4]int{2, 3}},
		"delete tasks 2, 3 and 4":                       {id: 2, several: [4]int{2, 3, 4}},
		"task 3 mukammal ho gaya, task 4 delete kar do": {id: 4, several: [4]int{3, 4}},
		"task 2 ko 3 baje kar do":                       {id: 2},
		"task 2, 3 pm":                                  {id: 2},
		"task 3 ko 15 march aur 4 baje kar do":          {id: 3},
		"task 5 delete karo, haan 5":                    {id: 5},
	} {
		got, rule := d.Explain(input(sentence))
		if got.Slots.TaskID == nil || *got.Slots.TaskID != want.id || got.Cues.Numbers != want.several {
			t.Errorf("%q is %s of %v, %v by %q, want %v", sentence, got.Intent, got.Slots.TaskID, got.Cues.Numbers, rule, want)
		}
	}
}
