package schema

import (
	"strconv"
	"strings"
)

// integers is a range of integers that JSON has as text: from least, or from -(low) where low is not 0, to most.
type integers struct {
	// low is how far below zero it begins, most where it ends; from is where it begins if that is not below zero.
	low, from, most uint64
	// high is how far below zero it ends if that is below zero; 0 if it is not.
	high uint64
}

// signed returns the range of integers between two; empty where least is greater.
func signedRange(least, most int64) integers {
	switch {
	case least >= 0:
		return integers{from: uint64(least), most: uint64(most)} //nolint:gosec // not negative
	case most < 0:
		return integers{low: magnitude(least), high: magnitude(most)}
	}
	return integers{low: magnitude(least), most: uint64(most)}
}

func magnitude(negative int64) uint64 { return uint64(-(negative + 1)) + 1 } //nolint:gosec // not negative

// alternatives are patterns of what is in a range, without a leading zero or a zero below zero.
func (r integers) alternatives() []string {
	if r.high > 0 {
		return prefixed("-", decimals(r.high, r.low))
	}
	var found []string
	if r.from == 0 {
		found = append(found, "0")
	}
	from := max(r.from, 1)
	both := min(r.low, r.most)
	if from > 1 || both == 0 {
		return append(append(found, decimals(from, r.most)...), prefixed("-", decimals(1, r.low))...)
	}
	found = append(found, prefixed("-?", decimals(1, both))...)
	if r.low > both {
		return append(found, prefixed("-", decimals(both+1, r.low))...)
	}
	if r.most > both {
		found = append(found, decimals(both+1, r.most)...)
	}
	return found
}

func prefixed(sign string, alternatives []string) []string {
	if len(alternatives) == 0 {
		return nil
	}
	if len(alternatives) == 1 {
		return []string{sign + alternatives[0]}
	}
	return []string{sign + "(?:" + strings.Join(alternatives, "|") + ")"}
}

// whole is a pattern of one of some alternatives, and no more; of nothing, if there are none.
func whole(alternatives []string) string {
	if len(alternatives) == 0 {
		return `[^\s\S]`
	}
	return "^(?:" + strings.Join(alternatives, "|") + ")$"
}

// decimals are patterns of the numbers from least, which is not 0, to most, without leading zeros.
func decimals(least, most uint64) []string {
	if least > most {
		return nil
	}
	var found []string
	first, last := strconv.FormatUint(least, 10), strconv.FormatUint(most, 10)
	for length := len(first); length <= len(last); length++ {
		from, to := "1"+strings.Repeat("0", length-1), strings.Repeat("9", length)
		if length == len(first) {
			from = first
		}
		if length == len(last) {
			to = last
		}
		if all := from[0] == '1' && isZeros(from[1:]) && isNines(to); all {
			until := length
			for until+1 < len(last) || until+1 == len(last) && isNines(last) {
				until++
			}
			found = append(found, "[1-9]"+digits(length-1, until-1))
			length = until
			continue
		}
		found = append(found, between(from, to)...)
	}
	return found
}

// between are patterns of the digits from one text to another of the same length.
func between(from, to string) []string {
	switch {
	case from == to:
		return []string{from}
	case isZeros(from) && isNines(to):
		return []string{digits(len(from), len(from))}
	case from[0] == to[0]:
		return each(from[:1], between(from[1:], to[1:]))
	}
	rest := len(from) - 1
	low, high := from[0], to[0]
	var found, after []string
	if !isZeros(from[1:]) {
		found = each(from[:1], between(from[1:], strings.Repeat("9", rest)))
		low++
	}
	if !isNines(to[1:]) {
		after = each(to[:1], between(strings.Repeat("0", rest), to[1:]))
		high--
	}
	if low <= high {
		found = append(found, digitClass(low, high)+digits(rest, rest))
	}
	return append(found, after...)
}

func each(digit string, rest []string) []string {
	for i := range rest {
		rest[i] = digit + rest[i]
	}
	return rest
}

func digitClass(low, high byte) string {
	switch {
	case low == high:
		return string(low)
	case low+1 == high:
		return "[" + string(low) + string(high) + "]"
	}
	return "[" + string(low) + "-" + string(high) + "]"
}

// digits is a pattern of so many digits.
func digits(least, most int) string {
	switch {
	case most == 0:
		return ""
	case least == 1 && most == 1:
		return "[0-9]"
	}
	return "[0-9]" + times(least, most)
}

func isZeros(text string) bool { return strings.Trim(text, "0") == "" }

func isNines(text string) bool { return strings.Trim(text, "9") == "" }

// durationPattern is how protojson writes a duration, of 10,000 years at most.
var durationPattern = `^-?(?:0|` + strings.Join(decimals(1, 315_576_000_000), "|") + `)(?:\.[0-9]{1,9})?s$`
