package words_test

import (
	"strings"
	"testing"

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
