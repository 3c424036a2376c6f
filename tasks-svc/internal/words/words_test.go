package words_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
	"github.com/salaatflow/platform/tasks-svc/internal/words"
)

// Every language asks in words of its own, and says which task is meant. A title is quoted as it is.
func TestTheQuestionNamesTheTask(t *testing.T) {
	const title = "{id} Read Surah Mulk"
	asked := map[string]string{}
	for _, language := range []string{"en", "ur-Latn", "ur"} {
		question := words.ConfirmDeletion(language, 12, title)
		if !strings.Contains(question, " 12") || !strings.Contains(question, title) || strings.Count(question, "{") != 1 {
			t.Errorf("%s: %s", language, question)
		}
		if other, twice := asked[question]; twice {
			t.Errorf("%s says what %s does", language, other)
		}
		asked[question] = language
	}
}

func TestAnUnknownLanguageIsEnglish(t *testing.T) {
	for _, language := range []string{"", "xx", "../en"} {
		if got, want := words.ConfirmDeletion(language, 1, "a"), words.ConfirmDeletion("en", 1, "a"); got != want {
			t.Errorf("%q: %s", language, got)
		}
	}
}

// A calendar's words are of its reader's language, and name each prayer.
func TestACalendarSpeaksItsReadersLanguage(t *testing.T) {
	for language, want := range map[string]string{
		"en": "When Dhuhr begins", "ur-Latn": "Jab Zuhr ka waqt shuru ho", "ur": "جب ظہر کا وقت شروع ہو", "xx": "When Dhuhr begins",
	} {
		if got := words.AtPrayer(language, "Dhuhr", 0); got != want {
			t.Errorf("%s: %s, want %s", language, got, want)
		}
		for _, prayer := range tasks.Prayers() {
			if said := words.AtPrayer(language, prayer, 0); strings.Contains(said, "{") || said == words.AtPrayer(language, "", 0) {
				t.Errorf("%s, %s: %s", language, prayer, said)
			}
		}
		if words.Calendar(language) == "" {
			t.Errorf("%s: the calendar has no name", language)
		}
	}
}

func TestACalendarSaysHowFarFromAPrayer(t *testing.T) {
	for language, want := range map[string][2]string{
		"en":      {"10 min before Maghrib begins", "15 min after Maghrib begins"},
		"ur-Latn": {"Maghrib ka waqt shuru hone se 10 minute pehle", "Maghrib ka waqt shuru hone ke 15 minute baad"},
		"ur":      {"مغرب کا وقت شروع ہونے سے 10 منٹ پہلے", "مغرب کا وقت شروع ہونے کے 15 منٹ بعد"},
	} {
		before, after := words.AtPrayer(language, "Maghrib", -10), words.AtPrayer(language, "Maghrib", 15)
		if before != want[0] || after != want[1] {
			t.Errorf("%s: %s and %s, want %v", language, before, after, want)
		}
	}
}

// A reminder is in its reader's language, and says which that is.
func TestAReminderSpeaksItsReadersLanguage(t *testing.T) {
	for language, want := range map[string][2]string{
		"en": {"It is time for this.", "en"}, "ur-Latn": {"Is kaam ka waqt ho gaya.", "ur-Latn"}, "ur": {"اس کام کا وقت ہو گیا۔", "ur"},
		"": {"It is time for this.", "en"},
	} {
		if text, spoken := words.Reminder(language); text != want[0] || spoken != want[1] {
			t.Errorf("%s: %s in %s, want %v", language, text, spoken, want)
		}
	}
}
