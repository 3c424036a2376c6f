package detect_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

func ask(d *detect.Detector, sentence string) detect.Result {
	return d.Detect(detect.Input{Text: sentence, Now: evaluation.Now()})
}

// The keywords by which the tools' specification (appendix A) finds each tool.
func TestTheKeywordsOfTheSpecification(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]detect.Intent{
		"create a task": detect.CreateTask, "ek task bana do": detect.CreateTask, "add a task": detect.CreateTask,
		"show my tasks": detect.ListTasks, "list tasks": detect.ListTasks, "mere task dikhao": detect.ListTasks,
		"update task 3": detect.UpdateTask, "change task 3": detect.UpdateTask, "edit task 3": detect.UpdateTask,
		"delete task 3": detect.DeleteTask, "remove task 3": detect.DeleteTask, "task 3 hata do": detect.DeleteTask,
		"complete task 3": detect.CompleteTask, "task 3 is done": detect.CompleteTask, "finish task 3": detect.CompleteTask,
		"masjid in Clifton": detect.ListMasjids, "mosques in DHA": detect.ListMasjids,
		"details of Memon Masjid": detect.GetMasjidDetails, "info about Memon Masjid": detect.GetMasjidDetails,
		"search masjid Madina": detect.SearchMasjids, "find masjid named Madina": detect.SearchMasjids,
		"prayer time": detect.GetPrayerTimes, "namaz time": detect.GetPrayerTimes, "prayer times today": detect.GetPrayerTimes,
		"current prayer": detect.GetCurrentPrayer, "next prayer": detect.GetCurrentPrayer,
		"daily hadith": detect.GetDailyHadith, "aaj ki hadith": detect.GetDailyHadith,
		"random hadith": detect.GetRandomHadith, "koi hadith": detect.GetRandomHadith,
	} {
		got := ask(d, sentence).Intent
		if got != want && (want != detect.ListMasjids || got != detect.SearchMasjids) {
			t.Errorf("%q is %s, want %s", sentence, got, want)
		}
	}
}

var goals = map[string]detect.Phrases{
	"list_goals": {
		detect.English:   {"show my goals for Ramadan", "what are my goals"},
		detect.RomanUrdu: {"mere ahdaaf dikhao", "Ramzan ke goals batao"},
		detect.Urdu:      {"میرے اہداف دکھاؤ"},
	},
	"book_qurbani": {detect.English: {"book a share of a cow for qurbani"}, detect.RomanUrdu: {"qurbani ka hissa book karo"}},
	"greedy":       {detect.English: {"delete task 3", "show my tasks", "what time is Maghrib", "masjid", "don't delete task 3"}},
}

func TestAToolIsAskedForByItsPhrases(t *testing.T) {
	d := detector(t).WithPhrases(goals)
	for sentence, want := range map[string]detect.Intent{
		"show my goals for Ramadan":                  "list_goals",
		"please show my goals for ramadan":           "list_goals",
		"what are my golas?":                         detect.Unknown, // two letters of the only word that tells
		"mere ahdaaf dikha do":                       "list_goals",
		"میرے اھداف دکھائیں":                         "list_goals",
		"qurbani ka hisa book karo plz":              "book_qurbani",
		"book a share of a cow for qurbani tomorrow": "book_qurbani",
		"who won the match":                          detect.Unknown,
		"how do I book a share of a cow for qurbani": detect.Unknown,
	} {
		if got := ask(d, sentence); got.Intent != want {
			t.Errorf("%q is %s (%.2f), want %s", sentence, got.Intent, got.Confidence, want)
		}
	}
}

// An exact phrase wins over what the platform only guesses, and over none of its own orders.
func TestAnExactPhraseWinsOverAGuess(t *testing.T) {
	d := detector(t).WithPhrases(map[string]detect.Phrases{
		"count_tasks": {detect.English: {"count my tasks", "count my tasks by priority"}, detect.RomanUrdu: {"mere tasks gino"},
			detect.Urdu: {"میرے کام گنو"}},
		"goals": {detect.English: {"delete my goal", "remind me of my goals", "add a memory", "mark attendance", "show my goals",
			"complete my profile survey", "how do I set a goal"}},
		"greedy": {detect.English: {
			"delete task 3", "show my tasks", "what time is maghrib", "masjid", "don't delete task 3", "complete the gym task", "yes", "undo",
			"leave it", "delete all my tasks", "no thanks",
		}},
		"twin_1": {detect.English: {"water the garden"}}, "twin_2": {detect.English: {"water the garden"}},
	})
	for sentence, want := range map[string]detect.Intent{
		"count my tasks": "count_tasks", "Count my tasks, please!": "count_tasks", "count my tasks by priority": "count_tasks",
		"mere tasks gino": "count_tasks", "میرے کام گنو": "count_tasks",
		"delete my goal": "goals", "remind me of my goals": "goals", "add a memory": "goals", "mark attendance": "goals",
		"show my goals": "goals", "complete my profile survey": "goals",
		"how do I set a goal": "goals",
		"delete task 3":       detect.DeleteTask, "show my tasks": detect.ListTasks, "what time is Maghrib": detect.GetPrayerTimes,
		"complete the gym task": detect.CompleteTask,
		"don't delete task 3":   detect.Unknown, "yes": detect.Unknown, "undo": detect.Unknown, "leave it": detect.Unknown,
		"no thanks": detect.Unknown, "delete all my tasks": detect.DeleteTask,
	} {
		got := ask(d, sentence)
		if got.Intent != want || got.Cues.Exact != (want != "" && (want == "count_tasks" || want == "goals")) {
			t.Errorf("%q is %s (%.2f, exact %t), want %s", sentence, got.Intent, got.Confidence, got.Cues.Exact, want)
		}
	}
	if got := d.Detect(detect.Input{Text: "delete task 3", Now: evaluation.Now(), About: detect.Tasks}); got.Intent != detect.DeleteTask {
		t.Errorf("delete task 3, of tasks, is %s", got.Intent)
	}
	if got := ask(d, "water the garden"); got.Cues.Exact {
		t.Errorf("a phrase of two tools is %s", got.Intent)
	}
}

// Behind a colon stands what the tool of a phrase is given, whatever the platform would make of the whole.
func TestAPhraseMayBringItsArgument(t *testing.T) {
	d := detector(t).WithPhrases(memories)
	for sentence, want := range map[string]string{
		"keep a memory: I read two pages of Quran":   "I read two pages of Quran",
		"Please keep a memory: don't delete task 3":  "don't delete task 3",
		"ek yaad mehfooz karo: maine do safhe parhe": "maine do safhe parhe",
		"ایک یاد محفوظ کرو： میں نے دو صفحے پڑھے":     "میں نے دو صفحے پڑھے",
		"ek yaad mehfooz karo":                       "", "ایک یاد محفوظ کرو": "", "keep a memory": "", "keep a memory: ": "",
	} {
		got := ask(d, sentence)
		if got.Intent != "add_memory" || !got.Cues.Exact || got.Cues.Argument != want {
			t.Errorf("%q is %s (exact %t) with %q, want %q", sentence, got.Intent, got.Cues.Exact, got.Cues.Argument, want)
		}
	}
	for _, sentence := range []string{
		"don't keep a memory: I read", "add a task: keep a memory", "delete task 1: keep a memory", "note: keep a memory",
	} {
		if got := ask(d, sentence); got.Cues.Exact {
			t.Errorf("%q is %s", sentence, got.Intent)
		}
	}
}

// What nearly is a phrase is told beside what the platform guesses to write, and never beside what orders it in so many words.
func TestANearPhraseIsToldBesideAGuess(t *testing.T) {
	d := detector(t).WithPhrases(memories)
	for sentence, want := range map[string]string{
		"keep a memory that I read two pages": "add_memory", "ek yaad mehfooz kar do": "add_memory", "ایک یاد محفوظ کر دو": "add_memory",
		"add a task: keep a memory": "", "task 3 is done": "", "buy milk": "", "remind me to call Ali": "",
	} {
		got := ask(d, sentence)
		if got.Cues.Nearly != want || want != "" && !got.Intent.Writes() {
			t.Errorf("%q is %s, nearly %q, want %q", sentence, got.Intent, got.Cues.Nearly, want)
		}
	}
}

var memories = map[string]detect.Phrases{"add_memory": {
	detect.English: {"keep a memory", "remember something for me"}, detect.RomanUrdu: {"ek yaad mehfooz karo"},
	detect.Urdu: {"ایک یاد محفوظ کرو"},
}}

// What orders something of a task that there is, agrees, refuses, undoes, or opens a request of the platform's is no tool's, even where
// it is a tool's phrase word by word.
func TestNoPhraseTakesWhatThePlatformOwns(t *testing.T) {
	plain := detector(t)
	for _, sentence := range []string{
		"delete task 3", "delete it", "delete that", "hata do", "isko hata do", "isko mita do", "delete everything", "sab mita do", "complete it",
		"delete the last one", "undo that", "mark it done", "it is done", "ho gaya", "yes please", "no leave it", "cancel it", "delete all",
		"remove the first one", "sab hata do", "اسے ہٹا دو", "سب مٹا دو", "یہ ہو گیا", "مکمل کر دو", "delete the milk one", "doodh wala hata do",
		"دودھ والا ہٹا دو", "remind me", "yaad dila do", "یاد دلا دو", "move it to friday", "change it", "rename it", "done with it",
		"show everything",
		"what do i have today", "kya kaam hai aaj", "next prayer", "agli namaz", "hadith sunao", "who am i", "clear my list", "empty my list",
		"wipe everything", "cross it off", "tick it off", "get rid of it", "undo kar do", "wapas lao", "rehne do", "likh lo", "note karo",
	} {
		in := []string{sentence}
		greedy := plain.WithPhrases(map[string]detect.Phrases{"greedy": {detect.English: in, detect.RomanUrdu: in, detect.Urdu: in}})
		got, want := ask(greedy, sentence), ask(plain, sentence)
		if got.Cues.Exact || got.Intent != want.Intent || got.Cues.Act != want.Cues.Act {
			t.Errorf("%q is %s (exact %t) where a tool has it for a phrase, else %s", sentence, got.Intent, got.Cues.Exact, want.Intent)
		}
		if got := ask(greedy, sentence+": my list"); got.Cues.Exact {
			t.Errorf("%q with an argument is %s", sentence, got.Intent)
		}
	}
}

// A phrase takes no sentence of the platform's tools, and none by which it is said what not to do.
func TestPhrasesTakeNothingFromThePlatform(t *testing.T) {
	plain := detector(t)
	greedy := plain.WithPhrases(goals)
	for _, sentence := range corpus(t) {
		before, after := ask(plain, sentence.Text), ask(greedy, sentence.Text)
		if before.Intent != detect.Unknown && after.Intent != before.Intent {
			t.Errorf("%q was %s, is %s", sentence.Text, before.Intent, after.Intent)
		}
	}
	for _, denied := range []string{"don't delete task 3", "task 3 delete mat karna", "how do I delete task 3?"} {
		if got := ask(greedy, denied); got.Intent != detect.Unknown {
			t.Errorf("%q is %s", denied, got.Intent)
		}
	}
}

func TestALongTextIsReadInBoundedTime(t *testing.T) {
	d := detector(t)
	for _, piece := range []string{"a ", "task ", "nazim abad ", "fajr ke baad ", "کردو", "ٹاسک ", "12:30 ", "not ", "'", "e ul al "} {
		if got := ask(d, strings.Repeat(piece, 2000/len(piece)+1)); got.Confidence < 0 || got.Confidence > 1 {
			t.Errorf("%q many times: %+v", piece, got)
		}
	}
}

func FuzzDetect(f *testing.F) {
	d := detector(f).WithPhrases(goals)
	for _, seed := range []string{"delete task 3 at 5pm", "کل شام ۵ بجے یاد دلا دیں", "task 3 delete mat karna", "\xff\u200f'\"",
		"masjid e ", "no no", "task ke baad", "on second thoughts"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sentence string) {
		got := ask(d, sentence)
		if got.Intent == "" || got.Confidence < 0 || got.Confidence > 1 {
			t.Fatalf("%q is %+v", sentence, got)
		}
		for _, intent := range []detect.Intent{detect.CreateTask, detect.UpdateTask, detect.GetPrayerTimes, detect.ListTasks} {
			if r := d.Fragment(detect.Input{Text: sentence, Now: evaluation.Now()}, intent); r.Confidence < 0 || r.Confidence > 1 {
				t.Fatalf("%q for %s is %+v", sentence, intent, r)
			}
		}
	})
}
