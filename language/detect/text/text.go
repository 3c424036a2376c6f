// Package text cuts what a person typed into tokens in one form, whatever keyboard, script, digits or marks they used.
package text

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/salaatflow/platform/language/script"
)

// Script is what a token is written in.
type Script uint8

const (
	// Latin is a word in Latin letters.
	Latin Script = iota
	// Arabic is a word in Arabic letters, as Urdu is written.
	Arabic
	// Number is a run of decimal digits of any script.
	Number
	// Other is a word in any other script.
	Other
)

// Token is a word or a run of digits. A number and the letters that touch it are tokens of their own (5pm is 5 and pm,
// task4 is task and 4), and so are words that a hyphen or a full stop parts. An apostrophe within a word parts nothing.
type Token struct {
	// Start and End are byte offsets in Sentence.Original.
	Start, End int
	// Norm is the token in one form: lower case, without accents, vowel marks, elongation and invisible characters,
	// Arabic letters as Urdu writes them (ی ک ہ ۃ), digits 0 to 9. It may share memory with the sentence.
	Norm string
	// Script says what the token is written in.
	Script Script
	// Before and After say what stands between this token and its neighbours.
	Before, After Gap
}

// Sentence is a text and its tokens. Punctuation and symbols are no tokens, but gaps between them.
type Sentence struct {
	Original string
	Tokens   []Token
}

// Between returns the original text from the beginning of one token to the end of another.
func (s Sentence) Between(first, last int) string {
	return s.Original[s.Tokens[first].Start:s.Tokens[last].End]
}

// Parse cuts a text into tokens. Bytes that are not UTF-8 are gaps.
func Parse(original string) Sentence {
	p := parser{original: original, tokens: make([]Token, 0, strings.Count(original, " ")+2)}
	p.run()
	tokens := slices.DeleteFunc(p.tokens, func(t Token) bool { return t.Norm == "" }) // a mark alone is nothing
	return Sentence{Original: original, Tokens: tokens}
}

// parser holds the tokens found so far.
type parser struct {
	original string
	tokens   []Token
}

func (p *parser) run() {
	var gap Gap
	for i := 0; i < len(p.original); {
		r, size := utf8.DecodeRuneInString(p.original[i:])
		class := classOf(r)
		if class == invisible {
			i += size
			continue
		}
		if class == gapRune {
			gap |= gapOf(r)
			i += size
			continue
		}
		end := p.wordEnd(i, class)
		if n := len(p.tokens); n > 0 {
			p.tokens[n-1].After = gap
		} else {
			gap |= Edge
		}
		p.add(i, end, class, gap)
		gap, i = 0, end
	}
	if n := len(p.tokens); n > 0 {
		p.tokens[n-1].After = gap | Edge
	}
}

// wordEnd finds where the word that begins at start ends.
func (p *parser) wordEnd(start int, class class) int {
	end := start
	for i := start; i < len(p.original); {
		r, size := utf8.DecodeRuneInString(p.original[i:])
		switch c := classOf(r); {
		case c == class || c == mark:
			end = i + size
		case c == invisible:
		case class == letterOf(Latin) && script.IsApostrophe(r) && p.letterAt(i+size, class):
		default:
			return end
		}
		i += size
	}
	return end
}

func (p *parser) letterAt(i int, class class) bool {
	r, _ := utf8.DecodeRuneInString(p.original[i:])
	return i < len(p.original) && classOf(r) == class
}

func (p *parser) add(start, end int, class class, before Gap) {
	form := formOf(p.original[start:end], class.script())
	p.tokens = append(p.tokens, Token{Start: start, End: end, Norm: form, Script: class.script(), Before: before})
}

// formOf is the one form of a word: the word itself if it is written so, as most are.
func formOf(word string, in Script) string {
	var room [64]byte
	form := room[:0]
	switch {
	case isASCII(word):
		form = appendLower(form, word)
	case in == Arabic:
		form = appendFolded(form, composed(word))
	default:
		form = appendFolded(form, norm.NFKD.String(word))
	}
	if string(form) == word {
		return word
	}
	return string(form)
}

// composed is a word in NFKC. Most are without a look: their letters never change, nor join the ones before them.
func composed(word string) string {
	for _, r := range word {
		if r >= common || !commonComposed[r] {
			return norm.NFKC.String(word)
		}
	}
	return word
}

func appendLower(form []byte, word string) []byte {
	for i := range len(word) {
		if c := word[i]; c >= 'A' && c <= 'Z' {
			form = append(form, c+'a'-'A')
		} else if c != '\'' && c != '`' {
			form = append(form, c)
		}
	}
	return form
}

func appendFolded(form []byte, word string) []byte {
	for _, r := range word {
		if r = foldOf(r); r != script.Nothing {
			form = utf8.AppendRune(form, r)
		}
	}
	return form
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
