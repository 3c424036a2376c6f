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

	segments []string // literals, anySegment and anySegments
	suffix   string   // what stands behind a colon at the end
}

// How Template.segments says one segment of any text, and any number of segments.
const (
	anySegment  = "*"
	anySegments = "**"
)

// String returns the method and the path.
func (t Template) String() string { return t.Verb + " " + t.Path }

// Overlaps reports whether there is a request that both templates fit; what their variables are called does not matter.
func (t Template) Overlaps(other Template) bool {
	if t.Verb != other.Verb || t.suffix != other.suffix {
		return false
	}
	for i := range max(len(t.segments), len(other.segments)) {
		if at(t.segments, i) == anySegments || at(other.segments, i) == anySegments {
			return true
		}
		if i >= len(t.segments) || i >= len(other.segments) {
			return false
		}
		a, b := t.segments[i], other.segments[i]
		if a != b && a != anySegment && b != anySegment {
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
		verb, path := verbAndPattern(rule)
		if custom := rule.GetCustom(); custom != nil {
			verb, path = strings.ToUpper(custom.GetKind()), custom.GetPath()
		}
		template, err := readTemplate(verb, path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", method.FullName(), err)
		}
		templates = append(templates, template)
	}
	return templates, nil
}

func readTemplate(verb, path string) (Template, error) {
	plain, err := withoutVariables(path)
	if err != nil || verb == "" || !strings.HasPrefix(plain, "/") {
		return Template{}, fmt.Errorf("%q is not a path of the form /a/{b}", path)
	}
	template := Template{Verb: verb, Path: path}
	last := strings.LastIndexByte(plain, '/')
	if colon := strings.IndexByte(plain[last:], ':'); colon >= 0 {
		plain, template.suffix = plain[:last+colon], plain[last+colon:]
	}
	template.segments = strings.Split(plain[1:], "/")
	return template, nil
}

// withoutVariables writes {name} as * and {name=a/*} as a/*.
func withoutVariables(path string) (string, error) {
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
		if _, inner, has := strings.Cut(variable, "="); has {
			plain.WriteString(inner)
		} else {
			plain.WriteString(anySegment)
		}
		path = after
	}
}
