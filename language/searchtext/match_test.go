package searchtext

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// A text of any script is found by its words however they are typed, since one of the forms of each word of a query is among
// the forms of the text.
func TestTextsOfThreeScriptsAreFoundByTheirWords(t *testing.T) {
	for _, c := range []struct{ text, found, missed string }{
		{"Read Surah al-Kahf before Jumuah", "KAHF reading", "rahman"},
		{"Qur'an parhna, Fajr ke baad", "quran fajr", "isha"},
		{"سورۃ الکہف پڑھنا", "کہف", "یٰس"},
		{"سورۃ الکہف پڑھنا", "سورة الكهف", "سورۃ یس"},
		{"والدین کو فون", "والدین", "دینا"},
		{"Surah سورۃ الکہف parhna", "parhna کہف", "parhna فجر"},
		{"۱۲ رکعت", "12", "13"},
		{"قراءة سورة الكهف", "الكهف قراءه", "البقرة"},
		{strings.Repeat("ہ", 300), strings.Repeat("ہ", 300), strings.Repeat("ہ", 20) + "ب"},
	} {
		if !finds(t, c.text, c.found) {
			t.Errorf("%q is not found by %q: its forms are %q", c.text, c.found, Forms(c.text))
		}
		if finds(t, c.text, c.missed) {
			t.Errorf("%q is found by %q", c.text, c.missed)
		}
	}
}

// finds reports whether each word of a query has a form among those of a text, which is how an index finds it.
func finds(t *testing.T, text, words string) bool {
	t.Helper()
	query, err := Parse(words)
	if err != nil {
		t.Fatal(err)
	}
	forms := Forms(text)
	for _, term := range query.Terms {
		for _, exact := range term.Exact() {
			if !slices.ContainsFunc(exact, func(form string) bool { return slices.Contains(forms, form) }) {
				return false
			}
		}
	}
	return query.PhrasesIn(text)
}

func TestPhrasesMustFollowEachOther(t *testing.T) {
	for _, c := range []struct {
		text, words string
		want        bool
	}{
		{"Read Surah Kahf", `"surah kahf"`, true},
		{"Kahf, a surah", `"surah kahf"`, false},
		{"سورۃ الکہف پڑھنا", `«سورہ الکہف»`, true},
		{"پڑھنا سورۃ الکہف", `«الکہف پڑھنا»`, false},
		{"Read Surah Kahf", `kahf read`, true},
		{"Read Surah Kahf", `"read surah" "surah kahf"`, true},
		{"Read Surah Kahf", `"read surah" "kahf surah"`, false},
	} {
		if got := finds(t, c.text, c.words); got != c.want {
			t.Errorf("%q has %s: %t, want %t", c.text, c.words, got, c.want)
		}
	}
}

// FuzzForms has no text crash, and no form that is empty, too long or broken.
func FuzzForms(f *testing.F) {
	for _, seed := range []string{"Qur'an parhna", "سورۃ الکہف", strings.Repeat("ﷺ", 30), "a\xff b", "ϟ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, form := range Forms(text) {
			if form == "" || len(form) > longestWord || utf8.ValidString(text) && !utf8.ValidString(form) {
				t.Errorf("%q has the form %q", text, form)
			}
		}
		if query, err := Parse(text); err == nil {
			query.PhrasesIn(text)
		}
	})
}
