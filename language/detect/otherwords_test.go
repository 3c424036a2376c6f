package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// Orders in words that say them less plainly, with what each states.
func TestOrdersInOtherWords(t *testing.T) {
	ordered(t, map[string]order{
		"get shut of number eleven, they rang to cancel":           {detect.DeleteTask, `{"task_id":11}`},
		"item 14 is withdrawn. Have it removed.":                   {detect.DeleteTask, `{"task_id":14}`},
		"have task 6 moved to Thursday":                            {detect.UpdateTask, `{"task_id":6,"due":"2026-03-05"}`},
		"rent appeal got extended, new deadline is 24 March":       {detect.UpdateTask, `{"task_ref":"rent appeal","due":"2026-03-24"}`},
		"the fence one is gonna be Saturday not Sunday":            {detect.UpdateTask, `{"task_ref":"fence","due":"2026-03-07"}`},
		"you know the piano lesson, I said Fri well I meant Sat":   {detect.UpdateTask, `{"task_ref":"piano lesson","due":"2026-03-07"}`},
		"you know the scan, I said the 13th well I meant the 15th": {detect.UpdateTask, `{"task_ref":"scan","due":"2026-03-15"}`},
		"The road tender is to be treated as most urgent":          {detect.UpdateTask, `{"task_ref":"road tender","priority":"high"}`},
		"quiz was kept on monday, kindly keep it on thursday now":  {detect.UpdateTask, `{"task_ref":"quiz","due":"2026-03-05"}`},
		"the tiler wants pushing back to Friday":                   {detect.UpdateTask, `{"task_ref":"tiler","due":"2026-03-06"}`},
		"rename bake sale to cake stall":                           {detect.UpdateTask, `{"title":"cake stall","task_ref":"bake sale"}`},
		"what I called 'car' should read pay car tax":              {detect.UpdateTask, `{"title":"pay car tax","task_ref":"car"}`},
		"need telling at 5 pm to get the cake":                     {detect.CreateTask, `{"title":"get the cake","due":"2026-03-02T17:00:00"}`},
		"dont let me go without backing up the disk tonight":       {detect.CreateTask, `{"title":"backing up the disk","due":"2026-03-02"}`},
		"mind me tae phone the dentist tomorrow":                   {detect.CreateTask, `{"title":"phone the dentist","due":"2026-03-03"}`},
		"pls make task 8 daily na lang po":                         {detect.UpdateTask, `{"task_id":8,"recurrence":"daily"}`},
		"mehfil ki tayari 14 ko nahi 21 ko kar dein":               {detect.UpdateTask, `{"task_ref":"mehfil ki tayari","due":"2026-03-21"}`},
		"نکاح کی تیاری ۸ کو نہیں ۱۵ کو کر دیجیے":                   {detect.UpdateTask, `{"task_ref":"نکاح کی تیاری","due":"2026-03-15"}`},
		"18 ho gaya beta, 19 abhi nahi hua":                        {detect.CompleteTask, `{"task_id":18}`},
		"تیرہ ہو گیا، چودہ ابھی نہیں ہوا":                          {detect.CompleteTask, `{"task_id":13}`},
	})
}

// What only looks like such an order changes nothing.
func TestNoOrdersInOtherWords(t *testing.T) {
	d := detector(t)
	for _, sentence := range []string{
		"have you removed task 6", "have they moved it to Friday", "have it done by Friday", "keep it", "keep it on my list",
		"my boss wanted task 5 finished", "my exam is on 12 March and it's important to me", "should task 4 go to Friday",
		"what I wrote down is wrong", "12 abhi nahi hua", "دس ابھی نہیں ہوا",
	} {
		if got, rule := d.Explain(input(sentence)); got.Intent == detect.DeleteTask || got.Intent == detect.UpdateTask {
			t.Errorf("%q is %s by %q", sentence, got.Intent, rule)
		}
	}
}
