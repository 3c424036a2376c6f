package detect_test

import (
	"encoding/json"
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// What a sentence of Urdu states, where the order, its reason, the time and what is done stand in one another's way.
func TestWhatUrduStates(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]struct {
		intent detect.Intent
		slots  string
	}{
		// the reason behind the order
		"darzi wala kaam nikaal dein list se, ab zaroorat nahi": {detect.DeleteTask, `{"task_ref":"darzi"}`},
		"وہ مٹھائی والا کام ہٹا دو ڈاکٹر نے منع کیا ہے":         {detect.DeleteTask, `{"task_ref":"مٹھائی"}`},
		"bhai wo gym wala task hata yar, coach chala gaya":      {detect.DeleteTask, `{"task_ref":"gym"}`},
		"وہ پنکھے والا کام کل پہ ڈال دو، آج مستری نہیں آئے گا":  {detect.UpdateTask, `{"task_ref":"پنکھے","due":"2026-03-03"}`},
		// a number or a day put right
		"gyarah number nikaal dijiye, nahi ghalat keh gaya, barah number": {detect.DeleteTask, `{"task_id":12}`},
		"نو نہیں دس نمبر مکمل ہوا ہے":                                     {detect.CompleteTask, `{"task_id":10}`},
		"task 4.. nahi 14.. haan 14 mita dena":                            {detect.DeleteTask, `{"task_id":14}`},
		"task 8 ko 18 nahi 19 march karo":                                 {detect.UpdateTask, `{"task_id":8,"due":"2026-03-19"}`},
		"chawal lane hain budh ko likh lo, sorry jumeraat ko":             {detect.CreateTask, `{"title":"chawal lane","due":"2026-03-05"}`},
		// told as a fact
		"viva ki date agay chali gai 16 march subah 9 baje, usko update kar den": {detect.UpdateTask,
			`{"task_ref":"viva","due":"2026-03-16T09:00:00"}`},
		"fees wala 10 ko tha ab 12 ko hai, date change kar do": {detect.UpdateTask, `{"task_ref":"fees","due":"2026-03-12"}`},
		"task 11 me likha hai 5 baje, usko 6 baje kar do":      {detect.UpdateTask, `{"task_id":11,"due":"2026-03-02T18:00:00"}`},
		"12 march ki flight wala task hai us ko 22 march kar dijiye": {detect.UpdateTask,
			`{"task_ref":"flight","due":"2026-03-22"}`},
		// days
		"airport lene jana hai 14 ko raat 10 baje, add kar dena": {detect.CreateTask,
			`{"title":"airport lene jana","due":"2026-03-14T22:00:00"}`},
		"hostel ki fees bharni hai, 25 tak, list me daal do": {detect.CreateTask, `{"title":"hostel ki fees bharni","due":"2026-03-25"}`},
		"jumme ke liye kurta istri karwana hai, jumeraat raat tak, list me likh do": {detect.CreateTask,
			`{"title":"kurta istri karwana","due":"2026-03-05"}`},
		"گاڑی کا ٹوکن مارچ کے آخر تک دینا ہے، ٹاسک بنا دیں": {detect.CreateTask, `{"title":"گاڑی کا ٹوکن","due":"2026-03-31"}`},
		"number 4 wala jumay se hafte pe kar den":           {detect.UpdateTask, `{"task_id":4,"due":"2026-03-07"}`},
		// what names the task
		"lunch box roz subah 6 baje tayyar karna hota hai yaad karwa diya karein": {detect.CreateTask,
			`{"title":"lunch box","recurrence":"daily","due":"2026-03-03T06:00:00"}`},
		"ammi ko kal shaam phone karna hai yaad dila dena": {detect.CreateTask, `{"title":"ammi ko phone karna","due":"2026-03-03"}`},
		"likh lo ke gas ka bill jumay tak bharna hai":      {detect.CreateTask, `{"title":"gas ka bill","due":"2026-03-06"}`},
		"نئے جوتے لینے ہیں، لکھ لو":                        {detect.CreateTask, `{"title":"نئے جوتے لینے"}`},
		"electrician ko bulana tha wo khud aa gya, us kaam ko hata dein": {detect.DeleteTask,
			`{"task_ref":"electrician ko bulana"}`},
		"passport wala zaroori nahi raha, low kar do": {detect.UpdateTask, `{"task_ref":"passport","priority":"low"}`},
		"12 ko kam zaroori kar do":                    {detect.UpdateTask, `{"task_id":12,"priority":"low"}`},
		"udhaar wapis karna hai likh lo zaroori hai":  {detect.CreateTask, `{"title":"udhaar wapis karna","priority":"high"}`},
		"نمبرسترہ کی اب ضرورت نہیں، نکال دو لسٹ سے":   {detect.DeleteTask, `{"task_id":17}`},
	} {
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
