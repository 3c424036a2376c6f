package reference

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	jsonschema "github.com/salaatflow/platform/services/toolspec/schema"
)

// reader reads an OpenAPI document.
type reader struct {
	read     int // operations
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

// Row is a parameter or member as it stands in a table.
type Row struct {
	Name, In, About string
	Type            Type
	Limits          []Limit
	Required        bool
}

// Type is the type of a value: its name, whether it is a list of such, and whether null is one.
type Type struct {
	Name       string
	List, Null bool
}

// Limit is what a value has to be: Kind is one of oneof, always, default, value, length, items, format and pattern.
type Limit struct{ Kind, Value string }

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
func (r *reader) resolve(given schemaSaid) (schemaSaid, Type) {
	for _, one := range given.AnyOf {
		if one.Type != "null" {
			resolved, of := r.resolve(one)
			of.Null = true
			return resolved, of
		}
	}
	if given.Ref == "" {
		return given, typeOf(given.Type)
	}
	name := given.Ref[strings.LastIndexByte(given.Ref, '/')+1:]
	return r.document.Components.Schemas[name], Type{Name: name}
}

func typeOf(said any) Type {
	switch said := said.(type) {
	case string:
		return Type{Name: said}
	case []any:
		var of Type
		var names []string
		for _, one := range said {
			if one == "null" {
				of.Null = true
				continue
			}
			names = append(names, fmt.Sprint(one))
		}
		of.Name = strings.Join(names, " | ")
		return of
	default:
		return Type{Name: "object"}
	}
}

// maxDepth is how deep members of members are listed.
const maxDepth = 3

// rows lists the members of an object, those of nested ones behind it.
func (r *reader) rows(given schemaSaid, prefix string, depth int) []Row {
	said, _ := r.resolve(given)
	if said.Items != nil {
		return r.rows(*said.Items, prefix, depth)
	}
	var rows []Row
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

func (r *reader) row(name, in string, schema schemaSaid, required bool, about string) Row {
	said, typed := r.resolve(schema)
	if said.Items != nil {
		_, of := r.resolve(*said.Items)
		typed.Name, typed.List = of.Name, true
	}
	return Row{Name: name, In: in, Type: typed, Limits: limitsOf(said), About: about, Required: required}
}

func limitsOf(said schemaSaid) []Limit {
	var limits []Limit
	add := func(kind string, value any) { limits = append(limits, Limit{kind, fmt.Sprint(value)}) }
	if len(said.Enum) > 0 {
		var values []string
		for _, one := range said.Enum {
			values = append(values, fmt.Sprint(one))
		}
		add("oneof", strings.Join(values, ", "))
	}
	if said.Const != nil {
		add("always", said.Const)
	}
	if said.Default != nil {
		add("default", said.Default)
	}
	for _, limit := range []struct {
		kind, sign string
		is         *json.Number
	}{
		{"value", "≥ ", said.Minimum},
		{"value", "> ", said.ExclusiveMinimum},
		{"value", "≤ ", said.Maximum},
		{"value", "< ", said.ExclusiveMaximum},
		{"length", "≥ ", said.MinLength},
		{"length", "≤ ", said.MaxLength},
		{"items", "≥ ", said.MinItems},
		{"items", "≤ ", said.MaxItems},
	} {
		if limit.is != nil {
			add(limit.kind, limit.sign+limit.is.String())
		}
	}
	if said.Format != "" {
		add("format", said.Format)
	}
	addPattern(add, said.Pattern)
	return limits
}

// addPattern adds what a pattern says of a text, but that it may be any.
func addPattern(add func(string, any), pattern string) {
	least, most, trimmed := jsonschema.TrimmedLength(pattern)
	switch {
	case pattern == "" || jsonschema.IsAnyText(pattern):
	case !trimmed:
		add("pattern", pattern)
	default:
		if least > 0 {
			add("length", fmt.Sprintf("≥ %d", least))
		}
		if most >= 0 {
			add("length", fmt.Sprintf("≤ %d", most))
		}
	}
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
		if strings.HasPrefix(typeOf(said.Type).Name, kind) {
			return simple[kind]
		}
	}
	return "…"
}
