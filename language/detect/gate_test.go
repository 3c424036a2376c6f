package detect_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// askedFor are orders in the form of a polite question, of one about what will be, or of a wish.
var askedFor = map[detect.Intent][]string{
	detect.CreateTask: {
		"aap kal 10 baje yaad dila dein ge na ke paise bhejne hain", "do you think you could add a task to wash the curtains",
		"could I get reminded to call Hamza at 9 pm",
		"could I get a nudge to call the plumber at 6 pm", "can I have a reminder to pay the gas bill tomorrow",
		"may I get a reminder for Asr at 4:30",
		"could I have a task for buying dates on Friday", "could you add a task to call Bilal",
		"any chance you could remind me to iron the uniform tonight",
		"is it possible to add a task to read Surah Mulk", "can we add a task to return the library books",
		"would you set a reminder to take the pills at 9 pm",
		"would you mind adding a task to buy milk", "can you please put wash the car on my list", "will you remind me to ring Nani at 5?",
		"kya aap mujhe 5 baje yaad dila dein ge ke dawai leni hai", "kya aap ek task bana dein ge dudh lane ka",
		"ap mujhe kal reminder laga denge bijli bill ka?",
		"kya tum mere liye bill jama karwane ka task bana do ge", "kya aap ammi ko phone karne ka task add kar sakte hain",
		"mujhe kal subah 8 baje yaad dila sakte ho ke form bharna hai?",
		"کیا آپ دودھ لانے کا ٹاسک بنا دیں گے", "کیا آپ مجھے شام ۵ بجے دوا کی یاد دہانی کروا دیں گے؟",
		"کیا تم امی کو فون کرنے کا ٹاسک شامل کر دو گے",
	},
	detect.DeleteTask: {
		"is it possible to delete my task about the dentist?", "could you delete task 8 please?", "can we delete task 4",
		"any chance you could remove task 12?",
		"would you be able to drop the gym task", "will you delete task 6?", "can my laundry task be deleted",
		"would it be possible to remove the library reminder",
		"kya aap task 70 delete kar dein ge", "agar mumkin ho to task 5 delete kar denge?", "kya ap task 70 ko delete kr denge?",
		"aap task 9 hata do ge?", "kya aap gym wala task delete kar den gay",
		"kya tum task 14 delete kr dogey", "task 5 delete kar sakte hain aap?", "complete nahi delete karna hai task 21",
		"don't mark 6 complete, delete it instead",
		"not complete, delete task 6", "task 9 ko complete nahi, delete karo", "task number 8 hata denge kya?", "kya task 12 delete ho sakta hai",
		"کیا آپ ٹاسک ۷ حذف کر دیں گے", "کیا آپ ٹاسک ۱۲ ہٹا دیں گے؟", "مکمل نہیں، ٹاسک ۴ کو حذف کرنا ہے", "کیا تم جم والا ٹاسک حذف کر دو گے",
		"کیا آپ دانتوں والا ٹاسک ہٹا سکتے ہیں", "ٹاسک ۹ ڈیلیٹ کر دیں گے آپ؟",
	},
	detect.CompleteTask: {
		"could you mark task 3 as done", "can we mark task 5 complete", "any chance you could tick off task 9",
		"is it possible to mark task 7 as done",
		"kya ap 9 number task ko done mark kar dein ge", "kya aap task 11 complete kar den ge", "kya aap task 4 mukammal kr dengay",
		"task 3 ko done mark kr doge?",
		"kya aap zakat wala task complete kar do ge", "delete nahi complete karna hai task 6",
		"don't delete 6, mark it complete instead", "task 2 delete nahi karna, complete kar do",
		"کیا آپ ٹاسک ۹ مکمل کر دیں گے", "کیا تم ٹاسک ۵ کو مکمل کر دو گے؟", "حذف نہیں، ٹاسک ۸ کو مکمل کرنا ہے",
		"کیا آپ زکوٰۃ والا ٹاسک مکمل کر سکتے ہیں",
	},
	detect.UpdateTask: {
		"could you move task 3 to Friday?", "can we push task 8 to tomorrow", "any chance you could make task 5 high priority",
		"is it possible to move my dentist task to Monday",
		"gym task ki date badal sakte hain?", "kya aap task 6 ki date kal kar dein ge", "task 4 ki priority high kar sakte ho?",
		"kya aap task 8 ko jumay par shift kar dein ge",
		"task 9 ki tareekh parson kar doge?", "kya tum bijli wale task ko kal pe daal do ge",
		"کیا آپ ٹاسک ۶ کی تاریخ کل کر دیں گے", "ٹاسک ۴ کی ترجیح زیادہ کر سکتے ہیں؟", "کیا آپ ٹاسک ۸ کو جمعہ پر منتقل کر دیں گے",
		"کیا تم ٹاسک ۲ کی تاریخ بدل دو گے؟",
	},
}

// noOrders ask what to do, how, whether or why something is or was done, or say what is not to be done.
var noOrders = []string{
	"should I delete task 70?", "should we mark task 4 complete?", "did you delete task 8?", "did you already mark the gym task complete",
	"how do I delete task 9",
	"how can we move task 3 to Friday", "why did you remove task 12?", "have you completed task 5?", "was task 6 deleted?", "is task 7 done?",
	"can tasks be deleted?", "is it possible to delete tasks here", "is it possible to set reminders in this app?",
	"do I have to finish task 9 today?", "what happens if I delete task 4",
	"who deleted my laundry task", "when did I complete task 8", "please don't delete task 6", "don't mark task 3 complete",
	"never remove the gym task",
	"do not touch task 5", "can I delete task 4?", "can I have too many reminders?", "may I ask how to move a task",
	"could I lose my tasks if I log out",
	"would deleting task 4 remove its reminder?", "you shouldn't delete task 9", "are you going to delete task 3?",
	"will task 4 be deleted tomorrow?", "does the app delete completed tasks",
	"kya main task 70 delete karun?", "kya mujhe task 4 complete karna chahiye", "kya aap ne task 8 delete kar diya?",
	"kya tum ne gym wala task hata diya", "task kaise delete karte hain",
	"task 5 delete kaise hoga", "task 9 kyun delete kiya", "task 6 delete mat karna", "task 6 ko complete na karein", "kya task 3 ho gaya",
	"kya task 12 delete ho gaya hai", "task 7 kis ne complete kiya", "kya main task 4 ki date badal sakta hun", "kya reminder laga hua hai",
	"task 8 delete nahi karna",
	"task 3 ko hata nahi dena", "kya aap tasks delete karte hain", "kya delete kiya hua task wapas aata hai",
	"agar main task 4 delete kar dun to kya hoga", "gym wala task abhi complete mat karo",
	"kya main ne task 5 complete kar diya tha", "task 9 kab complete kiya tha", "kya task 4 ko hata doon?", "task 4 delete karun ya nahi",
	"kya hum task 6 delete karen ya rehne dein",
	"کیا میں ٹاسک ۷ حذف کروں؟", "کیا مجھے ٹاسک ۴ مکمل کرنا چاہیے", "کیا آپ نے ٹاسک ۸ حذف کر دیا؟", "ٹاسک کیسے حذف کرتے ہیں",
	"ٹاسک ۵ حذف مت کرنا",
	"ٹاسک ۶ کو مکمل نہ کریں", "کیا ٹاسک ۳ ہو گیا", "ٹاسک ۹ کیوں حذف کیا", "کیا میں ٹاسک ۴ کی تاریخ بدل سکتا ہوں", "ٹاسک ۸ حذف نہیں کرنا",
	"کیا ٹاسک ۱۲ حذف ہو گیا ہے", "ٹاسک ۷ کس نے مکمل کیا", "کیا ہم ٹاسک ۶ حذف کریں یا رہنے دیں", "اگر میں ٹاسک ۴ حذف کر دوں تو کیا ہوگا",
	"جم والا ٹاسک ابھی مکمل مت کرو",
	"کیا ٹاسک ۲ ہٹا دوں؟", "agar aap task 5 delete kar dein ge to kya hoga", "aap task 5 delete kar dein ge to mujhe masla hoga",
	"agar tum task 5 hatao ge to main naraz hun ga", "اگر آپ ٹاسک ۵ حذف کر دیں گے تو کیا ہوگا", "آپ ٹاسک ۵ ہٹائیں گے تو مسئلہ ہوگا",
	"if you delete task 5 what happens",
	"kya aap bata sakte hain task 4 delete hua ya nahi", "task 5 kal khud delete ho jaye ga kya", "hum task 5 delete karenge?",
	"کیا ٹاسک ۵ حذف ہو جائے گا",
	"log task 5 delete karenge kya", "kya task 5 apne aap complete ho jaye ga", "ٹاسک ۱۰ کب مکمل کیا تھا", "کیا تم نے یاد دہانی لگا دی تھی؟",
}

func TestAnOrderMayBeAskedForPolitely(t *testing.T) {
	d := detector(t)
	for want, sentences := range askedFor {
		for _, sentence := range sentences {
			if got, rule := d.Explain(input(sentence)); got.Intent != want {
				t.Errorf("%q is %s by %q, want %s", sentence, got.Intent, rule, want)
			}
		}
	}
}

func TestAQuestionChangesNoTask(t *testing.T) {
	d := detector(t)
	for _, sentence := range noOrders {
		if got, rule := d.Explain(input(sentence)); got.Intent.Writes() {
			t.Errorf("%q is %s by %q", sentence, got.Intent, rule)
		}
	}
}

func input(sentence string) detect.Input {
	return detect.Input{Text: sentence, Now: evaluation.Now()}
}

// Questions about what I should or may do are no orders, whatever they are about.
func TestAskingWhetherToDoAThingDoesNothing(t *testing.T) {
	d := detector(t)
	for _, of := range []struct{ before, deeds, after []string }{
		{
			[]string{
				"should I", "shall I", "may I", "do I have to", "am I allowed to", "would it be wrong to", "could it be harmful to", "is it safe to",
				"why should I",
				"what if I", "how can I", "can one", "did you", "is it necessary to", "would you recommend I",
				"do you think I should", "was I supposed to",
			},
			[]string{
				"delete task 3", "mark it done", "complete task 4", "add a task for Fajr", "change task 2 to high priority", "cancel my gym task",
				"finish the milk task",
				"rename task 5", "make a new task", "move task 6 to tomorrow", "reopen task 7", "set a reminder for Asr", "make it daily",
			},
			[]string{""},
		},
		{
			[]string{"", "kya "},
			[]string{"task 3 delete", "dentist wala task complete", "Fajr ka task add", "isay update", "gym wala kaam mark complete",
				"isay cancel", "gym wala kaam khatam"},
			[]string{
				"kar dun?", "kar dun kya", "karun?", "karna chahiye?", "karna chahiye ya nahi", "kar doon", "kr lun?", "karna theek hai?",
				"karna zaroori hai kya", "kar sakta hun?",
				"karne se kya hoga", "karein ya rehne dein?",
			},
		},
		{
			[]string{"", "کیا "},
			[]string{"ٹاسک ۳ حذف", "ڈاکٹر والا کام مکمل", "اسے شامل", "اسے کینسل", "ڈاکٹر والا کام ڈیلیٹ"},
			[]string{
				"کر دوں؟", "کر دوں", "کروں؟", "کرنا چاہیے؟", "کرنا چاہیے یا نہیں", "کرنا ٹھیک ہے؟", "کرنا ضروری ہے کیا", "کر سکتا ہوں؟",
				"کرنے سے کیا ہوگا", "کر لوں کیا", "کریں یا رہنے دیں؟",
			},
		},
	} {
		for _, before := range of.before {
			for _, deed := range of.deeds {
				for _, after := range of.after {
					text := strings.TrimSpace(before + " " + deed + " " + after)
					if got, rule := d.Explain(detect.Input{Text: text, Now: evaluation.Now()}); got.Intent.Writes() {
						t.Errorf("%q is %s by %q", text, got.Intent, rule)
					}
				}
			}
		}
	}
}
