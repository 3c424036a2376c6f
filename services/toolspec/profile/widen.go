package profile

import (
	"encoding/json"
	"slices"

	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// alternatives writes a schema of which one of several has to fit: as one that accepts what any of them does where they are of one type,
// and else as anyOf with one of each type, and nothing beside it.
func (w *writer) alternatives(exact *jsonobject.Object, several []json.RawMessage, path string, within int) *jsonobject.Object {
	var written []*jsonobject.Object
	for _, one := range several {
		next := w.schema(one, path, within)
		at := slices.IndexFunc(written, func(other *jsonobject.Object) bool { return other.Get("type") == next.Get("type") })
		switch {
		case next.Get("type") == nil:
			return w.anything(raw(exact, "description"))
		case at < 0:
			written = append(written, next)
		default:
			written[at] = wider(written[at], next)
		}
	}
	if len(written) == 0 {
		return w.anything(raw(exact, "description"))
	}
	written[0] = w.described(written[0], exact, path)
	if len(written) == 1 {
		return written[0]
	}
	alternatives := make([]any, len(written))
	for i, one := range written {
		alternatives[i] = one.Delete("default")
	}
	return new(jsonobject.Object).Set("anyOf", alternatives)
}

// wider is a schema that accepts what either of two of one type does.
func wider(one, other *jsonobject.Object) *jsonobject.Object {
	both := new(jsonobject.Object).Set("type", one.Get("type"))
	if values := union(one.Get("enum"), other.Get("enum")); values != nil {
		both.Set("enum", values)
	}
	if one.Get("format") == other.Get("format") && one.Get("format") != nil {
		both.Set("format", one.Get("format"))
	}
	for _, keyword := range []string{"minLength", "minItems"} {
		if least := min(asInt(one.Get(keyword)), asInt(other.Get(keyword))); least > 0 {
			both.Set(keyword, least)
		}
	}
	for _, keyword := range []string{"maxLength", "maxItems"} {
		if one.Get(keyword) != nil && other.Get(keyword) != nil {
			both.Set(keyword, max(asInt(one.Get(keyword)), asInt(other.Get(keyword))))
		}
	}
	setWiderBounds(both, one, other)
	setWiderParts(both, one, other)
	return both
}

func setWiderBounds(both, one, other *jsonobject.Object) {
	for keyword, sign := range map[string]int{"minimum": 1, "maximum": -1} {
		if raw(one, keyword) == nil || raw(other, keyword) == nil {
			continue
		}
		wider := raw(one, keyword)
		if sign*compare(wider, raw(other, keyword)) > 0 {
			wider = raw(other, keyword)
		}
		both.Set(keyword, wider)
	}
}

// setWiderParts keeps the items and properties of the one that has some, where the other is empty, and else no properties.
func setWiderParts(both, one, other *jsonobject.Object) {
	if items := one.Get("items"); items != nil {
		both.Set("items", items)
	}
	if properties := one.Get("properties"); properties != nil && other.Get("properties") == nil {
		both.Set("properties", properties)
	}
}

func union(one, other any) []json.RawMessage {
	first, _ := one.([]json.RawMessage)
	second, _ := other.([]json.RawMessage)
	if first == nil || second == nil {
		return nil
	}
	for _, value := range second {
		if !slices.ContainsFunc(first, func(known json.RawMessage) bool { return string(known) == string(value) }) {
			first = append(slices.Clone(first), value)
		}
	}
	return first
}

func asInt(value any) int {
	number, _ := value.(int)
	return number
}
