package topics

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/salaatflow/platform/language/searchtext"
)

var keyForm = regexp.MustCompile(`^[a-z]{1,32}$`)

// Each name in topics.json means one topic, fits the parameter in which it is given, and is in the script of its
// language.
func TestTheTopicsAreWhole(t *testing.T) {
	entries, err := read()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(entries, func(a, b entry) int { return strings.Compare(a.Key, b.Key) }) {
		t.Error("the topics are not in the order of their keys")
	}
	means := map[string]string{}
	for _, e := range entries {
		if !keyForm.MatchString(e.Key) {
			t.Errorf("%q is no key of a topic", e.Key)
		}
		for _, name := range e.names() {
			if before := means[name]; before != "" || name == "" {
				t.Errorf("%q means %s and %s", name, before, e.Key)
			}
			means[name] = e.Key
			if len(strings.Fields(name)) > maxWords {
				t.Errorf("%s: %q has more than %d words", e.Key, name, maxWords)
			}
		}
		lintTexts(t, e.Key, e.Names, []string{"ar", "en", "ur", "ur-Latn"})
		words := map[string][]string{}
		for language, all := range e.Words {
			words[string(language)] = all
			for _, word := range all {
				if len(searchtext.Words(word, language)) != 1 || searchtext.Word(word, language) == "" {
					t.Errorf("%s: %q is not one word", e.Key, word)
				}
			}
		}
		lintTexts(t, e.Key, words, []string{"ar", "en", "ur"})
	}
	fillers, err := readFillers()
	if err != nil {
		t.Fatal(err)
	}
	lintTexts(t, "what stands around a topic", fillers, []string{"ar", "en", "ur", "ur-Latn"})
	for _, words := range fillers {
		for _, word := range words {
			if name := searchtext.Name(word); means[name] != "" || strings.Contains(name, " ") || name == "" {
				t.Errorf("%q stands around a topic, and is one (%s) or is not one word", word, means[name])
			}
		}
	}
}

func lintTexts(t *testing.T, key string, byLanguage map[string][]string, languages []string) {
	t.Helper()
	if len(byLanguage) != len(languages) {
		t.Errorf("%s has %d languages, want %v", key, len(byLanguage), languages)
	}
	for _, language := range languages {
		if len(byLanguage[language]) == 0 {
			t.Errorf("%s has nothing in %s", key, language)
		}
		arabic := language == "ar" || language == "ur"
		for _, text := range byLanguage[language] {
			const most = 32 // of the parameter topic
			if text != strings.TrimSpace(text) || utf8.RuneCountInString(text) > most || !norm.NFC.IsNormalString(text) {
				t.Errorf("%s: %q is not trimmed, not NFC or too long", key, text)
			}
			if foreign := strings.ContainsFunc(text, func(r rune) bool {
				return unicode.IsLetter(r) && unicode.Is(unicode.Arabic, r) != arabic
			}); foreign {
				t.Errorf("%s: %q is not in the script of %s", key, text, language)
			}
		}
	}
}
