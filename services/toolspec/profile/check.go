package profile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Finding is one thing that some hosts do not take.
type Finding struct {
	Rule *Rule
	// Path is where it is, such as place.name or tags[]; empty for the tool itself.
	Path string
	// Keyword is what it is about; empty where that is no keyword.
	Keyword string
}

// String says what is found, where, and which hosts do not take it.
func (f Finding) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s", f.Keyword, f.Path)) + ": " + f.Rule.Name + ", which " + strings.Join(f.Rule.Hosts, ", ") +
		" do not take"
}

// Check returns what hosts do not take of a tool with this name and schema of its arguments.
func Check(name string, schema json.RawMessage) ([]Finding, error) {
	decoder := json.NewDecoder(bytes.NewReader(schema))
	decoder.UseNumber()
	var members map[string]any
	if err := decoder.Decode(&members); err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	c := &checker{}
	c.node(&node{members: members, tool: name, top: true, depth: 1})
	return c.found, nil
}

// node is one schema within a schema, as it is checked.
type node struct {
	members    map[string]any
	tool, path string
	property   string // its name, of a property
	top        bool
	depth      int // of objects with properties in each other
	properties int // in all, at the top
}

type checker struct{ found []Finding }

func (c *checker) node(n *node) {
	if n.top {
		n.properties = countProperties(n.members)
	}
	for _, rule := range loaded().Rules {
		if keyword, wrong := checks[rule.Name](rule, n); wrong {
			c.found = append(c.found, Finding{rule, n.path, keyword})
		}
	}
	for _, held := range n.held() {
		c.node(held)
	}
}

// held are the schemas in a schema.
func (n *node) held() []*node {
	var held []*node
	add := func(value any, path, property string) {
		members, isSchema := value.(map[string]any)
		if !isSchema {
			return
		}
		next := &node{members: members, path: path, property: property, depth: n.depth}
		if members["type"] == "object" && !next.isOpen() {
			next.depth++
		}
		held = append(held, next)
	}
	for _, keyword := range []string{"properties", "$defs"} {
		named, _ := n.members[keyword].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(named)) {
			property := name
			if keyword == "$defs" {
				property = ""
			}
			add(named[name], join(n.path, name), property)
		}
	}
	add(n.members["items"], n.path+"[]", "")
	add(n.members["additionalProperties"], n.path+"{}", "")
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		several, _ := n.members[keyword].([]any)
		for _, one := range several {
			add(one, n.path, "")
		}
	}
	return held
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func countProperties(members map[string]any) int {
	count := 0
	for _, held := range (&node{members: members}).held() {
		if held.property != "" {
			count++
		}
		count += countProperties(held.members)
	}
	return count
}

// check reports whether a rule is broken, and by which keyword if it is about some.
type check func(rule *Rule, n *node) (keyword string, broken bool)

var checks = map[string]check{
	"combinator at the top":    keywords(func(_ *Rule, n *node, _ string) bool { return n.top }),
	"no properties at the top": func(_ *Rule, n *node) (string, bool) { return "", n.top && n.members["properties"] == nil },
	"reference":                keywords(always),
	"combinator":               keywords(always),
	"anyOf beside others":      keywords(func(_ *Rule, n *node, _ string) bool { return !n.top && len(n.members) > 1 }),
	"several types": func(_ *Rule, n *node) (string, bool) {
		_, several := n.members["type"].([]any)
		return "type", several
	},
	"no type": func(_ *Rule, n *node) (string, bool) { return "", n.isUntyped() },
	"array without items": func(_ *Rule, n *node) (string, bool) {
		return "", n.members["type"] == "array" && n.members["items"] == nil
	},
	"open object": func(_ *Rule, n *node) (string, bool) { return "", !n.top && n.isOpen() },
	"pattern":     keywords(always),
	"long text":   keywords(overLimit),
	"format": keywords(func(rule *Rule, n *node, keyword string) bool {
		format, _ := n.members[keyword].(string)
		return !slices.Contains(rule.Known, format)
	}),
	"empty value": keywords(func(_ *Rule, n *node, keyword string) bool {
		values, _ := n.members[keyword].([]any)
		return slices.Contains(values, any(""))
	}),
	"values that are no text": keywords(func(_ *Rule, n *node, keyword string) bool {
		values, _ := n.members[keyword].([]any)
		return slices.ContainsFunc(values, func(value any) bool { _, isText := value.(string); return !isText })
	}),
	"exclusive bound": keywords(always),
	"bound of a type": keywords(func(rule *Rule, n *node, keyword string) bool {
		return slices.Contains(rule.Values, fmt.Sprint(n.members[keyword]))
	}),
	"long array": keywords(overLimit),
	"unknown keyword": func(rule *Rule, n *node) (string, bool) {
		for _, keyword := range slices.Sorted(maps.Keys(n.members)) {
			if !slices.Contains(rule.Known, keyword) {
				return keyword, true
			}
		}
		return "", false
	},
	"header": keywords(always),
	"name of a property": func(rule *Rule, n *node) (string, bool) {
		return "", n.property != "" && !rule.fits.MatchString(n.property)
	},
	"depth":           func(rule *Rule, n *node) (string, bool) { return "", n.depth > rule.Limit },
	"many properties": func(rule *Rule, n *node) (string, bool) { return "", n.properties > rule.Limit },
	"name of a tool":  func(rule *Rule, n *node) (string, bool) { return "", n.top && !rule.fits.MatchString(n.tool) },
}

// keywords checks each of a rule's keywords that is there.
func keywords(broken func(*Rule, *node, string) bool) check {
	return func(rule *Rule, n *node) (string, bool) {
		for _, keyword := range rule.Keywords {
			if n.members[keyword] != nil && broken(rule, n, keyword) {
				return keyword, true
			}
		}
		return "", false
	}
}

func always(*Rule, *node, string) bool { return true }

func overLimit(rule *Rule, n *node, keyword string) bool {
	number, _ := n.members[keyword].(json.Number)
	value, err := number.Float64()
	return err != nil || value > float64(rule.Limit)
}

// isUntyped reports whether a schema has neither a type nor alternatives in its place.
func (n *node) isUntyped() bool {
	return n.members["type"] == nil && n.members["anyOf"] == nil && n.members["$ref"] == nil
}

// isOpen reports whether a schema is that of an object of any keys.
func (n *node) isOpen() bool {
	properties, _ := n.members["properties"].(map[string]any)
	return n.members["type"] == "object" && len(properties) == 0
}
