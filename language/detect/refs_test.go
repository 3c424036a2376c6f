package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// What is told before and behind a task, and what is only said of it, is no part of the words that name it.
func TestWhatIsToldOfATaskIsNoPartOfItsName(t *testing.T) {
	d := detector(t)
	for _, c := range []struct {
		sentence string
		intent   detect.Intent
		ref      string
	}{
		{"take off the one about the curtains i have decided to keep the old ones up", detect.DeleteTask, "curtains"},
		{"The task about the tailor, take it off please. She has already delivered the clothes.", detect.DeleteTask, "tailor"},
		{"i dont need the reminder about the bins any more they come thursdays without fail so take it away", detect.DeleteTask, "bins"},
		{"wait no push the biology sheet to sunday", detect.UpdateTask, "biology sheet"},
		{"oh wait no delete the bread one", detect.DeleteTask, "bread"},
		{"no wait, move the essay to friday", detect.UpdateTask, "essay"},
		{"take the old tins one away altogether, I don't need it", detect.DeleteTask, "old tins"},
		{"link the cashing-up task to Isha rather than Asr", detect.UpdateTask, "cashing-up"},
		{"mark the tidy-up task done", detect.CompleteTask, "tidy-up"},
		{"I can't make the dentist on friday, move it to monday", detect.UpdateTask, "dentist"},
		{"change the category of the orientation class task to learning", detect.UpdateTask, "orientation class"},
		{"please remove the reminder about my passport i got it in the post", detect.DeleteTask, "passport"},
		{"the landlord fixed the boiler himself, so that one about the boiler can be removed", detect.DeleteTask, "boiler"},
		{"tick off the one about the garden hose we bought one at the weekend", detect.CompleteTask, "garden hose"},
		{"Delete the one called archive finished contracts", detect.DeleteTask, "archive finished contracts"},
		{"Please to cancel reminder for the plumber, because he is come already", detect.DeleteTask, "plumber"},
		{"move the one about the boiler to friday", detect.UpdateTask, "boiler"},
		{"that's the sharps bin order away, you can mark it complete", detect.CompleteTask, "sharps bin order"},
		{"tyre air one finish, tick it", detect.CompleteTask, "tyre air"},
		{"the library books went back yesterday i took them myself on the bus so mark that done", detect.CompleteTask, "library books"},
		{"seat covers task remove it, wife says no need", detect.DeleteTask, "seat covers"},
		{"i'm so behind, shift the essay task to next monday and dont judge me", detect.UpdateTask, "essay"},
		{"the dentist task, can you push it to the 18th cause no way im making it before that", detect.UpdateTask, "dentist"},
		{"actually phone bill isn't that important, low priority is fine for it", detect.UpdateTask, "phone bill"},
		{"electricity bill wala 10 tak extend kr do", detect.UpdateTask, "electricity bill"},
		{"cake wala order cancel ho gya baji ne mana kr diya, list se nikal do", detect.DeleteTask, "cake wala order"},
		{"bijli ka bill ni gas ka bill wala delete kr", detect.DeleteTask, "gas ka bill"},
		{"kamray ki safai wala roz ka kar do weekly se kaam nahi chalta", detect.UpdateTask, "kamray ki safai"},
		{"subah se pani nahi tha, teen dafa phone kiya to plumber aaya, ab woh plumber wala task uda do list se", detect.DeleteTask, "plumber"},
		{"gas ka bill to bete ne ada kar diya hai, lihaza wo yaad dehani khatam kar den", detect.DeleteTask, "gas ka bill"},
		{"بجلی کے بل والے کو بہت ضروری کر دیں", detect.UpdateTask, "بجلی کے بل"},
		{"گیس کا بل تو بیٹے نے ادا کر دیا ہے، لہٰذا وہ یاد دہانی ختم کر دیں", detect.DeleteTask, "گیس کا بل"},
		{"امی کی عینک بھائی نے بنوا دی، وہ یاد دہانی ہٹا دو", detect.DeleteTask, "امی کی عینک"},
		{"نقدی کا گوشوارہ تیار ہو گیا، اسے مکمل کر دیجیے", detect.CompleteTask, "نقدی کا گوشوارہ"},
		{"وہ سلائی مشین والا کام نکال دو، پچھلے ہفتے میں نے بیچ ہی دی، رکھ کر کیا کرتی", detect.DeleteTask, "سلائی مشین"},
	} {
		got := d.Detect(input(c.sentence))
		if got.Intent != c.intent || got.Slots.TaskRef == nil || *got.Slots.TaskRef != c.ref || got.Slots.TaskID != nil {
			t.Errorf("%q: %s %s, want %s of %q", c.sentence, got.Intent, show(got.Slots), c.intent, c.ref)
		}
	}
}

// A task that is named by its place in a list is named by nothing that is told beside.
func TestAPlaceInAListNamesATaskAlone(t *testing.T) {
	d := detector(t)
	for sentence, place := range map[string]int{
		"doosra wala delete karo, ammi ne kaha hai": 2, "چھٹا کام سہواً مکمل ہو گیا، اسے پھر باقی میں شمار کریں": 6,
	} {
		got := d.Detect(input(sentence))
		if !got.Intent.Writes() || got.Cues.Ordinal != place || got.Slots.TaskRef != nil || got.Slots.TaskID != nil {
			t.Errorf("%q: %s %s of place %d, want place %d", sentence, got.Intent, show(got.Slots), got.Cues.Ordinal, place)
		}
	}
}

// Of two numbers of which one is told as not done the other is, and a count of something else is none.
func TestOfANumberToldAsDoneBesideOneThatIsNot(t *testing.T) {
	d := detector(t)
	for sentence, task := range map[string]int{
		"14 ho gaya, 15 abhi nahi hua": 14, "چودہ ہو گیا بیٹا، پندرہ ابھی نہیں ہوا": 14, "5 ho gaya, 6 ko mat chherna": 5,
	} {
		got := d.Detect(input(sentence))
		if got.Intent != detect.CompleteTask || got.Slots.TaskID == nil || *got.Slots.TaskID != task || got.Plan.Several {
			t.Errorf("%q: %s %s, want task %d completed", sentence, got.Intent, show(got.Slots), task)
		}
	}
	for _, sentence := range []string{
		"5 ho gaya, usko mat chherna", "5 nahi hua", "12 baj gaye, 15 nahi hue", "14 ho gaye, 15 rakat baqi hain",
	} {
		if got := d.Detect(input(sentence)); got.Intent.Writes() {
			t.Errorf("%q is %s %s", sentence, got.Intent, show(got.Slots))
		}
	}
}

// What was or is to be done names the task that "wo" points at; the day or the deed told behind it does not.
func TestAnErrandThatIsToldIsTheTask(t *testing.T) {
	d := detector(t)
	for _, c := range []struct {
		sentence string
		intent   detect.Intent
		ref, due string
	}{
		{"mistri ko oven dikhana tha wo budh ki jagah jumerat kr do", detect.UpdateTask, "mistri ko oven dikhana", "2026-03-05"},
		{"darzi ko kapre dene the wo budh ko kar do", detect.UpdateTask, "darzi ko kapre dene", "2026-03-04"},
		{"abbu ki dawai leni thi, wo kal kar do", detect.UpdateTask, "abbu ki dawai leni", "2026-03-03"},
		{"wo jo doctor ko dikhana hai na wo aaj nahi kal hai isay badal do", detect.UpdateTask, "doctor ko dikhana", "2026-03-03"},
		{"دھوبی کو کپڑے دینے تھے وہ بدھ کو کر دو", detect.UpdateTask, "دھوبی کو کپڑے دینے", "2026-03-04"},
		{"ڈاکٹر کے پاس جانا تھا وہ جمعرات کو کر دو", detect.UpdateTask, "ڈاکٹر کے پاس جانا", "2026-03-05"},
		{"ماموں سے ملنا تھا وہ ہفتے کی جگہ اتوار کر دیں", detect.UpdateTask, "ماموں سے ملنا", "2026-03-08"},
		{"وہ جو استانی جی سے ملنا ہے نا وہ کل نہیں پرسوں ہے اسے بدل دو", detect.UpdateTask, "استانی جی سے ملنا", "2026-03-04"},
		{"khala ke ghar wali dawat me jana hi nahi ab so remove it", detect.DeleteTask, "khala ke ghar wali dawat", ""},
		{"نانی کے گھر والی دعوت میں جانا ہی نہیں اب، نکال دو", detect.DeleteTask, "نانی کے گھر والی دعوت", ""},
		{"assignment 3 submit kr di bro, tick kr de", detect.CompleteTask, "assignment 3", ""},
		{"quiz 2 submit kar diya yaar, tick kar do", detect.CompleteTask, "quiz 2", ""},
		{"visa form submit kar diya, mark kar do", detect.CompleteTask, "visa form submit", ""},
	} {
		got, rule := d.Explain(input(c.sentence))
		if got.Intent != c.intent || text(got.Slots.TaskRef) != c.ref || text(got.Slots.Due) != c.due {
			t.Errorf("%q is %s of %q due %q by %q, want %s of %q due %q", c.sentence, got.Intent, text(got.Slots.TaskRef), text(got.Slots.Due), rule,
				c.intent, c.ref, c.due)
		}
	}
}
