package schema

import (
	"encoding/json"
	"strings"

	"github.com/salaatflow/platform/services/toolspec/internal/choice"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// ShortenEnums returns a schema of arguments with texts of some values in place of those of many, which each list of tools would repeat
// to a model. A call with another value is refused with the nearest ones. A schema that cannot be read stays as it is.
func ShortenEnums(schema json.RawMessage) json.RawMessage {
	object, err := jsonobject.Parse(schema)
	if err != nil || !shortened(object) {
		return schema
	}
	text, err := object.MarshalJSON()
	if err != nil {
		return schema
	}
	return text
}

// shortened reports whether it has changed a schema.
func shortened(schema *jsonobject.Object) bool {
	changed := shortenedEnum(schema)
	if properties := memberOf(schema, "properties"); properties != nil {
		of := false
		for name := range properties.All() {
			of = shortenedMember(properties, name) || of
		}
		if of {
			schema.Set("properties", properties)
		}
		changed = changed || of
	}
	return shortenedMember(schema, "items") || changed
}

func shortenedMember(of *jsonobject.Object, name string) bool {
	schema := memberOf(of, name)
	if schema == nil || !shortened(schema) {
		return false
	}
	of.Set(name, schema)
	return true
}

func shortenedEnum(schema *jsonobject.Object) bool {
	var values []string
	text, ok := schema.Get("enum").(json.RawMessage)
	if !ok || json.Unmarshal(text, &values) != nil || len(values) <= choice.Many {
		return false
	}
	var description string
	if text, ok := schema.Get("description").(json.RawMessage); ok && json.Unmarshal(text, &description) != nil {
		return false
	}
	schema.Delete("enum").Set("description", strings.TrimSpace(description+" "+choice.Some(values)))
	return true
}

// memberOf returns a member that is an object; nil if it is none.
func memberOf(schema *jsonobject.Object, name string) *jsonobject.Object {
	text, ok := schema.Get(name).(json.RawMessage)
	if !ok {
		return nil
	}
	member, err := jsonobject.Parse(text)
	if err != nil {
		return nil
	}
	return member
}
