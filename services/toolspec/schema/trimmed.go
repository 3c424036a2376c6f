package schema

import (
	"regexp/syntax"
	"strings"
)

// TrimmedLength returns how long a text may be that matches a pattern of an input schema, without the white space around it, which does
// not count; most is -1 where there is no bound. It returns false for patterns that say something else.
func TrimmedLength(pattern string) (least, most int, ok bool) {
	rest, begins := strings.CutPrefix(pattern, `^\s*`)
	rest, ends := strings.CutSuffix(rest, `$`)
	if !begins || !ends || !strings.Contains(rest, edge) {
		return 0, 0, false
	}
	blank := false
	if inner, optional := strings.CutSuffix(rest, `\s*)?`); optional {
		rest, blank = strings.TrimPrefix(inner, `(?:`), true
	} else {
		rest = strings.TrimSuffix(rest, `\s*`)
	}
	parsed, err := syntax.Parse(rest, syntax.Perl)
	if err != nil {
		return 0, 0, false
	}
	least, most = span(parsed)
	if blank {
		least = 0
	}
	return least, most, true
}

// PatternLength returns how many characters a text has that a pattern describes from end to end; most is -1 where there is no bound. Of
// other patterns it says 0 and -1.
func PatternLength(pattern string) (least, most int) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil || parsed.Op != syntax.OpConcat {
		return 0, -1
	}
	parts := parsed.Sub
	if parts[0].Op != syntax.OpBeginText || parts[len(parts)-1].Op != syntax.OpEndText {
		return 0, -1
	}
	return span(parsed)
}

// span returns how many characters a pattern takes; -1 is no upper bound.
func span(parsed *syntax.Regexp) (least, most int) {
	switch parsed.Op {
	case syntax.OpLiteral:
		return len(parsed.Rune), len(parsed.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, 1
	case syntax.OpConcat:
		for _, part := range parsed.Sub {
			low, high := span(part)
			least, most = least+low, add(most, high)
		}
	case syntax.OpAlternate:
		least, most = span(parsed.Sub[0])
		for _, part := range parsed.Sub[1:] {
			low, high := span(part)
			least = min(least, low)
			if most >= 0 && (high < 0 || high > most) {
				most = high
			}
		}
	case syntax.OpCapture:
		return span(parsed.Sub[0])
	case syntax.OpStar:
		return 0, -1
	case syntax.OpPlus:
		low, _ := span(parsed.Sub[0])
		return low, -1
	case syntax.OpQuest:
		_, high := span(parsed.Sub[0])
		return 0, high
	case syntax.OpRepeat:
		low, high := span(parsed.Sub[0])
		if high < 0 || parsed.Max < 0 {
			return low * parsed.Min, -1
		}
		return low * parsed.Min, high * parsed.Max
	}
	return least, most
}

func add(one, other int) int {
	if one < 0 || other < 0 {
		return -1
	}
	return one + other
}
