package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// arguments converts words to a tool's JSON arguments: key=value, where the tool's schema determines the type, or
// key:=JSON, where the value is JSON. A parameter that is not in the schema is sent as text, for the gateway to
// reject by name.
func arguments(words []string, inputSchema json.RawMessage) (json.RawMessage, error) {
	var schema struct {
		Properties map[string]property `json:"properties"`
	}
	if len(inputSchema) > 0 {
		if err := json.Unmarshal(inputSchema, &schema); err != nil {
			return nil, fmt.Errorf("the tool's schema cannot be read: %w", err)
		}
	}
	given := map[string]json.RawMessage{}
	for _, word := range words {
		key, value, err := argument(word, schema.Properties)
		if err != nil {
			return nil, err
		}
		if _, twice := given[key]; twice {
			return nil, usageError{fmt.Sprintf("%s is given twice", key)}
		}
		given[key] = value
	}
	return json.Marshal(given)
}

// property is the type of a parameter in a JSON Schema: one name, or several if null is allowed.
type property struct {
	Type json.RawMessage `json:"type"`
}

func (p property) is(name string) bool {
	return bytes.Contains(p.Type, []byte(`"`+name+`"`))
}

func argument(word string, properties map[string]property) (string, json.RawMessage, error) {
	key, value, found := strings.Cut(word, "=")
	if !found || key == "" || key == ":" {
		return "", nil, usageError{fmt.Sprintf("%q is not an argument: write key=value or key:=JSON", word)}
	}
	if name, isJSON := strings.CutSuffix(key, ":"); isJSON {
		if !json.Valid([]byte(value)) {
			return "", nil, usageError{fmt.Sprintf("%s: %q is not JSON", name, value)}
		}
		return name, json.RawMessage(value), nil
	}
	return key, typed(value, properties[key]), nil
}

// typed converts text to JSON of the parameter's type if possible, and to a string otherwise, so that the gateway can
// name the expected type.
func typed(text string, p property) json.RawMessage {
	literal := p.is("integer") || p.is("number") || p.is("boolean") || p.is("object") || p.is("array")
	if literal && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	if p.is("array") {
		quoted, _ := json.Marshal(strings.Split(text, ",")) // strings always encode
		return quoted
	}
	quoted, _ := json.Marshal(text) // a string always encodes
	return quoted
}
