package messages_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
)

func read(t *testing.T, language detect.Language) map[string]any {
	t.Helper()
	raw, err := os.ReadFile("data/" + string(language) + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]any
	if err := json.Unmarshal(raw, &texts); err != nil {
		t.Fatal(err)
	}
	return texts
}

func TestAllLanguagesHaveTheSameMessages(t *testing.T) {
	english := read(t, detect.English)
	for _, language := range messages.Languages() {
		texts := read(t, language)
		for key := range maps.Keys(english) {
			text, ok := texts[key]
			if !ok {
				t.Errorf("%s has no %s", language, key)
				continue
			}
			if want, got := placeholders(t, key, english[key]), placeholders(t, key, text); !slices.Equal(want, got) {
				t.Errorf("%s: %s: placeholders %v, in English %v", language, key, got, want)
			}
		}
		for key := range texts {
			if _, ok := english[key]; !ok {
				t.Errorf("%s has %s, which English has not", language, key)
			}
		}
	}
}

func TestEachLanguageKeepsItsScript(t *testing.T) {
	arabic, latin := regexp.MustCompile(`\p{Arabic}`), regexp.MustCompile(`[A-Za-z]{2,}`)
	allowed := regexp.MustCompile(`X-User-ID|user_id|--user|Roman`)
	for _, language := range messages.Languages() {
		for key, text := range read(t, language) {
			raw, _ := json.Marshal(text) // came from JSON
			said := placeholder.ReplaceAllString(strings.NewReplacer(`"one":`, "", `"other":`, "").Replace(string(raw)), "")
			said = allowed.ReplaceAllString(said, "")
			if language == detect.Urdu && (latin.MatchString(said) || regexp.MustCompile(`[0-9]`).MatchString(said)) {
				t.Errorf("%s in Urdu script: %s", key, said)
			}
			if language != detect.Urdu && arabic.MatchString(said) {
				t.Errorf("%s in %s: %s", key, language, said)
			}
		}
	}
}

// The catalogue contains every key in the chat's code, and no other.
func TestTheCodeAndTheCatalogueKnowTheSameKeys(t *testing.T) {
	named := map[string]bool{}
	literal := regexp.MustCompile(`"([a-z][a-z_]+)"`)
	prefixes := regexp.MustCompile(`^(weekday|month|prayer|priority|recurrence|category|grade|language|school)_|` +
		`^(compass|islamic_month|islamic_basis|occasion|forbidden|talk|asked|rule|borrowed)_|` +
		`^(country|tasks|no_tasks|confirm|unknown)_|^ask_[a-z]+_task_id$|^no_masjids_in$`)
	for _, pattern := range []string{"../chat/*.go", "../dialogue/*.go", "../topics/*/*.go", "../topics/*/*/*.go", "../words/*.go", "*.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range literal.FindAllStringSubmatch(string(source), -1) {
				named[found[1]] = true
			}
			for _, found := range regexp.MustCompile(`[sS]ay\("([a-z_]+)"`).FindAllStringSubmatch(string(source), -1) {
				if _, ok := read(t, detect.English)[found[1]]; !ok && !strings.HasSuffix(found[1], "_") {
					t.Errorf("%s says %s, which the catalogue has not", path, found[1])
				}
			}
		}
	}
	for key := range read(t, detect.English) {
		if !named[key] && !prefixes.MatchString(key) {
			t.Errorf("nothing says %s", key)
		}
	}
}

func TestSpoken(t *testing.T) {
	catalogue, err := messages.New()
	if err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation("Asia/Karachi")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 3, 2, 10, 0, 0, 0, zone)
	at := func(month time.Month, day, hour, minute int) time.Time {
		return time.Date(2026, month, day, hour, minute, 0, 0, zone)
	}
	en, roman, ur := catalogue.In(detect.English), catalogue.In(detect.RomanUrdu), catalogue.In(detect.Urdu)
	for _, c := range []struct {
		at                time.Time
		english, latin, u string
	}{
		{at(3, 3, 6, 0), "tomorrow at 6:00 am", "kal subah 6 baje", "کل صبح ۶ بجے"},
		{at(3, 3, 6, 30), "tomorrow at 6:30 am", "kal subah 6:30 baje", "کل صبح ۶:۳۰ بجے"},
		{at(3, 2, 17, 5), "today at 5:05 pm", "aaj shaam 5:05 baje", "آج شام ۵:۰۵ بجے"},
		{at(3, 4, 12, 45), "the day after tomorrow at 12:45 pm", "parson dopahar 12:45 baje", "پرسوں دوپہر ۱۲:۴۵ بجے"},
		{at(3, 6, 0, 0), "on Friday, 6 March", "jumma 6 March", "جمعہ ۶ مارچ"},
		{at(3, 20, 21, 0), "on Friday, 20 March at 9:00 pm", "jumma 20 March raat 9 baje", "جمعہ ۲۰ مارچ رات ۹ بجے"},
		{at(3, 1, 0, 0), "yesterday", "guzashta kal", "گزشتہ کل"},
		{
			time.Date(2027, 1, 1, 2, 15, 0, 0, zone),
			"on Friday, 1 January 2027 at 2:15 am", "jumma yakum January 2027 raat 2:15 baje", "جمعہ یکم جنوری ۲۰۲۷ رات ۲:۱۵ بجے",
		},
		{at(3, 2, 0, 0).UTC(), "today", "aaj", "آج"},
	} {
		for book, want := range map[*messages.Book]string{en: c.english, roman: c.latin, ur: c.u} {
			if got := book.When(c.at, now); got != want {
				t.Errorf("%v in %s: %q, want %q", c.at, book.Language, got, want)
			}
		}
	}
	midnight := at(3, 6, 0, 0)
	for book, want := range map[*messages.Book]string{
		en: "on Friday, 6 March at 12:00 am", roman: "jumma 6 March raat 12 baje", ur: "جمعہ ۶ مارچ رات ۱۲ بجے",
	} {
		if got := book.Moment(midnight, now); got != want {
			t.Errorf("what happens at midnight, in %s: %q, want %q", book.Language, got, want)
		}
	}
	for d, want := range map[time.Duration][3]string{
		30 * time.Second: {"1 minute", "1 minute", "۱ منٹ"}, 45 * time.Minute: {"45 minutes", "45 minute", "۴۵ منٹ"},
		time.Hour: {"1 hour", "1 ghanta", "۱ گھنٹہ"}, 165 * time.Minute: {"2 hours 45 minutes", "2 ghante 45 minute", "۲ گھنٹے ۴۵ منٹ"},
	} {
		if got := [3]string{en.Duration(d), roman.Duration(d), ur.Duration(d)}; got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
	if got := ur.Say("tasks_pending", messages.Args{"count": 12, "filters": ""}); got != "آپ کے ۱۲ کام باقی ہیں:" {
		t.Errorf("many: %s", got)
	}
	if got := en.Say("tasks_pending", messages.Args{"count": 1, "filters": ""}); got != "You have 1 pending task:" {
		t.Errorf("one: %s", got)
	}
	if got := en.ClockText("24:61"); got != "24:61" {
		t.Errorf("what is no time: %s", got)
	}
	if got := catalogue.In("fr").Language; got != detect.English {
		t.Errorf("a language that the chat does not speak: %s", got)
	}
}

// The part of the day is that of the prayer, and English says am and pm by the clock.
func TestATimeOfAPrayerIsToldAsPeopleDo(t *testing.T) {
	catalogue, err := messages.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ prayer, clock, english, roman, urdu string }{
		{"isha", "19:02", "7:02 pm", "raat 7:02 baje", "رات ۷:۰۲ بجے"},
		{"isha", "00:10", "12:10 am", "raat 12:10 baje", "رات ۱۲:۱۰ بجے"},
		{"Fajr", "03:30", "3:30 am", "subah 3:30 baje", "صبح ۳:۳۰ بجے"},
		{"dhuhr", "11:50", "11:50 am", "dopahar 11:50 baje", "دوپہر ۱۱:۵۰ بجے"},
		{"maghrib", "21:20", "9:20 pm", "shaam 9:20 baje", "شام ۹:۲۰ بجے"},
		{"asr", "16:56", "4:56 pm", "shaam 4:56 baje", "شام ۴:۵۶ بجے"},
		{"isha", "soon", "soon", "soon", "soon"},
	} {
		for i, want := range []string{c.english, c.roman, c.urdu} {
			if got := catalogue.In(messages.Languages()[i]).PrayerClockText(c.prayer, c.clock); got != want {
				t.Errorf("%s at %s: %q, want %q", c.prayer, c.clock, got, want)
			}
		}
	}
}

func TestATimeThatGoesWithAPrayerIsAtItsPartOfTheDay(t *testing.T) {
	catalogue, err := messages.New()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		prayer       string
		hour, minute int
		roman, urdu  string
	}{
		{"Isha", 19, 2, "aaj raat 7:02 baje", "آج رات ۷:۰۲ بجے"},
		{"Maghrib", 20, 15, "aaj shaam 8:15 baje", "آج شام ۸:۱۵ بجے"},
		{"Fajr", 3, 30, "aaj subah 3:30 baje", "آج صبح ۳:۳۰ بجے"},
		{"Isha", 15, 0, "aaj dopahar 3 baje", "آج دوپہر ۳ بجے"}, // due at another time than the prayer's
		{"", 19, 2, "aaj shaam 7:02 baje", "آج شام ۷:۰۲ بجے"},
	} {
		at := time.Date(2026, 3, 2, c.hour, c.minute, 0, 0, time.UTC)
		roman := catalogue.In(detect.RomanUrdu).PrayerWhen(c.prayer, at, now)
		urdu := catalogue.In(detect.Urdu).PrayerWhen(c.prayer, at, now)
		if roman != c.roman || urdu != c.urdu {
			t.Errorf("%d:%02d with %q is %q and %q, want %q and %q", c.hour, c.minute, c.prayer, roman, urdu, c.roman, c.urdu)
		}
	}
}

// A reply begins as a sentence does, whatever its first word came from.
func TestASentenceBeginsWithACapital(t *testing.T) {
	for text, want := range map[string]string{"aaj ka koi task": "Aaj ka koi task", "“milk” is": "“milk” is", "آج": "آج", "": ""} {
		if got := messages.Sentence(text); got != want {
			t.Errorf("%q begins %q, want %q", text, got, want)
		}
	}
}

func TestAReferenceIsWrittenInTheLanguage(t *testing.T) {
	catalogue, err := messages.New()
	if err != nil {
		t.Fatal(err)
	}
	for english, want := range map[string][2]string{
		"Sahih al-Bukhari 6502; Forty Hadith of al-Nawawi 38": {"Sahih Bukhari 6502; Arbaeen Nawawi 38", "صحیح بخاری ۶۵۰۲؛ اربعین نووی ۳۸"},
		"Sahih Muslim 49 (a part of it)":                      {"Sahih Muslim 49 (is ka ek hissa)", "صحیح مسلم ۴۹ (اس کا ایک حصہ)"},
		"Musnad Ahmad":                                        {"Musnad Ahmad", "مسند احمد"},
		"Some Book (second edition) 7":                        {"Some Book (second edition) 7", "Some Book (second edition) ۷"},
		"":                                                    {"", ""},
	} {
		for i, want := range []string{english, want[0], want[1]} {
			if got := catalogue.In(messages.Languages()[i]).Reference(english); got != want {
				t.Errorf("%q: %q, want %q", english, got, want)
			}
		}
	}
}

func TestDataStaysData(t *testing.T) {
	for text, want := range map[string]string{
		"a\nb\tc":                    "a b c",
		"x\u202Egnp.exe":             "xgnp.exe",
		"قرآن \u2067x\u2069":         "قرآن x",
		"\x1b[2Jclear":               "[2Jclear",
		"{title} ignore all of this": "{title} ignore all of this",
	} {
		if got := messages.Data(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	catalogue, err := messages.New()
	if err != nil {
		t.Fatal(err)
	}
	said := catalogue.In(detect.English).Say("task_restored", messages.Args{"id": 1, "title": "{id} {title}"})
	if said != "Task 1 is back: “{id} {title}”." {
		t.Errorf("placeholders in a title were filled: %s", said)
	}
}
