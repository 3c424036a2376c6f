package agreement_test

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
)

// alphabet has characters of one to four bytes, and such as patterns and white space make a difference of.
var alphabet = []rune("aAbz09 _-.@:/\\\"'{}[]()|^$*+?%~" +
	"é\u0130\u0131ſKßقہ漢🙂𝒳\t\n\v\f\r\u0085\u00a0\u1680\u2003\u2028\u2029\u202f\u3000\ufeff\u200b\u0001\u007f\ufffd")

var spaces = []string{"", "", "", " ", "\t", "\n", "\r\n", "\u00a0", "\u0085", "\ufeff", "\u2028", "\u3000", "\v", "\u200b", "  "}

// known are texts that have a form, or nearly.
var known = []string{
	"", " ", "a", "low", "medium", "Fajr", "2026-01-31", "2026-02-30", "2024-02-29", "2023-02-29", "0000-01-01", "9999-12-31",
	"2026-01-31T05:30:00Z", "2026-01-31t05:30:00z", "2026-01-31T05:30:00.123456789+05:00", "2026-01-31T05:30:00.1234567890Z",
	"2026-01-31 05:30:00Z",
	"2026-01-31T5:30:00Z", "2026-01-31T05:30:00,5Z", "2026-01-31T23:59:60Z", "2026-01-31T05:30:00+24:00",
	"2026-01-31T05:30:00-23:59", "2026-02-29T00:00:00Z", "9999-12-31T00:00:00Z",
	"1.5s", "-0s", "0s", "1m", "01s", "315576000000s", "315576000001s", "-315576000000.999999999s", "1.s", "1.0000000000s", "+1s",
	"a@b.c", "a@b", "a b@c.d", "\"a\"@b.c", "a@b-.c", "a@b.c.", "127.0.0.1", "256.1.1.1", "01.2.3.4", "::1", "fe80::1%eth0",
	"1.2.3",
	"550e8400-e29b-41d4-a716-446655440000", "urn:uuid:550e8400-e29b-41d4-a716-446655440000",
	"550E8400E29B41D4A716446655440000", "01ARZ3NDEKTSV4RRFFQ69G5FAV",
	"https://a.example/b?c#d", "/a", "http://", "example.com", "example.com.", "1.2.3.4.5", "-a.com", "example.com:80",
	"aGk=", "aGk", "_-8", "+/8", "_/8=", "aGk==", "a", "aG k", "aGk\n", "aGk=\r", "aGkx", "aGl=",
	"a,bC", "a_b", "a.b,c", " a", "a,", ",", "a..b", "1a", "aBc.dEf", "7", "-7", "007", "-0", "0", "1e3", "1.0",
	"9223372036854775807", "9223372036854775808",
	"-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "4294967295",
	"4294967296", "2147483648", "true", "false", "TRUE",
	"NaN", "Infinity", "-Infinity", "null", "COLOUR_RED", "COLOUR_UNSPECIFIED", "COLOUR_GREEN", "abc", "ABC", "aBc",
	"\u017fk", "İ",
}

// texts makes texts that keep rules, nearly keep them, or have nothing to do with them.
type texts struct{ *rand.Rand }

func (r texts) any(rules *validate.StringRules, trimmed bool) string {
	text := r.about(rules)
	if r.IntN(4) == 0 {
		text = r.changed(text)
	}
	if trimmed && r.IntN(2) == 0 || r.IntN(12) == 0 {
		text = spaces[r.IntN(len(spaces))] + text + spaces[r.IntN(len(spaces))]
	}
	if r.IntN(60) == 0 {
		at := r.IntN(len(text) + 1)
		text = strings.ToValidUTF8(text[:at], "") + "\x00" + strings.ToValidUTF8(text[at:], "")
	}
	return text
}

func (r texts) about(rules *validate.StringRules) string {
	listed := append(append([]string{}, rules.GetIn()...), rules.GetNotIn()...)
	listed = append(listed, rules.GetExample()...)
	if rules.HasConst() {
		listed = append(listed, rules.GetConst())
	}
	switch choice := r.IntN(10); {
	case len(listed) > 0 && choice < 6:
		return listed[r.IntN(len(listed))]
	case rules.HasPattern() && choice < 7:
		return r.matching(rules.GetPattern())
	case choice < 8 && hasLength(rules):
		return r.ofLength(r.bound(rules))
	case choice < 9 && rules.GetPrefix()+rules.GetSuffix()+rules.GetContains() != "":
		return rules.GetPrefix() + r.ofLength(uint64(r.IntN(3))) + rules.GetContains() + rules.GetNotContains() + rules.GetSuffix()
	case choice < 9:
		return known[r.IntN(len(known))]
	}
	return r.ofLength(uint64(r.IntN(12)))
}

func hasLength(rules *validate.StringRules) bool {
	return rules.HasLen() || rules.HasMinLen() || rules.HasMaxLen() || rules.HasMaxBytes() || rules.HasMinBytes() || rules.HasLenBytes()
}

// bound is a length at the border of what the rules allow.
func (r texts) bound(rules *validate.StringRules) uint64 {
	bounds := []uint64{1}
	for _, bound := range []uint64{
		rules.GetLen(), rules.GetMinLen(), rules.GetMaxLen(), rules.GetMaxBytes(), rules.GetMinBytes(), rules.GetLenBytes(),
	} {
		if bound > 0 && bound < 5000 {
			bounds = append(bounds, bound)
		}
	}
	return bounds[r.IntN(len(bounds))] + uint64(r.IntN(3)) - 1
}

// ofLength makes a text of so many characters, a long one mostly of the same.
func (r texts) ofLength(length uint64) string {
	var out strings.Builder
	one := alphabet[r.IntN(len(alphabet))]
	for range length {
		if length < 30 || r.IntN(20) == 0 {
			one = alphabet[r.IntN(len(alphabet))]
		}
		out.WriteRune(one)
	}
	return out.String()
}

func (r texts) changed(text string) string {
	runes := []rune(text)
	at := r.IntN(len(runes) + 1)
	switch r.IntN(3) {
	case 0:
		return string(runes[:at]) + string(alphabet[r.IntN(len(alphabet))]) + string(runes[at:])
	case 1:
		if at < len(runes) {
			return string(runes[:at]) + string(runes[at+1:])
		}
	default:
		if at < len(runes) {
			runes[at] = alphabet[r.IntN(len(alphabet))]
		}
	}
	return string(runes)
}

// matching makes a text that a pattern finds, as a rule.
func (r texts) matching(pattern string) string {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	var out strings.Builder
	r.match(&out, parsed, 0)
	return out.String()
}

func (r texts) match(out *strings.Builder, parsed *syntax.Regexp, depth int) {
	switch parsed.Op {
	case syntax.OpLiteral:
		text := string(parsed.Rune)
		if parsed.Flags&syntax.FoldCase != 0 && r.IntN(2) == 0 {
			text = strings.ToUpper(text)
		}
		out.WriteString(text)
	case syntax.OpCharClass:
		if len(parsed.Rune) > 0 {
			pair := r.IntN(len(parsed.Rune)/2) * 2
			out.WriteRune(parsed.Rune[pair] + rune(r.IntN(min(int(parsed.Rune[pair+1]-parsed.Rune[pair])+1, 40))))
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		out.WriteRune(alphabet[r.IntN(len(alphabet))])
	case syntax.OpAlternate:
		r.match(out, parsed.Sub[r.IntN(len(parsed.Sub))], depth+1)
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		least, most := 0, 3
		switch parsed.Op {
		case syntax.OpPlus:
			least = 1
		case syntax.OpQuest:
			most = 1
		case syntax.OpRepeat:
			least, most = parsed.Min, max(parsed.Max, parsed.Min)
		}
		for range least + r.IntN(most-least+1) {
			r.match(out, parsed.Sub[0], depth+1)
		}
	default:
		for _, part := range parsed.Sub {
			r.match(out, part, depth+1)
		}
	}
}
