package text_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/detect/text"
)

func forms(s text.Sentence) string {
	words := make([]string, 0, len(s.Tokens))
	for _, token := range s.Tokens {
		words = append(words, token.Norm)
	}
	return strings.Join(words, " ")
}

func TestOneFormForEveryWayOfTyping(t *testing.T) {
	for typed, want := range map[string]string{
		"":                           "",
		"Create a Fajr task":         "create a fajr task",
		"don't  DELETE task#34!!":    "dont delete task 34",
		"at 5pm, 9:30 or 17.45":      "at 5 pm 9 30 or 17 45",
		"Isha'a I’ve Israr's":        "ishaa ive isrars",
		"'give sadaqah' (daily)":     "give sadaqah daily",
		"Gulshan-e-Iqbal P.E.C.H.S.": "gulshan e iqbal p e c h s",
		"ﻧﻤﺎز":                       "نماز",
		"ظهر كا ٹاسك":                "ظہر کا ٹاسک",
		"ٹاسک ٨ اور ۸ اور 8":         "ٹاسک 8 اور 8 اور 8",
		"ہو\u200cگی \u200fکام\u200e": "ہوگی کام",
		"سورۃ یٰسین، زکوٰة نمـــاز": "سورۃ یسین زکوۃ نماز",
		"ا\u0653ج":                        "آج",
		"Ṣalāh at café":                   "salah at cafe",
		"task3کو":                         "task 3 کو",
		"👍🏽 ok ✅":                         "ok",
		"\x00\x07a\xffb":                  "a b",
		"１２ ｔａｓｋ":                         "12 task",
		"\u064e\u0650 \u202etask\u202c\t": "task",
	} {
		if got := forms(text.Parse(typed)); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
}

func TestGapsSayWhatStandsBetweenTokens(t *testing.T) {
	s := text.Parse("add: task#4, at 9:30? (yes)")
	want := []text.Gap{
		text.Edge, text.Colon | text.Space, text.Hash, text.Comma | text.Space, text.Space, text.Colon,
		text.Question | text.Space | text.Quote,
	}
	for i, token := range s.Tokens {
		if token.Before != want[i] {
			t.Errorf("before %q stands %b, want %b", token.Norm, token.Before, want[i])
		}
		if i > 0 && s.Tokens[i-1].After != token.Before {
			t.Errorf("after %q stands %b", s.Tokens[i-1].Norm, s.Tokens[i-1].After)
		}
	}
	if last := s.Tokens[len(s.Tokens)-1]; last.After != text.Quote|text.Edge {
		t.Errorf("at the end stands %b", last.After)
	}
}

func TestTidyKeepsWhatWasTyped(t *testing.T) {
	for typed, want := range map[string]string{
		"Read  Surah\tMulk":      "Read Surah Mulk",
		"سورۃ یٰسین":             "سورۃ یٰسین",
		"سورة كهف":               "سورۃ کہف",
		"١٠٠ بار":                "۱۰۰ بار",
		"ہو\u200cگی":             "ہوگی",
		"ا\u0653ج 10 Dr Israr's": "آج 10 Dr Israr's",
	} {
		if got := text.Tidy(typed); got != want {
			t.Errorf("%q is kept as %q, want %q", typed, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"task #4 9:30pm", "ٹاسک ٨ ہو\u200cگی", "ا\u0653ج\xff'’ـ\u0300"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		s := text.Parse(typed)
		end := 0
		for _, token := range s.Tokens {
			if token.Start < end || token.End <= token.Start || token.End > len(typed) || token.Norm == "" {
				t.Fatalf("%q has a token %+v after %d", typed, token, end)
			}
			end = token.End
		}
		if utf8.ValidString(typed) && !utf8.ValidString(text.Tidy(typed)) {
			t.Fatalf("%q is kept as something that is no text", typed)
		}
	})
}
