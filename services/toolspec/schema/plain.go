package schema

import (
	"bytes"
	"encoding/json"

	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// Plain returns an input schema as a person reads it: without null, which every parameter may be that is not required, without what is so
// of every text and every integer, and with the length that a text may have without the white space around it. What it accepts is less
// exact. A text that is no schema is returned as it is.
func Plain(schema json.RawMessage) json.RawMessage {
	object, err := jsonobject.Parse(schema)
	if err != nil {
		return schema
	}
	plain, err := jsonobject.Marshal(simplify(object))
	if err != nil {
		return schema
	}
	return plain
}

func simplify(object *jsonobject.Object) *jsonobject.Object {
	plain := &jsonobject.Object{}
	for key, value := range object.All() {
		text, _ := value.(json.RawMessage)
		switch key {
		case "properties", "$defs":
			plain.Set(key, eachMember(text))
		case "items", "additionalProperties":
			plain.Set(key, Plain(text))
		case "anyOf":
			setAlternatives(plain, text)
		case "allOf":
			if string(text) != `[{"pattern":"^[^\\x00]*$"}]` {
				plain.Set(key, text)
			}
		case "pattern":
			setPlainPattern(plain, text)
		case "minimum", "maximum":
			if !isTypeBound(text) {
				plain.Set(key, text)
			}
		default:
			plain.Set(key, text)
		}
	}
	return plain
}

// eachMember makes each of several schemas plain.
func eachMember(text json.RawMessage) any {
	named, err := jsonobject.Parse(text)
	if err != nil {
		return text
	}
	plain := &jsonobject.Object{}
	for name, schema := range named.All() {
		raw, _ := schema.(json.RawMessage)
		plain.Append(name, Plain(raw))
	}
	return plain
}

// setAlternatives puts the one alternative besides null in the place of both.
func setAlternatives(plain *jsonobject.Object, text json.RawMessage) {
	var alternatives, others []json.RawMessage
	if json.Unmarshal(text, &alternatives) != nil {
		plain.Set("anyOf", text)
		return
	}
	for _, one := range alternatives {
		if string(one) != `{"type":"null"}` {
			others = append(others, Plain(one))
		}
	}
	if len(others) != 1 {
		plain.Set("anyOf", others)
		return
	}
	object, err := jsonobject.Parse(others[0])
	if err != nil {
		plain.Set("anyOf", others)
		return
	}
	for key, value := range object.All() {
		plain.Set(key, value)
	}
}

func setPlainPattern(plain *jsonobject.Object, text json.RawMessage) {
	var pattern string
	if json.Unmarshal(text, &pattern) != nil {
		return
	}
	least, most, trimmed := TrimmedLength(pattern)
	switch {
	case pattern == noNUL:
	case !trimmed:
		plain.Set("pattern", text)
	default:
		if least > 0 {
			plain.Set("minLength", least)
		}
		if most >= 0 {
			plain.Set("maxLength", most)
		}
	}
}

// isTypeBound reports whether a bound is that of all integers of 32 bits.
func isTypeBound(number json.RawMessage) bool {
	for _, bound := range []string{"-2147483648", "2147483647", "4294967295"} {
		if bytes.Equal(number, []byte(bound)) {
			return true
		}
	}
	return false
}
