package schema

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// plainPattern finds the patterns that mean the same in RE2, in which rules are written, and in ECMA-262, in which those of JSON Schema
// are. What is not in it is written anew.
var plainPattern = regexp.MustCompile(`^\^?(?:[^\\.\[\](){}*+?^$|\x00-\x1f]|` + plainEscape + `|` +
	`\[\^?(?:[^\\\[\]^\x00-\x1f]|` + plainEscape + `)+\]|\(\?:|[()|]|[*+?]\??|\{[0-9]+(?:,[0-9]*)?\})*\$?$`)

const plainEscape = `\\[.*+?^$|(){}\[\]\\/dDwW]`

// ecma writes a pattern of RE2 as one of ECMA-262 that finds the same in every text. It returns false for what begins or ends at lines,
// which not all that read the one can write in the other.
func ecma(pattern string) (string, bool) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	if plainPattern.MatchString(pattern) && !strings.Contains(strings.ReplaceAll(pattern, "(?:", ""), "(?") {
		return pattern, true
	}
	var out strings.Builder
	ok := writeECMA(&out, parsed)
	return out.String(), ok
}

func writeECMA(out *strings.Builder, parsed *syntax.Regexp) bool {
	switch parsed.Op {
	case syntax.OpLiteral:
		for _, char := range parsed.Rune {
			if parsed.Flags&syntax.FoldCase == 0 {
				out.WriteString(quoted(char, outside))
			} else {
				writeClass(out, folds(char))
			}
		}
	case syntax.OpCharClass:
		writeClass(out, parsed.Rune)
	case syntax.OpConcat:
		return !slices.ContainsFunc(parsed.Sub, func(part *syntax.Regexp) bool { return !writeGrouped(out, part, syntax.OpAlternate) })
	case syntax.OpAlternate:
		for i, part := range parsed.Sub {
			if i > 0 {
				out.WriteByte('|')
			}
			if !writeECMA(out, part) {
				return false
			}
		}
	case syntax.OpCapture:
		return writeGroup(out, parsed.Sub[0])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		if !writeGroup(out, parsed.Sub[0]) {
			return false
		}
		out.WriteString(quantifier(parsed))
	default:
		fixed, known := fixedECMA[parsed.Op]
		out.WriteString(fixed)
		return known
	}
	return true
}

var fixedECMA = map[syntax.Op]string{
	syntax.OpNoMatch: `[^\s\S]`, syntax.OpEmptyMatch: `(?:)`, syntax.OpAnyCharNotNL: `[^\n]`, syntax.OpAnyChar: `[\s\S]`,
	syntax.OpBeginText: `^`, syntax.OpEndText: `$`, syntax.OpWordBoundary: `\b`, syntax.OpNoWordBoundary: `\B`,
}

func writeGroup(out *strings.Builder, parsed *syntax.Regexp) bool {
	out.WriteString("(?:")
	ok := writeECMA(out, parsed)
	out.WriteByte(')')
	return ok
}

// writeGrouped puts what is of one sort into a group.
func writeGrouped(out *strings.Builder, parsed *syntax.Regexp, sort syntax.Op) bool {
	if parsed.Op == sort {
		return writeGroup(out, parsed)
	}
	return writeECMA(out, parsed)
}

func quantifier(parsed *syntax.Regexp) string {
	switch parsed.Op {
	case syntax.OpStar:
		return "*"
	case syntax.OpPlus:
		return "+"
	case syntax.OpQuest:
		return "?"
	}
	return times(parsed.Min, parsed.Max)
}

// times is a quantifier; -1 is no upper bound.
func times(least, most int) string {
	switch {
	case least == most:
		return "{" + strconv.Itoa(least) + "}"
	case most < 0:
		return "{" + strconv.Itoa(least) + ",}"
	}
	return "{" + strconv.Itoa(least) + "," + strconv.Itoa(most) + "}"
}

// writeClass writes a class of characters, given as pairs of the first and the last of a range.
func writeClass(out *strings.Builder, ranges []rune) {
	if len(ranges) == 0 {
		out.WriteString(fixedECMA[syntax.OpNoMatch])
		return
	}
	out.WriteByte('[')
	last := len(ranges) - 1
	if ranges[0] == 0 && ranges[last] == unicode.MaxRune && last > 1 { // shorter as what it leaves out
		out.WriteByte('^')
		for i := 1; i < last; i += 2 {
			writeRange(out, ranges[i]+1, ranges[i+1]-1)
		}
	} else {
		for i := 0; i < last; i += 2 {
			writeRange(out, ranges[i], ranges[i+1])
		}
	}
	out.WriteByte(']')
}

func writeRange(out *strings.Builder, first, last rune) {
	out.WriteString(quoted(first, inside))
	if first == last {
		return
	}
	if last > first+1 {
		out.WriteByte('-')
	}
	out.WriteString(quoted(last, inside))
}

// The characters that are written with a backslash in a pattern, outside and inside of a class.
const (
	outside = `\.+*?()|[]{}^$`
	inside  = `\[]^-`
)

func quoted(char rune, special string) string {
	switch {
	case strings.ContainsRune(special, char):
		return `\` + string(char)
	case char < ' ' || char == 0x7f:
		return `\x` + strconv.FormatInt(int64(char)+0x100, 16)[1:]
	case char >= 0xd800 && char <= 0xdfff: // no character, so at the border of a range alone
		return string(rune(0xd7ff))
	}
	return string(char)
}

// folds returns a character in all its cases, as a class.
func folds(char rune) []rune {
	class := []rune{char, char}
	for other := unicode.SimpleFold(char); other != char; other = unicode.SimpleFold(other) {
		class = append(class, other, other)
	}
	return class
}

// quoteText writes a pattern that finds a text.
func quoteText(text string) string {
	var out strings.Builder
	for _, char := range text {
		out.WriteString(quoted(char, outside))
	}
	return out.String()
}

// excludesNUL reports whether it is plain that nothing with the character NUL in it matches a pattern of RE2.
func excludesNUL(pattern string) bool {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil || parsed.Op != syntax.OpConcat || len(parsed.Sub) < 2 {
		return false
	}
	last := len(parsed.Sub) - 1
	return parsed.Sub[0].Op == syntax.OpBeginText && parsed.Sub[last].Op == syntax.OpEndText && !takesNUL(parsed)
}

func takesNUL(parsed *syntax.Regexp) bool {
	switch parsed.Op {
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	case syntax.OpLiteral:
		return slices.Contains(parsed.Rune, 0)
	case syntax.OpCharClass:
		return len(parsed.Rune) > 0 && parsed.Rune[0] == 0
	}
	return slices.ContainsFunc(parsed.Sub, takesNUL)
}
