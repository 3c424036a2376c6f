// Package parameters reads the parameters of a tool from its JSON Schema, and makes arguments of the words on a command line.
package parameters

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	jsonschema "github.com/salaatflow/platform/services/toolspec/schema"
)

// Parameter is one parameter of a tool.
type Parameter struct {
	Name        string
	Description string
	Required    bool
	// Types are the names of JSON Schema that a value may have, without null.
	Types []string
	// Enum are the texts among which a value is, if it must be one of some.
	Enum []string
	// Default is the value without the parameter as JSON, or nil.
	Default json.RawMessage
	// limits are the bounds of the schema.
	limits limits
	// itemTypes are the types of the elements of an array.
	itemTypes []string
}

type limits struct {
	Minimum          json.Number `json:"minimum"`
	Maximum          json.Number `json:"maximum"`
	ExclusiveMinimum json.Number `json:"exclusiveMinimum"`
	ExclusiveMaximum json.Number `json:"exclusiveMaximum"`
	MinLength        json.Number `json:"minLength"`
	MaxLength        json.Number `json:"maxLength"`
	MinItems         json.Number `json:"minItems"`
	MaxItems         json.Number `json:"maxItems"`
}

// property is a property of a JSON Schema.
type property struct {
	limits
	Type        types             `json:"type"`
	Description string            `json:"description"`
	Enum        []json.RawMessage `json:"enum"`
	Default     json.RawMessage   `json:"default"`
	Items       struct {
		Type types `json:"type"`
	} `json:"items"`
}

// types is one name of a type, or several.
type types []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *types) UnmarshalJSON(text []byte) error {
	var several []string
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		if err := json.Unmarshal(text, &several); err != nil {
			return err
		}
	} else {
		var one string
		if err := json.Unmarshal(text, &one); err != nil {
			return err
		}
		several = []string{one}
	}
	*t = slices.DeleteFunc(several, func(name string) bool { return name == "null" })
	return nil
}

// Read returns the parameters of an input schema in its order; none for an empty schema.
func Read(inputSchema json.RawMessage) ([]Parameter, error) {
	if len(inputSchema) == 0 {
		return nil, nil
	}
	var schema struct {
		Properties members  `json:"properties"`
		Required   []string `json:"required"`
	}
	if err := json.Unmarshal(jsonschema.Plain(inputSchema), &schema); err != nil {
		return nil, fmt.Errorf("the tool's schema cannot be read: %w", err)
	}
	parameters := make([]Parameter, 0, len(schema.Properties))
	for _, member := range schema.Properties {
		p := member.property
		parameter := Parameter{
			Name: member.name, Description: p.Description, Required: slices.Contains(schema.Required, member.name),
			Types: p.Type, Default: p.Default, limits: p.limits, itemTypes: p.Items.Type,
		}
		for _, value := range p.Enum {
			var text string
			if json.Unmarshal(value, &text) != nil {
				text = string(value) // a number
			}
			parameter.Enum = append(parameter.Enum, text)
		}
		parameters = append(parameters, parameter)
	}
	return parameters, nil
}

// members are the properties of a schema in the order of its text.
type members []struct {
	name     string
	property property
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *members) UnmarshalJSON(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if opening, err := decoder.Token(); err != nil || opening != json.Delim('{') {
		return errors.Join(errors.New("its properties are no object"), err)
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return err
		}
		var p property
		if err := decoder.Decode(&p); err != nil {
			return err
		}
		*m = append(*m, struct {
			name     string
			property property
		}{fmt.Sprint(name), p})
	}
	return nil
}

// Is reports whether a value may be of a type.
func (p Parameter) Is(name string) bool { return slices.Contains(p.Types, name) }

// Flag returns the flag that sets the parameter, with its dashes.
func (p Parameter) Flag() string { return "--" + strings.ReplaceAll(p.Name, "_", "-") }

// Type returns the type for a person: text, integer, list of integer, …
func (p Parameter) Type() string {
	name := strings.Join(named(p.Types), " or ")
	if p.Is("array") && len(p.itemTypes) > 0 {
		name = "list of " + strings.Join(named(p.itemTypes), " or ")
	}
	if name == "" {
		return "any"
	}
	return name
}

func named(types []string) []string {
	names := make([]string, len(types))
	for i, name := range types {
		switch name {
		case "string":
			name = "text"
		case "array":
			name = "list"
		}
		names[i] = name
	}
	return names
}

// Values says which values there are, or nothing if all of the type are.
func (p Parameter) Values() string {
	if len(p.Enum) > 0 {
		return strings.Join(p.Enum, ", ")
	}
	l := p.limits
	if l.MinLength == "0" {
		l.MinLength = ""
	}
	switch {
	case l.MinLength != "" || l.MaxLength != "":
		return between(l.MinLength, l.MaxLength) + " characters"
	case l.MinItems != "" || l.MaxItems != "":
		return between(l.MinItems, l.MaxItems) + " values"
	case l.ExclusiveMinimum != "" || l.ExclusiveMaximum != "":
		var parts []string
		for _, bound := range []struct {
			sign string
			of   json.Number
		}{{"> ", l.ExclusiveMinimum}, {"≥ ", l.Minimum}, {"< ", l.ExclusiveMaximum}, {"≤ ", l.Maximum}} {
			if bound.of != "" {
				parts = append(parts, bound.sign+bound.of.String())
			}
		}
		return strings.Join(parts, ", ")
	case l.Minimum != "" || l.Maximum != "":
		return between(l.Minimum, l.Maximum)
	default:
		return ""
	}
}

func between(from, to json.Number) string {
	switch {
	case from == "":
		return "≤ " + to.String()
	case to == "":
		return "≥ " + from.String()
	default:
		return from.String() + " to " + to.String()
	}
}

// DefaultText returns the default for a person, or nothing.
func (p Parameter) DefaultText() string {
	var text string
	if json.Unmarshal(p.Default, &text) == nil {
		return text
	}
	return string(p.Default)
}
