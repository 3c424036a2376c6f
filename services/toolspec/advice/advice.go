// Package advice says what of a tool's texts keeps models from choosing it, or from calling it right. It makes no tool invalid.
package advice

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/internal/sentences"
)

// How many sentences a description has: what the tool does, when to call it and when its neighbour, what comes back.
const (
	leastSentences = 2
	mostSentences  = 6
)

// Of returns what could be better of a tool among tools of these names, each with its place.
func Of(tool *toolspec.Tool, names []string) []*toolspec.Mistake {
	method := tool.Method()
	var found []*toolspec.Mistake
	say := func(of protoreflect.Descriptor, format string, args ...any) {
		found = append(found, &toolspec.Mistake{Of: of.FullName(), Err: fmt.Errorf(format, args...)})
	}
	comment := toolspec.Comment(method)
	if n := sentences.Count(comment); n < leastSentences || n > mostSentences {
		say(method, "the description of %s has %d sentence(s), not %d to %d: say what it does, when to call it and when another tool, and what "+
			"it returns", tool.Name, n, leastSentences, mostSentences)
	}
	if tool.ExampleArguments == nil {
		say(method, "%s has no example_arguments", tool.Name)
	}
	for _, name := range strangers(comment, tool, names) {
		say(method, "the description of %s names %s, which is no tool, parameter or result", tool.Name, name)
	}
	for _, field := range withoutExample(tool) {
		say(field, "the parameter %s has no example, as in (buf.validate.field).%s.example", field.TextName(), field.Kind())
	}
	return found
}

var identifier = regexp.MustCompile(`\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b`)

// strangers returns the identifiers in a text that a model might take for a tool: those that are none, and nothing of this tool either.
func strangers(text string, tool *toolspec.Tool, names []string) []string {
	unknown := map[string]bool{}
	for _, name := range identifier.FindAllString(text, -1) {
		quoted := `"` + name + `"`
		known := name == tool.Name || slices.Contains(tool.Aliases, name) || slices.Contains(names, name) ||
			strings.Contains(string(tool.InputSchema), quoted) || strings.Contains(string(tool.OutputSchema), quoted)
		if !known {
			unknown[name] = true
		}
	}
	return slices.Sorted(maps.Keys(unknown))
}

// A page token is what a page of results says: an example would be no help.
const pageToken = "page_token"

// withoutExample returns the parameters whose values a model must make up with nothing to go by.
func withoutExample(tool *toolspec.Tool) []protoreflect.FieldDescriptor {
	var schema struct {
		Properties map[string]map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(tool.InputSchema, &schema) != nil {
		return nil
	}
	var found []protoreflect.FieldDescriptor
	fields := tool.Method().Input().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		property, listed := schema.Properties[field.TextName()]
		if listed && field.TextName() != pageToken && isOpen(field) && !saysValues(property) {
			found = append(found, field)
		}
	}
	return found
}

// isOpen reports whether a field is a single text or number.
func isOpen(field protoreflect.FieldDescriptor) bool {
	isOne := !field.IsList() && field.Message() == nil
	return isOne && field.Enum() == nil && field.Kind() != protoreflect.BoolKind
}

func saysValues(property map[string]json.RawMessage) bool {
	return slices.ContainsFunc([]string{"examples", "enum", "const", "default"}, func(keyword string) bool { return property[keyword] != nil })
}
