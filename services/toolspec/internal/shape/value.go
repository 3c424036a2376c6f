package shape

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"
)

// value checks what stands at the present place.
func (c *checker) value(v *value) bool {
	first := c.next()
	if c.at >= len(c.data) {
		return c.unexpected()
	}
	switch v.kind {
	case kindAny:
		return c.skip()
	case kindNull:
		if first == 'n' {
			return c.literal("null")
		}
	case kindBoolean:
		switch first {
		case 't':
			return c.literal("true")
		case 'f':
			return c.literal("false")
		}
	case kindInteger, kindNumber:
		if typeOf(first) == "number" {
			return c.numeric(v)
		}
	case kindArray, kindFreeArray:
		if first == '[' {
			return c.array(v)
		}
	case kindMap:
		if first == '{' {
			return c.mapping(v)
		}
	case kindMessage:
		if first == '{' {
			return c.object(v.message)
		}
	default:
		if first == '"' {
			return c.textual(v)
		}
	}
	return c.wrong(expected[v.kind], first)
}

func (c *checker) numeric(v *value) bool {
	number, ok := c.number()
	if !ok {
		return false
	}
	if v.kind == kindNumber {
		return isFinite(number, v.bits) || c.report("Number is too large")
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
	return true
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
	return true
}

// NUL is the message for text that contains the character NUL: nobody types it, and databases refuse it.
const NUL = "Must not contain the character NUL (\\u0000)"

// wrongText returns what is wrong with a text at this place; empty when nothing is.
func (v *value) wrongText(t text) string {
	switch v.kind {
	case kindEnum:
		if _, ok := v.names[t.String()]; !ok {
			return "Expected one of: " + v.listed
		}
	case kindLong:
		return v.wrongLong(t.String())
	case kindBytes:
		if !isBase64(t.String()) {
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

// isBase64 follows protojson: standard or URL alphabet, with padding or without.
func isBase64(t string) bool {
	encoding := base64.StdEncoding
	if strings.ContainsAny(t, "-_") {
		encoding = base64.URLEncoding
	}
	if len(t)%4 != 0 {
		encoding = encoding.WithPadding(base64.NoPadding)
	}
	_, err := encoding.DecodeString(t)
	return err == nil
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
