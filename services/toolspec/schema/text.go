package schema

import (
	"slices"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// noNUL is the pattern of text without the character NUL, which no argument may contain.
const noNUL = `^[^\x00]*$`

// IsAnyText reports whether a pattern says no more than that a text may not contain NUL.
func IsAnyText(pattern string) bool { return pattern == noNUL }

// maxTrimmed is how long a text may be at most whose length without the white space around it is told. A longer pattern would say little.
const maxTrimmed = 20_000

// text adds the rules of a text to its schema. In arguments it may be trimmed before the rules are checked, and may not contain NUL.
func (b *Builder) text(object *jsonobject.Object, rules *validate.StringRules, trimmed, filled bool) {
	if b.input && trimmed {
		setPatterns(object, []string{trimmedPattern(rules, filled)})
		setExamples(object, rules)
		return
	}
	setChoices(object, rules)
	least, most := lengths(rules, filled)
	if least > 0 {
		object.Set("minLength", least)
	}
	if most != nil {
		object.Set("maxLength", *most)
	}
	found := textPatterns(rules)
	if b.input && object.Get("enum") == nil && object.Get("const") == nil && !excludesNULToo(rules) {
		found = append(found, noNUL)
	}
	setPatterns(object, found)
	if format := formats[formOf(rules)]; format != "" {
		object.Set("format", format)
	}
	setExamples(object, rules)
}

func setChoices(object *jsonobject.Object, rules *validate.StringRules) {
	hasNUL := func(text string) bool { return strings.ContainsRune(text, 0) }
	if rules.HasConst() {
		object.Set("const", rules.GetConst())
	}
	if in := slices.DeleteFunc(slices.Clone(rules.GetIn()), hasNUL); len(rules.GetIn()) > 0 {
		object.Set("enum", anySlice(in))
	}
	var not []*jsonobject.Object
	if len(rules.GetNotIn()) > 0 {
		not = append(not, new(jsonobject.Object).Set("enum", rules.GetNotIn()))
	}
	if rules.HasNotContains() {
		not = append(not, new(jsonobject.Object).Set("pattern", quoteText(rules.GetNotContains())))
	}
	setNot(object, not)
}

func setNot(object *jsonobject.Object, not []*jsonobject.Object) {
	switch len(not) {
	case 0:
	case 1:
		object.Set("not", not[0])
	default:
		object.Set("not", new(jsonobject.Object).Set("anyOf", not))
	}
}

// lengths returns the bounds of a text's length in characters; the upper one is nil when there is none. A text that must be filled has one.
func lengths(rules *validate.StringRules, filled bool) (least uint64, most *uint64) {
	if filled {
		least = 1
	}
	least = max(least, rules.GetMinLen(), rules.GetLen())
	if rules.HasMaxLen() {
		most = new(rules.GetMaxLen())
	}
	if rules.HasLen() && (most == nil || *most > rules.GetLen()) {
		most = new(rules.GetLen())
	}
	return least, most
}

// textPatterns are the patterns that a text has to match, all of them.
func textPatterns(rules *validate.StringRules) []string {
	var found []string
	if rules.HasPattern() {
		if pattern, ok := ecma(rules.GetPattern()); ok {
			found = append(found, pattern)
		}
	}
	if rules.GetPrefix() != "" {
		found = append(found, "^"+quoteText(rules.GetPrefix()))
	}
	if rules.GetContains() != "" {
		found = append(found, quoteText(rules.GetContains()))
	}
	if rules.GetSuffix() != "" {
		found = append(found, quoteText(rules.GetSuffix())+"$")
	}
	if pattern := formPatterns[formOf(rules)]; pattern != "" {
		found = append(found, pattern)
	}
	return found
}

// formPatterns are the forms of text that a pattern describes, as protovalidate checks them.
var formPatterns = map[protoreflect.Name]string{
	"email": "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?" +
		`(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$`,
	"ipv4":  `^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])$`,
	"uuid":  `^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`,
	"tuuid": `^[0-9a-fA-F]{32}$`,
	"ulid":  `^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$`,
}

// formats are the names that JSON Schema has for forms. Readers that check them let pass more than protovalidate, and no less.
var formats = map[protoreflect.Name]string{"ipv4": "ipv4", "uuid": "uuid"}

// formOf names the form that a rule wants; empty when none does.
func formOf(rules *validate.StringRules) protoreflect.Name {
	form := rules.ProtoReflect().WhichOneof(rules.ProtoReflect().Descriptor().Oneofs().ByName("well_known"))
	if form == nil {
		return ""
	}
	if wanted, ok := rules.ProtoReflect().Get(form).Interface().(bool); !ok || !wanted {
		return ""
	}
	return form.Name()
}

func excludesNULToo(rules *validate.StringRules) bool {
	if rules.HasPattern() && excludesNUL(rules.GetPattern()) {
		return true
	}
	return formPatterns[formOf(rules)] != ""
}

func setPatterns(object *jsonobject.Object, patterns []string) {
	if len(patterns) == 0 {
		return
	}
	object.Set("pattern", patterns[0])
	var others []any
	for _, pattern := range patterns[1:] {
		others = append(others, new(jsonobject.Object).Set("pattern", pattern))
	}
	if len(others) > 0 {
		object.Set("allOf", others)
	}
}

func setExamples(object *jsonobject.Object, rules *validate.StringRules) {
	if len(rules.GetExample()) > 0 {
		object.Set("examples", rules.GetExample())
	}
}

// The parts of a pattern of trimmed text: a character at its edge, and one within.
const (
	edge   = `[^\s\x00]`
	within = `[^\x00]`
)

// trimmedPattern is the pattern of text whose length counts without the white space around it, or that is one of some.
func trimmedPattern(rules *validate.StringRules, filled bool) string {
	if rules.HasConst() || len(rules.GetIn()) > 0 {
		return trimmedChoice(rules, filled)
	}
	least, most := lengths(rules, filled)
	text, blank := trimmedText(least, most), least == 0
	switch {
	case text == "" && blank:
		return `^\s*$`
	case text == "":
		return `[^\s\S]`
	case blank:
		return `^\s*(?:` + text + `\s*)?$`
	}
	return `^\s*` + text + `\s*$`
}

// trimmedText is the pattern of what is not only white space, without that around it; empty when there can be none.
func trimmedText(least uint64, most *uint64) string {
	least = max(least, 1)
	if most != nil && *most > maxTrimmed {
		most = nil
	}
	if least > maxTrimmed {
		least = 1
	}
	switch {
	case most != nil && *most < least:
		return ""
	case most != nil && *most == 1:
		return edge
	case least > 1:
		return edge + repeated(within, least-2, minus2(most)) + edge
	}
	return edge + "(?:" + repeated(within, 0, minus2(most)) + edge + ")?"
}

func minus2(most *uint64) *uint64 {
	if most == nil {
		return nil
	}
	return new(*most - 2)
}

// maxTimes is the highest number that a quantifier has in RE2, in which many readers of patterns have them.
const maxTimes = 1000

// repeated is a pattern of something so many times, most of which may be nil, in one way for each number of times.
func repeated(of string, least uint64, most *uint64) string {
	var out strings.Builder
	var left uint64
	if most != nil {
		left = *most - least
	}
	for ; least > maxTimes; least -= maxTimes {
		out.WriteString(of + times(maxTimes, maxTimes))
	}
	if most == nil {
		if least > 0 {
			return out.String() + of + times(int(least), -1)
		}
		return out.String() + of + "*"
	}
	if left <= maxTimes && least+left <= maxTimes {
		if least+left == 0 {
			return out.String()
		}
		return out.String() + of + times(int(least), int(least+left))
	}
	if least > 0 {
		out.WriteString(of + times(int(least), int(least)))
	}
	closing := 0
	for ; left >= maxTimes; left -= maxTimes {
		out.WriteString("(?:" + of + times(maxTimes, maxTimes))
		closing++
	}
	if left > 0 {
		out.WriteString(of + times(0, int(left)))
	}
	out.WriteString(strings.Repeat("|"+of+times(0, maxTimes-1)+")", closing))
	return out.String()
}

func trimmedChoice(rules *validate.StringRules, filled bool) string {
	least, most := lengths(rules, filled)
	choices := rules.GetIn()
	if rules.HasConst() {
		choices = []string{rules.GetConst()}
	}
	var quotedChoices []string
	for _, choice := range choices {
		length := uint64(len([]rune(choice)))
		isIn := len(rules.GetIn()) == 0 || slices.Contains(rules.GetIn(), choice)
		fits := length >= least && (most == nil || length <= *most)
		if isIn && fits && annotation.TrimSpace(choice) == choice && !strings.ContainsRune(choice, 0) {
			quotedChoices = append(quotedChoices, quoteText(choice))
		}
	}
	if len(quotedChoices) == 0 {
		return `[^\s\S]`
	}
	return `^\s*(?:` + strings.Join(quotedChoices, "|") + `)\s*$`
}
