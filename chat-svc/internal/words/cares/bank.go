package cares

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// bank is patterns of which few hold. Each is tried only where the text has what it cannot hold without, since a pattern of many words
// takes long to fail.
type bank struct {
	patterns []needing
	literals []string // each once
	at       map[string]int
}

// needing is a pattern, and sets of literals, of each of which a text that it holds in has one.
type needing struct {
	*regexp.Regexp
	sets [][]int
}

func newBank() *bank { return &bank{at: map[string]int{}} }

func (b *bank) add(pattern string) error {
	compiled, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return err
	}
	one := needing{Regexp: compiled}
	for _, literals := range required(parsed) {
		var set []int
		for _, literal := range literals {
			if _, known := b.at[literal]; !known {
				b.at[literal] = len(b.literals)
				b.literals = append(b.literals, literal)
			}
			set = append(set, b.at[literal])
		}
		one.sets = append(one.sets, set)
	}
	b.patterns = append(b.patterns, one)
	return nil
}

// matches reports whether one of the patterns holds in a text.
func (b *bank) matches(text string) bool {
	has := make([]bool, len(b.literals))
	for i, literal := range b.literals {
		has[i] = strings.Contains(text, literal)
	}
	for _, one := range b.patterns {
		if one.mayHold(has) && one.MatchString(text) {
			return true
		}
	}
	return false
}

func (n needing) mayHold(has []bool) bool {
	for _, set := range n.sets {
		found := false
		for _, literal := range set {
			if found = has[literal]; found {
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// required returns sets of literals, of each of which every text has one in which the pattern holds.
func required(re *syntax.Regexp) [][]string {
	switch re.Op {
	case syntax.OpLiteral:
		return [][]string{{string(re.Rune)}}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpConcat:
		var all [][]string
		for _, sub := range re.Sub {
			all = append(all, required(sub)...)
		}
		return all
	case syntax.OpAlternate:
		var either []string
		for _, sub := range re.Sub {
			best := sharpest(required(sub))
			if best == nil {
				return nil
			}
			either = append(either, best...)
		}
		return [][]string{either}
	default:
		return nil
	}
}

// sharpest returns the set whose shortest literal is the longest; nil for no set.
func sharpest(sets [][]string) (best []string) {
	most := 0
	for _, set := range sets {
		shortest := len(set[0])
		for _, literal := range set {
			shortest = min(shortest, len(literal))
		}
		if shortest > most {
			best, most = set, shortest
		}
	}
	return best
}
