package reading

import (
	"slices"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/detect/text"
)

// partGlued parts in Urdu script a token that begins with words which tell a time or number a task, and is no word itself: مغربکےبعدچاول,
// نمبرسترہ. What is left behind them may be a word that nothing is known of.
func (r *Reader) partGlued(s text.Sentence) []text.Token {
	tokens := s.Tokens
	for i := 0; i < len(tokens); i++ {
		token := tokens[i]
		if token.Script != text.Arabic || len(token.Norm) < leastGlued || r.knows(token.Norm) {
			continue
		}
		ends, timed := r.parts(token.Norm, 0, false)
		if len(ends) < 2 || !timed {
			continue
		}
		tokens = slices.Replace(slices.Clone(tokens), i, i+1, cut(s.Original, token, ends)...)
		i += len(ends) - 1
	}
	return tokens
}

// The lengths in bytes, two for a letter: of a token that may be glued, of a part, and of what is left behind the parts.
const (
	leastGlued = 12
	leastPart  = 4
	leastRest  = 6
)

// knows says whether a word is one of the lexicon or tells a time.
func (r *Reader) knows(form string) bool { return r.lexicon.Knows(form) || r.times.Knows(form) }

// parts finds where the parts of a form end, from a byte on, the longest first; timed says whether one of them is known to tell a time and
// to be nothing else. Behind three parts, or two of which one tells a time, the rest may be unknown.
func (r *Reader) parts(form string, from int, timed bool) (ends []int, isTimed bool) {
	for end := len(form); end >= from+leastPart; end-- {
		if end < len(form) && !utf8.RuneStart(form[end]) || from == 0 && end == len(form) || !r.knows(form[from:end]) {
			continue
		}
		tells := timed || r.times.Tells(form[from:end])
		if end == len(form) {
			return []int{end}, tells
		}
		if more, ok := r.parts(form, end, tells); len(more) > 0 && ok {
			return append([]int{end}, more...), true
		}
		if tells && from > 0 && len(form)-end >= leastRest && r.times.Joins(form[from:end]) {
			return []int{end, len(form)}, true
		}
	}
	return nil, false
}

// cut is a token cut at these ends of its form.
func cut(original string, token text.Token, ends []int) []text.Token {
	cuts := make([]text.Token, 0, len(ends))
	from, start := 0, token.Start
	for i, end := range ends {
		part := token
		part.Norm, part.Start, part.End = token.Norm[from:end], start, typedUpTo(original, token, end)
		if i > 0 {
			part.Before = text.Space
		}
		if i < len(ends)-1 {
			part.After = text.Space
		}
		cuts, from, start = append(cuts, part), end, part.End
	}
	return cuts
}

// typedUpTo is where in what was typed a part of a token's form ends, with the marks on its last letter.
func typedUpTo(original string, token text.Token, end int) int {
	at := token.End
	for at > token.Start && end < len(token.Norm) {
		if tokens := text.Parse(original[token.Start:at]).Tokens; len(tokens) == 1 && tokens[0].Norm == token.Norm[:end] {
			break
		}
		_, size := utf8.DecodeLastRuneInString(original[:at])
		at -= size
	}
	return at
}
