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
func (b *Book) Check(name string, schema json.RawMessage) ([]Finding, error) {
	decoder := json.NewDecoder(bytes.NewReader(schema))
	decoder.UseNumber()
	var members map[string]any
	if err := decoder.Decode(&members); err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	top := &node{members: members, tool: name, top: true, depth: 1}
	top.whole, top.sizes = top, top.measure()
	c := &checker{book: b}
	c.node(top)
	return c.found, nil
}

// node is one schema within a schema, as it is checked.
type node struct {
	members    map[string]any
	tool, path string
	property   string // its name, of a property
	optional   bool
	top        bool
	depth      int   // of objects with properties in each other
	whole      *node // the schema itself
	sizes      sizes // at the top
}

type checker struct {
	book  *Book
	found []Finding
}

func (c *checker) node(n *node) {
	for _, rule := range c.book.Rules {
		if keyword, wrong := c.book.checks[rule.Name](rule, n); wrong {
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
		next := &node{members: members, path: path, property: property, depth: n.depth, whole: n.whole}
		next.optional = property != "" && !slices.Contains(n.list("required"), any(property))
		if members["type"] == "object" && !next.isOpen() {
			next.depth++
		}
		held = append(held, next)
	}
	for _, keyword := range []string{"properties", "$defs", "definitions"} {
		named := n.named(keyword)
		for _, name := range slices.Sorted(maps.Keys(named)) {
			property := name
			if keyword != "properties" {
				property = ""
			}
			add(named[name], join(n.path, name), property)
		}
	}
	add(n.members["items"], n.path+"[]", "")
	add(n.members["additionalProperties"], n.path+"{}", "")
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		for _, one := range n.list(keyword) {
			add(one, n.path, "")
		}
	}
	return held
}

// named are the members of a keyword, and list its elements; none if it has none.
func (n *node) named(keyword string) map[string]any {
	members, _ := n.members[keyword].(map[string]any)
	return members
}

func (n *node) list(keyword string) []any {
	elements, _ := n.members[keyword].([]any)
	return elements
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// check reports whether a rule is broken, and by which keyword if it is about some.
type check func(rule *Rule, n *node) (keyword string, broken bool)

var checks = map[string]check{
	"combinator at the top":    keywords(func(_ *Rule, n *node, _ string) bool { return n.top }),
	"no object at the top":     func(_ *Rule, n *node) (string, bool) { return "type", n.top && n.members["type"] != "object" },
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
	"format":      keywords(unknownFormat),
	"empty value": keywords(func(_ *Rule, n *node, keyword string) bool {
		return slices.Contains(n.list(keyword), any(""))
	}),
	"values that are no text": keywords(func(_ *Rule, n *node, keyword string) bool {
		return slices.ContainsFunc(n.list(keyword), func(value any) bool { _, isText := value.(string); return !isText })
	}),
	"exclusive bound": keywords(always),
	"bound of a type": keywords(func(rule *Rule, n *node, keyword string) bool {
		return slices.Contains(rule.Values, fmt.Sprint(n.members[keyword]))
	}),
	"long array":      keywords(overLimit),
	"unknown keyword": unknownKeyword,
	"header":          keywords(always),
	"required and not there": keywords(func(_ *Rule, n *node, keyword string) bool {
		return slices.ContainsFunc(n.list(keyword), func(name any) bool {
			text, _ := name.(string)
			return n.named("properties")[text] == nil
		})
	}),
	"name of a property": func(rule *Rule, n *node) (string, bool) {
		return "", n.property != "" && !rule.fits.MatchString(n.property)
	},
	"depth":           func(rule *Rule, n *node) (string, bool) { return "", n.depth > rule.Limit },
	"many properties": func(rule *Rule, n *node) (string, bool) { return "", n.sizes.properties > rule.Limit },
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

func unknownKeyword(rule *Rule, n *node) (string, bool) {
	for _, keyword := range slices.Sorted(maps.Keys(n.members)) {
		if !slices.Contains(rule.Known, keyword) {
			return keyword, true
		}
	}
	return "", false
}

func unknownFormat(rule *Rule, n *node, keyword string) bool {
	format, _ := n.members[keyword].(string)
	return !slices.Contains(rule.Known, format)
}

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
	return n.members["type"] == "object" && len(n.named("properties")) == 0
}
