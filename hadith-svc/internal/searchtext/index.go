package searchtext

import (
	"strings"
	"unicode/utf8"
)

// span is a word's place in a text, in bytes.
type span struct{ start, end int }

// words are the places of the words of a text.
func words(text string) []span {
	var spans []span
	start := -1
	for i, r := range text {
		switch {
		case inWord(r) && start < 0:
			start = i
		case !inWord(r) && start >= 0:
			spans = append(spans, span{start, i})
			start = -1
		}
	}
	if start >= 0 {
		spans = append(spans, span{start, len(text)})
	}
	return spans
}

// Index is a text as words to be indexed, separated by spaces. An English text is followed by the stems of its words,
// so that words are found both by their beginnings and in other forms.
func Index(text string, language Language) string {
	var indexed, stems []string
	for _, s := range words(text) {
		word := form(text[s.start:s.end], language)
		if word == "" {
			continue
		}
		indexed = append(indexed, word)
		if language != English {
			continue
		}
		if stem := stem(word); stem != word {
			stems = append(stems, stem)
		}
	}
	return strings.Join(append(indexed, stems...), " ")
}

// LanguageOf guesses the language of a text from its letters: Urdu has some that Arabic has not.
func LanguageOf(text string) Language {
	arabic, latin := 0, 0
	for _, r := range text {
		switch {
		case strings.ContainsRune("ٹڈڑںےہھگچپژکی", r):
			return Urdu
		case r < utf8.RuneSelf && isLetter(r):
			latin++
		case isLetter(r):
			arabic++
		}
	}
	if arabic > latin {
		return Arabic
	}
	return English
}
