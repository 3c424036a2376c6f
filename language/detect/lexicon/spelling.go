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
	if len(run) == 1 {
		return addVowel(buffer, start, run[0])
	}
	front, back, a := strings.ContainsAny(run, "eiy"), strings.ContainsAny(run, "ou"), strings.Contains(run, "a")
	switch {
	case front && !a && len(run) > 2 && run[0] == 'i':
		return append(buffer, 'i', 'e')
	case front && back:
		return append(buffer, run...) // aoge
	case a:
		return addOpenVowels(buffer, start, run, front, back)
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

// addVowel appends a vowel that stands alone.
func addVowel(buffer []byte, start int, c byte) []byte {
	if c == 'y' {
		c = 'e'
	}
	return add(buffer, start, c)
}

// addOpenVowels appends what a run of vowels with an a sounds like, that has a front vowel, a back one, or no other.
func addOpenVowels(buffer []byte, start int, run string, front, back bool) []byte {
	switch {
	case back && run[0] == 'a':
		return append(buffer, 'a', 'o')
	case back:
		return append(buffer, 'u', 'a')
	case !front:
		return add(buffer, start, 'a')
	case run[0] != 'i' && run[0] != 'y':
		return add(buffer, start, 'e')
	case strings.HasSuffix(run, "a"):
		return append(buffer, 'i', 'a')
	}
	return append(buffer, 'i', 'e')
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
