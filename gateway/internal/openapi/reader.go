package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// reader reads an OpenAPI document of Document's.
type reader struct {
	document struct {
		Info struct{ Title, Version, Summary, Description string }
		Tags []struct{ Name, Description string }
		// Paths and other objects are read by members, which keeps their order.
		Paths      json.RawMessage
		Components struct {
			Schemas   map[string]schemaSaid
			Responses map[string]said200
		}
	}
}

type parameter struct {
	Name, In, Description string
	Required              bool
	Schema                schemaSaid
}

type media struct {
	Schema  schemaSaid
	Example json.RawMessage
}

type said struct {
	OperationID, Summary, Description string
	Tags                              []string
	Tool                              string `json:"x-tool"`
	Security                          []map[string][]string
	Parameters                        []parameter
	RequestBody                       struct{ Content map[string]media }
	Responses                         json.RawMessage
}

type said200 struct {
	Ref         string `json:"$ref"`
	Description string
	Content     map[string]media
}

type schemaSaid struct {
	Ref                  string `json:"$ref"`
	Type, Const, Default any
	Enum                 []any
	Format, Pattern      string
	Description          string
	Minimum, Maximum     *json.Number
	MinLength, MaxLength *json.Number
	MinItems, MaxItems   *json.Number
	Items                *schemaSaid
	Properties           json.RawMessage
	Required             []string
	AnyOf, AllOf         []schemaSaid
	ExclusiveMinimum     *json.Number
	ExclusiveMaximum     *json.Number
}

// row is a parameter or member as it stands in a table.
type row struct {
	Name, In, Type, Limits, About string
	Required                      bool
}

type member struct {
	name  string
	value json.RawMessage
}

// members returns the members of an object in their order.
func members(object json.RawMessage) ([]member, error) {
	if len(object) == 0 {
		return nil, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(object))
	if first, err := decoder.Token(); err != nil || first != json.Delim('{') {
		return nil, errors.Join(errors.New("not an object"), err)
	}
	var found []member
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		one := member{name: fmt.Sprint(key)}
		if err := decoder.Decode(&one.value); err != nil {
			return nil, err
		}
		found = append(found, one)
	}
	return found, nil
}

// resolve follows a reference, and takes away that null is possible.
func (r *reader) resolve(given schemaSaid) (schemaSaid, string) {
	for _, one := range given.AnyOf {
		if one.Type != "null" {
			resolved, name := r.resolve(one)
			return resolved, name + " or null"
		}
	}
	if given.Ref == "" {
		return given, typeName(given.Type)
	}
	name := given.Ref[strings.LastIndexByte(given.Ref, '/')+1:]
	return r.document.Components.Schemas[name], name
}

func typeName(said any) string {
	switch said := said.(type) {
	case string:
		return said
	case []any:
		var words []string
		for _, one := range said {
			words = append(words, fmt.Sprint(one))
		}
		return strings.Join(words, " or ")
	default:
		return "object"
	}
}

// maxDepth is how deep members of members are listed.
const maxDepth = 3

// rows lists the members of an object, those of nested ones behind it.
func (r *reader) rows(given schemaSaid, prefix string, depth int) []row {
	said, _ := r.resolve(given)
	if said.Items != nil {
		return r.rows(*said.Items, prefix, depth)
	}
	var rows []row
	for _, part := range said.AllOf {
		rows = append(rows, r.rows(part, prefix, depth)...)
	}
	properties, err := members(said.Properties)
	if err != nil {
		return rows
	}
	for _, property := range properties {
		var schema schemaSaid
		if json.Unmarshal(property.value, &schema) != nil {
			continue
		}
		rows = append(rows, r.row(prefix+property.name, "", schema, slices.Contains(said.Required, property.name), schema.Description))
		if depth+1 < maxDepth {
			rows = append(rows, r.rows(schema, prefix+property.name+".", depth+1)...)
		}
	}
	return rows
}

func (r *reader) row(name, in string, schema schemaSaid, required bool, about string) row {
	said, typed := r.resolve(schema)
	if said.Items != nil {
		_, of := r.resolve(*said.Items)
		typed = "list of " + of
	}
	return row{Name: name, In: in, Type: typed, Limits: limitsOf(said), About: about, Required: required}
}

func limitsOf(said schemaSaid) string {
	var words []string
	if len(said.Enum) > 0 {
		var values []string
		for _, one := range said.Enum {
			values = append(values, fmt.Sprint(one))
		}
		words = append(words, "one of "+strings.Join(values, ", "))
	}
	if said.Const != nil {
		words = append(words, fmt.Sprint("always ", said.Const))
	}
	if said.Default != nil {
		words = append(words, fmt.Sprint("default ", said.Default))
	}
	for _, limit := range []struct {
		word string
		is   *json.Number
	}{
		{"≥ ", said.Minimum}, {"> ", said.ExclusiveMinimum}, {"≤ ", said.Maximum}, {"< ", said.ExclusiveMaximum},
		{"length ≥ ", said.MinLength}, {"length ≤ ", said.MaxLength}, {"items ≥ ", said.MinItems}, {"items ≤ ", said.MaxItems},
	} {
		if limit.is != nil {
			words = append(words, limit.word+limit.is.String())
		}
	}
	if said.Format != "" {
		words = append(words, said.Format)
	}
	if said.Pattern != "" {
		words = append(words, "pattern "+said.Pattern)
	}
	return strings.Join(words, " · ")
}

// example writes a body with what is required.
func (r *reader) example(given schemaSaid) string {
	said, _ := r.resolve(given)
	properties, err := members(said.Properties)
	if err != nil {
		return "{}"
	}
	values := map[string]any{}
	for _, property := range properties {
		var schema schemaSaid
		if slices.Contains(said.Required, property.name) && json.Unmarshal(property.value, &schema) == nil {
			values[property.name] = r.value(schema)
		}
	}
	text, err := json.Marshal(values)
	if err != nil {
		return "{}"
	}
	return string(text)
}

func (r *reader) value(given schemaSaid) any {
	said, _ := r.resolve(given)
	switch {
	case len(said.Enum) > 0:
		return said.Enum[0]
	case said.Default != nil:
		return said.Default
	}
	simple := map[string]any{"integer": 1, "number": 1, "boolean": true, "array": []any{}, "object": map[string]any{}}
	for _, kind := range slices.Sorted(maps.Keys(simple)) {
		if strings.HasPrefix(typeName(said.Type), kind) {
			return simple[kind]
		}
	}
	return "…"
}
