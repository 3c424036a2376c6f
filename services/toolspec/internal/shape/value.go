package shape

import (
	"math"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/services/toolspec/internal/choice"
)

// value checks what stands at the present place.
func (c *checker) value(v *value) bool {
	first := c.next()
	if c.at >= len(c.data) {
		return c.unexpected()
	}
	if c.writes && v.form == formOther {
		return false
	}
	switch v.kind {
	case kindAny:
		return c.skip()
	case kindNull:
		if first == 'n' {
			return c.literal("null")
		}
	case kindBoolean:
		if first == 't' || first == 'f' {
			return c.boolean(v, first)
		}
	case kindInteger, kindNumber:
		if typeOf(first) == "number" {
			return c.numeric(v)
		}
	case kindArray, kindFreeArray:
		if first == '[' {
			return c.list(v)
		}
	case kindMap:
		if first == '{' {
			return c.mapping(v)
		}
	case kindMessage:
		if first == '{' {
			return c.held(v)
		}
	default:
		if first == '"' {
			return c.textual(v)
		}
	}
	return c.wrong(expected[v.kind], first)
}

func (c *checker) boolean(v *value, first byte) bool {
	if first == 't' {
		return c.literal("true") && c.integer(v, 1)
	}
	return c.literal("false") && c.integer(v, 0)
}

func (c *checker) numeric(v *value) bool {
	number, ok := c.number()
	if !ok {
		return false
	}
	if v.kind == kindNumber {
		if !isFinite(number, v.bits) {
			return c.report("Number is too large")
		}
		return c.fraction(v, number)
	}
	integer, whole, huge := parseInteger(number)
	switch {
	case !whole:
		return c.report("Expected integer, received float")
	case integer > v.max, huge && integer > 0:
		return c.report("Number must be less than or equal to " + strconv.FormatInt(v.max, 10))
	case integer < v.min, huge:
		return c.report("Number must be greater than or equal to " + strconv.FormatInt(v.min, 10))
	}
	return c.integer(v, uint64(integer)) //nolint:gosec // as negative numbers are written
}

func (c *checker) textual(v *value) bool {
	t, ok := c.repairable(v)
	if !ok {
		return false
	}
	if t.hasNUL() {
		return c.report(NUL)
	}
	if wrong := v.wrongText(t); wrong != "" {
		return c.report(wrong)
	}
	return c.text(v, t)
}

// NUL is the message for text that contains the character NUL: nobody types it, and databases refuse it.
const NUL = "Must not contain the character NUL (\\u0000)"

// wrongText returns what is wrong with a text at this place; empty when nothing is.
func (v *value) wrongText(t text) string {
	switch v.kind {
	case kindEnum:
		if _, ok := v.names[t.String()]; !ok {
			return choice.Expected(v.listed, t.String())
		}
	case kindLong:
		return v.wrongLong(t.String())
	case kindBytes:
		if _, err := base64Of(t.String()); err != nil {
			return "Expected base64"
		}
	case kindTimestamp:
		if !isTimestamp(t.String()) {
			return "Expected an RFC 3339 date and time, such as 2026-01-31T05:30:00Z"
		}
	case kindDuration:
		if !isDuration(t.String()) {
			return "Expected a number of seconds, such as 1.5s"
		}
	case kindFieldMask:
		if !isFieldMask(t.String()) {
			return "Expected names of fields in camelCase, separated by commas"
		}
	}
	return ""
}

func (v *value) wrongLong(t string) string {
	digits := strings.TrimPrefix(t, "-")
	if digits == "" || !isDigits([]byte(digits)) || len(digits) > 1 && digits[0] == '0' || t == "-0" {
		return "Expected an integer in a string, such as \"42\""
	}
	least, most := strconv.FormatInt(math.MinInt64, 10), strconv.FormatInt(math.MaxInt64, 10)
	_, err := strconv.ParseInt(t, 10, 64)
	if v.unsigned {
		least, most = "0", strconv.FormatUint(math.MaxUint64, 10)
		_, err = strconv.ParseUint(t, 10, 64)
	}
	switch {
	case err == nil:
		return ""
	case t[0] == '-':
		return "Number must be greater than or equal to " + least
	}
	return "Number must be less than or equal to " + most
}

// array checks a list; the place is its opening bracket.
func (c *checker) array(v *value) bool {
	if !c.enter() {
		return false
	}
	for index := 0; ; index++ {
		if c.next() == ']' && c.at < len(c.data) {
			return c.leave()
		}
		if index > 0 && !c.take(',') {
			return false
		}
		item := v.item
		if v.kind == kindFreeArray {
			item = &anything
		}
		if !c.within(step{index: index, kind: stepItem}, item) {
			return false
		}
	}
}

var anything = value{kind: kindAny}

// mapping checks a map; the place is its opening brace.
func (c *checker) mapping(v *value) bool {
	if !c.enter() {
		return false
	}
	keys := map[string]struct{}{}
	for first := true; ; first = false {
		name, more, ok := c.member(first)
		if !ok || !more {
			return ok
		}
		key := name.String()
		if _, twice := keys[key]; twice {
			if !c.report("Duplicate key in object: '"+shorten(key)+"'") || !c.skip() {
				return false
			}
			continue
		}
		keys[key] = struct{}{}
		if wrong := v.key.wrongKey(name, key); wrong != "" && !c.report("Key '"+shorten(key)+"': "+wrong) {
			return false
		}
		if !c.within(step{name: shorten(key), kind: stepKey}, v.item) {
			return false
		}
	}
}

// wrongKey returns what is wrong with the name of a member as a key of this type; empty when nothing is.
func (v *value) wrongKey(name text, key string) string {
	if name.hasNUL() {
		return NUL
	}
	switch v.kind {
	case kindBoolean:
		if key != "true" && key != "false" {
			return "Expected true or false"
		}
	case kindLong:
		return v.wrongLong(key)
	case kindInteger:
		number, err := strconv.ParseInt(key, 10, 64)
		if err != nil || strconv.FormatInt(number, 10) != key || number < v.min || number > v.max {
			return "Expected an integer from " + strconv.FormatInt(v.min, 10) + " to " + strconv.FormatInt(v.max, 10)
		}
	}
	return ""
}
