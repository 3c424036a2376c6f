package words_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/gateway/web/internal/words"
)

func load(t *testing.T) map[string]*words.Language {
	t.Helper()
	languages, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return languages
}

var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

// placeholders returns those of a text, sorted.
func placeholders(t *testing.T, language *words.Language, key string) []string {
	t.Helper()
	text, err := language.Say(key)
	if err != nil {
		t.Error(err)
	}
	if strings.TrimSpace(text) == "" {
		t.Errorf("%s: %q is empty", language.Tag, key)
	}
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return found
}

func TestACountThatWasCutOffSaysSo(t *testing.T) {
	languages := load(t)
	for tag, want := range map[string]string{words.English: "Tasks: 1000+", words.RomanUrdu: "Tasks: 1000+", words.Urdu: "کام: ۱۰۰۰+"} {
		if got, err := languages[tag].Say("tasks.count", "count", words.AtLeast(1000)); got != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tag, got, err, want)
		}
	}
}

func TestEveryTextIsThereInAllThreeLanguagesWithTheSamePlaceholders(t *testing.T) {
	languages := load(t)
	for _, tag := range words.Tags() {
		for _, key := range languages[tag].Keys() {
			want := placeholders(t, languages[tag], key)
			for _, other := range words.Tags() {
				if got := placeholders(t, languages[other], key); !slices.Equal(got, want) {
					t.Errorf("%s of %q has the placeholders %v, in %s %v", other, key, got, tag, want)
				}
			}
		}
	}
}

func TestTimesAreWrittenAsPeopleReadThem(t *testing.T) {
	languages := load(t)
	now := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct{ tag, clock, want string }{
		{"en", "00:05", "12:05 am"}, {"en", "12:19", "12:19 pm"}, {"ur-Latn", "17:43", "5:43 pm"},
		{"ur", "05:34", "صبح ۵:۳۴"}, {"en", "soon", "soon"},
	} {
		if got := languages[c.tag].Clock(c.clock); got != c.want {
			t.Errorf("%s in %s is %q, want %q", c.clock, c.tag, got, c.want)
		}
	}
	for _, c := range []struct {
		tag  string
		when time.Time
		want string
	}{
		{"en", now.Add(8 * time.Hour), "today, 6:00 pm"},
		{"en", time.Date(2026, 3, 3, 0, 0, 0, 0, time.UTC), "tomorrow"},
		{"en", time.Date(2026, 3, 6, 0, 0, 0, 0, time.UTC), "Friday, 6 March"},
		{"ur", time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC), "جمعہ ۶ مارچ، شام ۶:۰۰"},
		{"en", time.Date(2027, 3, 6, 0, 0, 0, 0, time.UTC), "Saturday, 6 March 2027"},
	} {
		if got := languages[c.tag].Moment(c.when, now); got != c.want {
			t.Errorf("%s in %s is %q, want %q", c.when, c.tag, got, c.want)
		}
	}
	if got := languages["en"].Remaining(2*60*60 + 5*60); got != "2 h 5 min" {
		t.Error(got)
	}
}

func TestTheLanguageIsTheOneAskedForOrThatOfTheBrowser(t *testing.T) {
	for _, c := range []struct {
		accept string
		wishes []string
		want   string
	}{
		{"", nil, "en"}, {"de, ur;q=0.8", nil, "ur"}, {"ur-PK,ur;q=0.9,en;q=0.8", nil, "ur"}, {"ur-Latn, en", nil, "ur-Latn"},
		{"ur", []string{"", "en"}, "en"}, {"en", []string{"xx", "ur-Latn"}, "ur-Latn"},
	} {
		if got := words.Choose(c.accept, c.wishes...); got != c.want {
			t.Errorf("%q, %v: %s, want %s", c.accept, c.wishes, got, c.want)
		}
	}
}

func TestALineIsSplitWhereItsScriptChanges(t *testing.T) {
	for _, c := range []struct {
		line, tag string
		want      []words.Run
	}{
		{"", "", nil},
		{"task 1", "", []words.Run{{Text: "task 1"}}},
		{"کام ۱", "", []words.Run{{"کام ۱", "ur"}}},
		{"Added “سورۃ پڑھنا”.", "en", []words.Run{{"Added “", ""}, {"سورۃ پڑھنا", "ur"}, {"”.", ""}}},
		{"طریقہ: University of Karachi، جیسا پاکستان میں رائج", "", []words.Run{
			{"طریقہ: ", "ur"}, {"University of Karachi", ""}, {"، جیسا پاکستان میں رائج", "ur"},
		}},
		{"Surah Kahf پڑھنا", "", []words.Run{{"Surah Kahf", ""}, {" پڑھنا", "ur"}}},
	} {
		if got := words.Runs(c.line, words.LangOf(c.line, c.tag)); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
	}
}

func TestAMixedLineGoesInTheDirectionOfItsSentence(t *testing.T) {
	for _, c := range []struct{ line, tag, want string }{
		{"Surah Kahf پڑھنا", "", "rtl"}, {"۱. Surah Kahf پڑھنا (کل صبح ۶ بجے)", "ur", "rtl"}, {"Karachi · طلوعِ آفتاب", "ur", "rtl"},
		{"Added task 3: “صدقہ دینا”", "en", "ltr"}, {"“صدقہ دینا” has been added.", "en", "ltr"},
		{"صدقہ دینا", "en", "rtl"}, {"صدقہ Charity", "", "rtl"}, {"read سورہ on Friday", "", "ltr"},
		{"Charity", "ur", "ltr"}, {"۱۲:۳۰", "ur", "auto"}, {"", "en", "auto"},
	} {
		if got := words.Direction(c.line, c.tag); got != c.want {
			t.Errorf("%q in %q goes %s, want %s", c.line, c.tag, got, c.want)
		}
	}
}
