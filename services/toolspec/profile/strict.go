package profile

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// sizes are how much there is in a schema and all that it holds.
type sizes struct {
	properties, optional, several int // several are those of several types
	values                        int // of all enums
	characters                    int // of the names of properties and definitions, and of values
}

func (n *node) measure() sizes {
	s := sizes{values: len(n.list("enum")), characters: charactersOf(append(n.list("enum"), n.members["const"]))}
	if n.property != "" {
		s.properties = 1
		s.optional = asOne(n.optional)
		s.several = asOne(n.members["anyOf"] != nil || n.list("type") != nil)
	}
	for _, keyword := range []string{"properties", "$defs", "definitions"} {
		for name := range n.named(keyword) {
			s.characters += utf8.RuneCountInString(name)
		}
	}
	for _, held := range n.held() {
		of := held.measure()
		s.properties += of.properties
		s.optional += of.optional
		s.several += of.several
		s.values += of.values
		s.characters += of.characters
	}
	return s
}

func asOne(is bool) int {
	if is {
		return 1
	}
	return 0
}

// charactersOf counts the characters of the texts among some values.
func charactersOf(values []any) int {
	count := 0
	for _, value := range values {
		text, _ := value.(string)
		count += utf8.RuneCountInString(text)
	}
	return count
}

var strictChecks = map[string]check{
	"closed object": func(_ *Rule, n *node) (string, bool) {
		return "additionalProperties", n.isClosable() && n.members["additionalProperties"] == nil
	},
	"optional property": func(_ *Rule, n *node) (string, bool) { return "", n.optional },
	"object of any keys": func(_ *Rule, n *node) (string, bool) {
		others := n.members["additionalProperties"]
		return "", n.members["type"] == "object" && others != any(false) && (others != nil || !n.isClosable())
	},
	"combinator":                   keywords(always),
	"all of several":               keywords(always),
	"reference beside others":      keywords(func(_ *Rule, n *node, _ string) bool { return len(n.members) > 1 }),
	"recursion":                    keywords(func(_ *Rule, n *node, _ string) bool { return n.holdsItself(nil) }),
	"keyword OpenAI does not know": unknownKeyword,
	"keyword Claude does not know": unknownKeyword,
	"format OpenAI does not know":  keywords(unknownFormat),
	"format Claude does not know":  keywords(unknownFormat),
	"several items at least":       keywords(overLimit),
	"depth":                        func(rule *Rule, n *node) (string, bool) { return "", n.depth > rule.Limit },
	"properties":                   func(rule *Rule, n *node) (string, bool) { return "", n.sizes.properties > rule.Limit },
	"values in all":                func(rule *Rule, n *node) (string, bool) { return "", n.sizes.values > rule.Limit },
	"characters of all names and values": func(rule *Rule, n *node) (string, bool) {
		return "", n.sizes.characters > rule.Limit
	},
	"characters of one text's values": keywords(func(rule *Rule, n *node, keyword string) bool {
		values := n.list(keyword)
		return len(values) > rule.Above && charactersOf(values) > rule.Limit
	}),
	"optional properties":         func(rule *Rule, n *node) (string, bool) { return "", n.sizes.optional > rule.Limit },
	"properties of several types": func(rule *Rule, n *node) (string, bool) { return "", n.sizes.several > rule.Limit },
}

// isClosable reports whether a schema is that of an object whose keys are known. A tool without parameters has none.
func (n *node) isClosable() bool {
	return n.members["type"] == "object" && (n.top || !n.isOpen())
}

// holdsItself reports whether a schema comes back to what it refers to, of which it is within.
func (n *node) holdsItself(within []string) bool {
	if reference, _ := n.members["$ref"].(string); reference != "" {
		if slices.Contains(within, reference) {
			return true
		}
		referred := n.whole.referred(reference)
		if referred != nil && referred.holdsItself(append(slices.Clone(within), reference)) {
			return true
		}
	}
	return slices.ContainsFunc(n.held(), func(held *node) bool { return held.holdsItself(within) })
}

// referred returns what a reference in a schema refers to; nil if that is not there.
func (n *node) referred(reference string) *node {
	if reference == "#" {
		return n
	}
	for _, keyword := range []string{"$defs", "definitions"} {
		name, found := strings.CutPrefix(reference, "#/"+keyword+"/")
		if members, isSchema := n.named(keyword)[name].(map[string]any); found && isSchema {
			return &node{members: members, whole: n}
		}
	}
	return nil
}
