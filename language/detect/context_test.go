package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/talk"
)

// What goes on with a task that was just spoken of needs no word for it.
func TestWhatGoesOnWithATask(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]detect.Intent{
		"make it daily": detect.UpdateTask, "اسے جمعے تک کر دو": detect.UpdateTask, "aur bijli wala parson tak kar do": detect.UpdateTask,
		"usay wapis pending kar do": detect.UpdateTask, "oh galti ho gai, usay wapis pending kar do": detect.UpdateTask,
		"balke parson rakho": detect.UpdateTask, "push it to Thursday": detect.UpdateTask, "due Sunday": detect.UpdateTask,
		"put that one back to pending": detect.UpdateTask, "change its priority to low": detect.UpdateTask,
		"iska naam badal kar Fajr ki sunnat rakh do": detect.UpdateTask, "call it dental checkup instead": detect.UpdateTask,
		"نہیں نہیں، ابھی نہیں ہوا، واپس باقی میں کر دو": detect.UpdateTask,
		"teesre ka naam badal kar chehl qadmi kar do":   detect.UpdateTask, "doosre ka naam chehl qadmi rakh do": detect.UpdateTask,
		"تیسرے کا نام بدل کر چہل قدمی کر دو": detect.UpdateTask,
		"ye ho gaya": detect.CompleteTask,
		"یہ ہو گیا ہے، مکمل کر دو": detect.CompleteTask, "اور کتاب والا ہو گیا ہے": detect.CompleteTask,
		"the iron one is done btw": detect.CompleteTask, "تیسرا مکمل کر دو": detect.CompleteTask,
		"doosra wala complete krdo": detect.CompleteTask, "zakat wala complete krdo": detect.CompleteTask,
		"aur pehla delete kar do": detect.DeleteTask, "actually delete that task I just made": detect.DeleteTask,
		"ab kya reh gaya?": detect.ListTasks, "what do I have left": detect.ListTasks, "اب کون سے کام باقی ہیں": detect.ListTasks,
		"wahan maghrib kab hai": detect.GetPrayerTimes, "surprise me with a hadith": detect.GetRandomHadith,
		"add a task to make dua after that one": detect.CreateTask,
	} {
		got, rule := d.Explain(detect.Input{Text: sentence, Now: evaluation.Now(), About: detect.Tasks})
		if got.Intent != want {
			t.Errorf("%q is %s by %q, want %s", sentence, got.Intent, rule, want)
		}
	}
}

func TestWhatGoesOnWithAPrayer(t *testing.T) {
	d := detector(t)
	for _, sentence := range []string{"ok which one is next from now", "which one is next", "agli konsi hai"} {
		got, rule := d.Explain(detect.Input{Text: sentence, Now: evaluation.Now(), About: detect.Prayers})
		if got.Intent != detect.GetCurrentPrayer {
			t.Errorf("%q is %s by %q", sentence, got.Intent, rule)
		}
	}
}

// What is asked of a masjid that was just spoken of needs no name.
func TestWhatGoesOnWithAMasjid(t *testing.T) {
	d := detector(t)
	for _, sentence := range []string{"is ka imam kaun hai", "who is the imam there?", "wahan parking hai?", "address kya hai",
		"what's the address", "اس کا امام کون ہے", "پتہ کیا ہے"} {
		got, rule := d.Explain(detect.Input{Text: sentence, Now: evaluation.Now(), About: detect.Masjids})
		if got.Intent != detect.GetMasjidDetails {
			t.Errorf("%q is %s by %q", sentence, got.Intent, rule)
		}
	}
}

func TestCues(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]detect.Cues{
		"pehla wala delete kar do": {Ordinal: 1},
		"the last one":             {Ordinal: -1, Continues: true},
		"rehne do":                 {Act: detect.Drop, Continues: true},
		"nahi chhoro rehne do":     {Act: detect.Drop, Continues: true},
		"never mind":               {Act: detect.Drop, Continues: true},
		"haan":                     {Act: detect.Yes, Continues: true},
		"undo":                     {Act: detect.Undo, Continues: true},
		"shukriya":                 {Act: detect.Thanks, Continues: true},
		"task 3 delete mat karna":  {Negated: true},
		"how do I delete a task":   {HowTo: true},
	} {
		got := ask(d, sentence).Cues
		got.Neutral, got.Talk = false, talk.Told{}
		if got != want {
			t.Errorf("%q has %+v, want %+v", sentence, got, want)
		}
	}
}

// An answer to what a task should be called is its title, whatever it says.
func TestAnAnswerIsATitle(t *testing.T) {
	d := detector(t)
	for answer, want := range map[string]string{
		"Read Surah Mulk": "Read Surah Mulk", "سورۃ الکہف پڑھنا": "سورۃ الکہف پڑھنا",
		"finish the hadith assignment": "finish the hadith assignment",
		"complete my homework":         "complete my homework", "delete old photos": "delete old photos", "Fajr": "Fajr",
		"call the imam about the masjid": "call the imam about the masjid",
	} {
		got := d.Fragment(detect.Input{Text: answer, Now: evaluation.Now()}, detect.CreateTask)
		if got.Slots.Title == nil || *got.Slots.Title != want {
			t.Errorf("%q has the title %v", answer, got.Slots.Title)
		}
	}
	for answer, want := range map[string]string{"the class one": "class", "zakat wala": "zakat", "درس والا": "درس"} {
		got := d.Fragment(detect.Input{Text: answer, Now: evaluation.Now()}, detect.DeleteTask)
		if got.Slots.TaskRef == nil || *got.Slots.TaskRef != want {
			t.Errorf("%q has the reference %v", answer, got.Slots.TaskRef)
		}
	}
}
