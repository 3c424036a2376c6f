package searchtext

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// span is a word's place in a text, in bytes.
type span struct{ start, end int }

// words are the places of the words of a text.
func words(text string) []span {
	var spans []span
	start, before := -1, rune(0)
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		after, _ := utf8.DecodeRuneInString(text[i+size:])
		switch in := inWord(r) || joins(before, r, after); {
		case in && start < 0:
			start = i
		case !in && start >= 0:
			spans = append(spans, span{start, i})
			start = -1
		}
		before = r
		i += size
	}
	if start >= 0 {
		spans = append(spans, span{start, len(text)})
	}
	return spans
}

// special begins what is indexed besides words, and is no letter of any: by itself it keeps apart what does not follow each
// other in the text, and before a word it says that much of the text is that word.
const special = 'ϟ'

// Apart stands between what no phrase may join.
const Apart = " " + string(special) + " "

// muchOf is of how many words one makes a text to be about it, and is said of short texts of all their words.
const muchOf = 20

// Index is a text as words to be indexed, separated by spaces. After them stand further forms of words, such as stems,
// and then those words that the text is about, as often as it has them.
func Index(text string, language Language) string {
	var indexed, further []string
	times, known := map[string]int{}, map[string]bool{}
	for _, s := range words(text) {
		e := entryOf(text[s.start:s.end], language)
		if e.word == "" {
			continue
		}
		indexed = append(indexed, e.word)
		for _, other := range e.others {
			if !known[other] {
				known[other] = true
				further = append(further, other)
			}
		}
		if language == English && len(e.others) > 0 {
			e.word = e.others[0]
		}
		times[e.word]++
	}
	if len(indexed) == 0 {
		return ""
	}
	pieces := []string{strings.Join(indexed, " ")}
	pieces = append(pieces, further...)
	return strings.Join(pieces, Apart) + about(times, len(indexed))
}

// about is the words that make out much of a text of so many words, in order.
func about(times map[string]int, of int) string {
	var most []string
	for word, n := range times {
		if n*muchOf >= of {
			most = append(most, word)
		}
	}
	slices.Sort(most)
	var b strings.Builder
	for _, word := range most {
		b.WriteString(strings.Repeat(" "+string(special)+word, times[word]))
	}
	return b.String()
}

// Label is a word to be indexed for a label, which is no word of any text.
func Label(label string) string {
	var b strings.Builder
	b.WriteString(string(special) + string(special))
	for _, r := range []byte(label) {
		const digits = "0123456789abcdef"
		b.WriteByte(digits[r>>4])
		b.WriteByte(digits[r&15])
	}
	return b.String()
}

// urduOnly are letters that Urdu has and Arabic has not, as Urdu keyboards write them.
const urduOnly = "ٹڈڑںےہھگچپژکی"

// LanguageOf guesses the language of a text from its letters: Urdu has some that Arabic has not.
func LanguageOf(text string) Language {
	arabic, latin := 0, 0
	for _, r := range text {
		switch {
		case strings.ContainsRune(urduOnly, r):
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

// IsLabel reports whether an indexed word, or the beginning of one, is a Label's.
func IsLabel(word string) bool { return strings.HasPrefix(word, string(special)+string(special)) }

// IsAbout reports whether an indexed word, or the beginning of one, says that a text is about it.
func IsAbout(word string) bool { return strings.HasPrefix(word, string(special)) && !IsLabel(word) }

// Letters is how many letters an indexed word has, without what says that a text is about it.
func Letters(word string) int { return utf8.RuneCountInString(strings.TrimLeft(word, string(special))) }
