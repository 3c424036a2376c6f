package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/salaatflow/platform/services/toolspec"
	jsonschema "github.com/salaatflow/platform/services/toolspec/schema"
)

// property is the documented part of a JSON Schema.
type property struct {
	Type             any                  `json:"type"`
	Description      string               `json:"description"`
	Examples         []json.RawMessage    `json:"examples"`
	Default          json.RawMessage      `json:"default"`
	Enum             []any                `json:"enum"`
	Const            json.RawMessage      `json:"const"`
	Format           string               `json:"format"`
	Pattern          string               `json:"pattern"`
	Minimum          *json.Number         `json:"minimum"`
	ExclusiveMinimum *json.Number         `json:"exclusiveMinimum"`
	Maximum          *json.Number         `json:"maximum"`
	ExclusiveMaximum *json.Number         `json:"exclusiveMaximum"`
	MinLength        *int                 `json:"minLength"`
	MaxLength        *int                 `json:"maxLength"`
	MinItems         *int                 `json:"minItems"`
	MaxItems         *int                 `json:"maxItems"`
	Items            *property            `json:"items"`
	Properties       map[string]*property `json:"properties"`
	Required         []string             `json:"required"`
}

func writeParameters(out *strings.Builder, tool *toolspec.Tool) error {
	var schema property
	if err := json.Unmarshal(jsonschema.Plain(tool.InputSchema), &schema); err != nil {
		return err
	}
	fields := tool.Method().Input().Fields()
	if len(schema.Properties) == 0 {
		out.WriteString("\nIt has no parameters.\n")
		return nil
	}
	required := map[string]bool{}
	for _, name := range schema.Required {
		required[name] = true
	}
	out.WriteString("\n**Parameters**\n\n| parameter | type | default | limits | description |\n|---|---|---|---|---|\n")
	for i := range fields.Len() {
		if toolspec.IsPart(fields.Get(i)) {
			continue
		}
		name := fields.Get(i).TextName()
		said := schema.Properties[name]
		if said == nil {
			return fmt.Errorf("the schema has no property %s", name)
		}
		written := "`" + name + "`"
		if required[name] {
			written += " **required**"
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s | %s |\n",
			written, said.typeWord(), cell(said.defaultWord()), cell(said.limits()), cell(said.described()))
	}
	return nil
}

// described returns the description with the first example.
func (p *property) described() string {
	if len(p.Examples) == 0 {
		return p.Description
	}
	return p.Description + " Example: `" + string(p.Examples[0]) + "`"
}

func (p *property) typeWord() string {
	switch kind := p.Type.(type) {
	case string:
		if kind == "array" && p.Items != nil {
			return "array of " + p.Items.typeWord()
		}
		return kind
	default: // a reference, or any value
		return "JSON"
	}
}

func (p *property) defaultWord() string {
	if p.Default == nil {
		return ""
	}
	return "`" + string(p.Default) + "`"
}

// limits describes the keywords of a JSON Schema in words.
func (p *property) limits() string {
	var words []string
	say := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) }
	if len(p.Enum) > 0 {
		allowed := make([]string, len(p.Enum))
		for i, value := range p.Enum {
			allowed[i] = fmt.Sprintf("`%v`", value)
			if value == "" {
				allowed[i] = "empty"
			}
		}
		say("%s", strings.Join(allowed, ", "))
	}
	if p.Const != nil {
		say("always `%s`", p.Const)
	}
	for _, bound := range []struct {
		relation string
		number   *json.Number
	}{{"≥", p.Minimum}, {">", p.ExclusiveMinimum}, {"≤", p.Maximum}, {"<", p.ExclusiveMaximum}} {
		if bound.number != nil {
			say("%s %s", bound.relation, *bound.number)
		}
	}
	if text := span(p.MinLength, p.MaxLength, "character"); text != "" {
		say("%s", text)
	}
	if text := span(p.MinItems, p.MaxItems, "item"); text != "" {
		say("%s", text)
	}
	if p.Pattern != "" {
		say("`%s`", p.Pattern)
	}
	if p.Format != "" {
		say("%s", p.Format)
	}
	return strings.Join(words, "; ")
}

func span(least, most *int, unit string) string {
	switch {
	case least != nil && most != nil:
		return fmt.Sprintf("%d to %d %ss", *least, *most, unit)
	case least != nil:
		return fmt.Sprintf("at least %d %s", *least, plural(*least, unit))
	case most != nil:
		return fmt.Sprintf("at most %d %s", *most, plural(*most, unit))
	}
	return ""
}

func plural(n int, unit string) string {
	if n == 1 {
		return unit
	}
	return unit + "s"
}
