package spelling_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/salaatflow/platform/language/spelling"
)

func TestWhatIsTheSameToAReaderHasTheSameWords(t *testing.T) {
	for want, spellings := range map[string][]string{
		"fb area":          {"F.B. Area", "f.b area", "  FB-AREA "},
		"gulshan e iqbal":  {"Gulshan-e-Iqbal", "GULSHAN E IQBAL", "Gülshan–é–Iqbal"},
		"گلشن اقبال":       {"گلشنِ اقبال", "گلشن اقبال", "ﮔﻠﺸﻦ اقبال", "گلشــن اقبال"},
		"اسکیم 33":         {"اسکیم ۳۳", "اسکیم ٣٣", "اسكيم 33"},
		"مدینہ":            {"مدينة", "مدینه", "مدینۃ"},
		"baitul mukarram":  {"Bait'ul Mukarram", "Bait’ul Mukarram"},
		"نارتہ ناظم اباد":  {"نارتھ ناظم آباد", "نارتھ ناظم اباد"},
		"":                 {"", " .- ", "\u200f"},
		"north nazimabad3": {"North Nazimabad3"},
	} {
		for _, text := range spellings {
			if got := strings.Join(spelling.Words(text), " "); got != want {
				t.Errorf("Words(%q) = %q, want %q", text, got, want)
			}
		}
	}
}

func TestNamesWrittenByEarHaveOneSkeleton(t *testing.T) {
	for _, same := range [][]string{
		{"rehman", "rahman", "rahmaan", "rehmaan"},
		{"farooq", "faruq", "farouk"},
		{"siddiqui", "siddiqi", "sidiqui"},
		{"usman", "usmaan"},
		{"nazimabad", "naazimabaad", "nazeemabad"},
		{"mustafa", "mostafa", "mustapha"},
	} {
		for _, word := range same[1:] {
			if spelling.Skeleton(word) != spelling.Skeleton(same[0]) {
				t.Errorf("%s has the skeleton %s, %s has %s", same[0], spelling.Skeleton(same[0]), word, spelling.Skeleton(word))
			}
		}
	}
	if spelling.Skeleton("madina") == spelling.Skeleton("makki") {
		t.Error("different names have one skeleton")
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		limit, want int
	}{
		{"tooba", "tooba", 2, 0}, {"tooba", "toba", 2, 1}, {"tooba", "tobaa", 2, 2}, {"memon", "meomn", 2, 1},
		{"memon", "binori", 2, 3}, {"", "ab", 2, 2}, {"abc", "", 2, 3}, {"مدینہ", "مدینا", 1, 1},
	} {
		if got := spelling.Distance(c.a, c.b, c.limit); got != c.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", c.a, c.b, c.limit, got, c.want)
		}
	}
}

func FuzzWords(f *testing.F) {
	for _, text := range []string{"F.B. Area", "نارتھ ناظم آباد", "ﷺ", "İ", "\xff", "ǅ", "00000\xf1È"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := spelling.Words(text)
		if again := spelling.Words(strings.Join(words, " ")); !slices.Equal(words, again) {
			t.Fatalf("the words of %q are %q, theirs are %q", text, words, again)
		}
		for _, word := range words {
			if word == "" || strings.ContainsFunc(word, unicode.IsSpace) {
				t.Fatalf("%q has the word %q", text, word)
			}
			if spelling.Distance(word, word, 0) != 0 {
				t.Fatalf("%q is not itself", word)
			}
			spelling.Skeleton(word)
		}
	})
}
