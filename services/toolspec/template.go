package toolspec

import (
	"fmt"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
)

// Template is the path template of a google.api.http rule with its HTTP method, as it is claimed by a service. It may be of any
// kind that the option can say, whether the platform serves it or not.
type Template struct {
	// Verb is the HTTP method, such as GET, or a custom kind.
	Verb string
	// Path is the template as it is written, such as /api/v1/tasks/{task_id}.
	Path string

	segments  []string // literals, AnySegment and AnySegments
	suffix    string   // what stands behind a colon at the end, with it
	variables []Variable
}

// Variable is a part of a template that becomes a field of the request.
type Variable struct {
	// Field is the path of the field, such as goal.id.
	Field string
	// First and End are the segments that it takes, the latter not included. What ends with AnySegments takes all the rest.
	First, End int
}

// How Template.Segments says one segment of any text, and any number of segments.
const (
	AnySegment  = "*"
	AnySegments = "**"
)

// Segments returns the literals, AnySegment and AnySegments that stand between the slashes. The slice must not be changed.
func (t Template) Segments() []string { return t.segments }

// Suffix returns what stands behind the last segment, such as :undo; empty if there is nothing.
func (t Template) Suffix() string { return t.suffix }

// Variables returns the variables in order. The slice must not be changed.
func (t Template) Variables() []Variable { return t.variables }

// String returns the method and the path.
func (t Template) String() string { return t.Verb + " " + t.Path }

// Shape returns the method and the path without the names of variables: templates of one shape fit the same requests.
func (t Template) Shape() string { return t.Verb + " /" + strings.Join(t.segments, "/") + t.suffix }

// Overlaps reports whether there is a request that both templates fit; what their variables are called does not matter.
func (t Template) Overlaps(other Template) bool {
	if t.Verb != other.Verb || t.suffix != other.suffix {
		return false
	}
	for i := range max(len(t.segments), len(other.segments)) {
		if at(t.segments, i) == AnySegments || at(other.segments, i) == AnySegments {
			return true
		}
		if i >= len(t.segments) || i >= len(other.segments) {
			return false
		}
		a, b := t.segments[i], other.segments[i]
		if a != b && a != AnySegment && b != AnySegment {
			return false
		}
	}
	return true
}

func at(segments []string, i int) string {
	if i < len(segments) {
		return segments[i]
	}
	return ""
}

// Templates returns the templates of an RPC's google.api.http rule, the main one first; nil when it has none. One that
// cannot be read is an error.
func Templates(method protoreflect.MethodDescriptor) ([]Template, error) {
	main := annotation.HTTP(method)
	if main == nil {
		return nil, nil
	}
	var templates []Template
	for _, rule := range append([]*annotations.HttpRule{main}, main.GetAdditionalBindings()...) {
		template, err := templateOf(rule)
		if err != nil {
			return nil, At(method, err)
		}
		templates = append(templates, template)
	}
	return templates, nil
}

func templateOf(rule *annotations.HttpRule) (Template, error) {
	verb, path := verbAndPattern(rule)
	if custom := rule.GetCustom(); custom != nil {
		verb, path = strings.ToUpper(custom.GetKind()), custom.GetPath()
	}
	return readTemplate(verb, path)
}

func readTemplate(verb, path string) (Template, error) {
	template := Template{Verb: verb, Path: path}
	plain, err := template.withoutVariables(path)
	if err != nil || verb == "" || !strings.HasPrefix(plain, "/") {
		return Template{}, fmt.Errorf("%q is not a path of the form /a/{b}", path)
	}
	last := strings.LastIndexByte(plain, '/')
	if colon := strings.IndexByte(plain[last:], ':'); colon >= 0 {
		plain, template.suffix = plain[:last+colon], plain[last+colon:]
	}
	template.segments = strings.Split(plain[1:], "/")
	return template, nil
}

// withoutVariables writes {name} as * and {name=a/*} as a/*, and notes the variables.
func (t *Template) withoutVariables(path string) (string, error) {
	var plain strings.Builder
	for {
		before, rest, found := strings.Cut(path, "{")
		plain.WriteString(before)
		if !found {
			if strings.Contains(before, "}") {
				return "", fmt.Errorf("%q closes a variable that is not open", path)
			}
			return plain.String(), nil
		}
		variable, after, closed := strings.Cut(rest, "}")
		if !closed || strings.ContainsAny(variable, "{") || strings.Contains(before, "}") {
			return "", fmt.Errorf("%q does not close its variables", path)
		}
		name, inner, has := strings.Cut(variable, "=")
		if !has {
			inner = AnySegment
		}
		first := strings.Count(plain.String(), "/") - 1
		t.variables = append(t.variables, Variable{Field: name, First: first, End: first + strings.Count(inner, "/") + 1})
		plain.WriteString(inner)
		path = after
	}
}
