package profile

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/salaatflow/platform/services/toolspec/internal/sentences"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// Detail is how much a schema says of the parameters. Whatever is left out, it accepts all that the listed one does.
type Detail int

// The details, from the most to the least.
const (
	Whole     Detail = iota // all that is listed
	Sentences               // one sentence of each
	Types                   // of an optional one only its type and values
	Names                   // of an optional one only its name
)

// Brief returns a listed schema with less detail.
func Brief(listed json.RawMessage, detail Detail) (json.RawMessage, error) {
	if detail == Whole {
		return listed, nil
	}
	root, err := jsonobject.Parse(listed)
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	if detail == Sentences {
		return jsonobject.Marshal(inSentences(root))
	}
	return jsonobject.Marshal(inTypes(root, detail))
}

// inSentences writes a schema with the first sentence of each description.
func inSentences(listed *jsonobject.Object) *jsonobject.Object {
	written := &jsonobject.Object{}
	for keyword, value := range listed.All() {
		switch keyword {
		case "description":
			value = sentences.First(textOf(listed, keyword))
		case "properties":
			properties := &jsonobject.Object{}
			for name, property := range part(value).All() {
				properties.Append(name, inSentences(part(property)))
			}
			value = properties
		case "items":
			value = inSentences(part(value))
		}
		written.Append(keyword, value)
	}
	return written
}

// inTypes writes the schema of an object with a sentence about each required property, and the types of the others or only their names.
func inTypes(listed *jsonobject.Object, detail Detail) *jsonobject.Object {
	var required, others []string
	_ = json.Unmarshal(raw(listed, "required"), &required) // what is no list requires nothing
	properties := &jsonobject.Object{}
	for name, property := range part(raw(listed, "properties")).All() {
		switch said := part(property); {
		case slices.Contains(required, name):
			properties.Append(name, typeOf(said).Set("description", sentences.First(textOf(said, "description"))))
		case detail == Types:
			properties.Append(name, typeOf(said))
		default:
			others = append(others, name)
		}
	}
	written := new(jsonobject.Object).Set("type", "object").Set("properties", properties)
	if len(required) > 0 {
		written.Set("required", required)
	}
	if len(others) > 0 {
		written.Set("description", "Optional: "+strings.Join(others, ", ")+".")
	}
	return written
}

// typeOf writes the type of a value, and which values it may have.
func typeOf(listed *jsonobject.Object) *jsonobject.Object {
	written := &jsonobject.Object{}
	for _, keyword := range []string{"type", "enum"} {
		if value := listed.Get(keyword); value != nil {
			written.Append(keyword, value)
		}
	}
	if items := listed.Get("items"); items != nil {
		written.Append("items", typeOf(part(items)))
	}
	return written
}

// part returns the object that a value is; an empty one if it is none.
func part(value any) *jsonobject.Object {
	text, _ := value.(json.RawMessage)
	object, err := jsonobject.Parse(text)
	if err != nil {
		return &jsonobject.Object{}
	}
	return object
}
