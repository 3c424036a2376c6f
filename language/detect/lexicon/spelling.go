package lexicon

import (
	"strings"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/script"
)

// Key appends the form in which spellings of a word in Roman Urdu or English are the same: doubled letters once, letters
// that people exchange as one, the many ways to write a long vowel as one. norm is a text.Token's Norm.
func Key(buffer []byte, norm string) []byte {
	start := len(buffer)
	for i := 0; i < len(norm); {
		if end := vowelsFrom(norm, i); end > i {
			buffer = addVowels(buffer, start, norm[i:end], end == len(norm))
			i = end
			continue
		}
		c, size := consonant(norm[i:])
		i += size
		if c == 'h' && i == len(norm) && len(buffer) > start && isVowel(buffer[len(buffer)-1]) {
			break // woh is wo
		}
		buffer = add(buffer, start, c)
	}
	return buffer
}

// vowelsFrom finds where a run of vowels ends; y is one after the beginning of a word, w only after a.
func vowelsFrom(norm string, i int) int {
	end := i
	for end < len(norm) && (isVowel(norm[end]) || norm[end] == 'y' && end > 0) {
		end++
	}
	return end
}

// consonant reads a consonant as it sounds.
func consonant(rest string) (c byte, size int) {
	two := rest[:min(2, len(rest))]
	switch {
	case two == "ph":
		return 'f', 2
	case two == "ck":
		return 'k', 2
	case rest[0] == 'q':
		return 'k', 1
	case rest[0] == 'v':
		return 'w', 1
	default:
		return rest[0], 1
	}
}

// addVowels appends what a run of vowels sounds like.
func addVowels(buffer []byte, start int, run string, atEnd bool) []byte {
	front, back, a := strings.ContainsAny(run, "eiy"), strings.ContainsAny(run, "ou"), strings.Contains(run, "a")
	switch {
	case a && back && front:
		return append(buffer, run...) // aoge
	case a && back:
		if run[0] == 'a' {
			return append(buffer, 'a', 'o')
		}
		return append(buffer, 'u', 'a')
	case a && front && (run[0] == 'i' || run[0] == 'y') && strings.HasSuffix(run, "a"):
		return append(buffer, 'i', 'a')
	case a && front && (run[0] == 'i' || run[0] == 'y'), front && len(run) > 2 && run[0] == 'i':
		return append(buffer, 'i', 'e')
	case a && front:
		return add(buffer, start, 'e')
	case a:
		return add(buffer, start, 'a')
	case back && front:
		return append(buffer, run...)
	case run == "oo" || run == "ou" || run[0] == 'u':
		return add(buffer, start, 'u')
	case back:
		return add(buffer, start, 'o')
	case run == "ie" && atEnd:
		return append(buffer, 'i', 'e')
	case run == "ee" || run[0] == 'i':
		return add(buffer, start, 'i')
	default: // e, ei, ey, y
		return add(buffer, start, 'e')
	}
}

func add(buffer []byte, start int, c byte) []byte {
	if n := len(buffer); n > start && buffer[n-1] == c {
		return buffer
	}
	return append(buffer, c)
}

func isVowel(c byte) bool {
	return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'
}

// Skeleton appends a key without its vowels, save a first one: those of mujhe, mjhe and mjhy are the same.
func Skeleton(buffer, key []byte) []byte {
	start := len(buffer)
	for i, c := range key {
		if !isVowel(c) || i == 0 {
			buffer = add(buffer, start, c)
		}
	}
	return buffer
}

func vowels(norm string) (count int) {
	for i := range len(norm) {
		if isVowel(norm[i]) {
			count++
		}
	}
	return count
}

// UrduKey appends a word in Urdu script with letters as one that keyboards and hands exchange. It is for looking words
// up only: آ and ا, ے and ی, ھ and ہ are different letters in what is kept.
func UrduKey(buffer []byte, norm string) []byte {
	for _, r := range norm {
		if r = script.LookUp.Fold(r); r != script.Nothing {
			buffer = utf8.AppendRune(buffer, r)
		}
	}
	return buffer
}
