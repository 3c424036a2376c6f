package web

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/salaatflow/platform/gateway/web/internal/reference"
	jsonschema "github.com/salaatflow/platform/services/toolspec/schema"
)

// parameter is a member of an object that a schema describes, drawn.
type parameter struct {
	Name, Type, Description, Default string
	// List is set for an array; Type is then that of its items.
	List     bool
	Limits   []reference.Limit
	Values   []string
	Required bool
	// Long is set for texts that want more than a line.
	Long bool
}

// parametersOf returns the members that a schema describes: the required ones first.
func parametersOf(text json.RawMessage) []parameter {
	var object schema
	if json.Unmarshal(jsonschema.Plain(text), &object) != nil {
		return nil
	}
	var found []parameter
	for name, one := range object.Properties {
		if one == nil {
			continue
		}
		const line = 300
		items := one
		if one.Items != nil {
			items = one.Items
		}
		drawn := parameter{
			Name: name, Type: typeOf(items), List: one.Items != nil, Description: one.Description, Limits: limitsOf(one),
			Required: slices.Contains(object.Required, name), Long: one.MaxLength != nil && *one.MaxLength > line,
		}
		if one.Default != nil {
			drawn.Default = textOf(one.Default)
		}
		for _, value := range one.Enum {
			if value != nil {
				drawn.Values = append(drawn.Values, textOf(value))
			}
		}
		found = append(found, drawn)
	}
	slices.SortFunc(found, func(a, b parameter) int {
		if a.Required != b.Required {
			if a.Required {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return found
}

// typeOf returns the name of a schema's type, without null.
func typeOf(one *schema) string {
	switch kind := one.Type.(type) {
	case string:
		return kind
	case []any:
		for _, each := range kind {
			if each != "null" {
				return fmt.Sprint(each)
			}
		}
	}
	if len(one.Properties) > 0 {
		return "object"
	}
	return ""
}

// limitsOf returns what a value has to be, besides its type and its values.
func limitsOf(one *schema) []reference.Limit {
	var limits []reference.Limit
	add := func(is bool, kind, format string, value any) {
		if is {
			limits = append(limits, reference.Limit{Kind: kind, Value: fmt.Sprintf(format, value)})
		}
	}
	add(one.Minimum != nil, "value", "≥ %v", value(one.Minimum))
	add(one.Maximum != nil, "value", "≤ %v", value(one.Maximum))
	add(one.MaxLength != nil, "length", "≤ %v", value(one.MaxLength))
	add(one.Pattern != "", "pattern", "%s", one.Pattern)
	add(one.Default != nil, "default", "%s", textOf(one.Default))
	return limits
}

func value[T any](pointer *T) any {
	if pointer == nil {
		return nil
	}
	return *pointer
}

// value returns what a person typed as the parameter's type has it; what is not of it is left for the check of the arguments
// to refuse.
func (p *parameter) value(text string) any {
	if p.Type == "string" && !p.List {
		return text
	}
	var decoded any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if decoder.Decode(&decoded) != nil {
		return text
	}
	return decoded
}

// textOf returns a JSON value as a person types it.
func textOf(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(text)
}
