package openapi

import (
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec"
)

// Operation is a REST path of an RPC of a service that the platform was not built with.
type Operation struct {
	Method protoreflect.MethodDescriptor
	Path   toolspec.RESTPath
}

// addStrangers describes the REST paths of others' services. Their full names tell them from the platform's.
func (d *document) addStrangers(operations []Operation) {
	tagged, named := map[protoreflect.FullName]bool{}, map[protoreflect.FullName]int{}
	for _, operation := range operations {
		service := operation.Method.Parent()
		if !tagged[service.FullName()] {
			d.tag(string(service.FullName()), toolspec.Comment(service))
			tagged[service.FullName()] = true
		}
		described := d.restOperation(operation.Method, operation.Path)
		id := strings.ReplaceAll(string(operation.Method.FullName()), ".", "_")
		if named[operation.Method.FullName()]++; named[operation.Method.FullName()] > 1 {
			id += "_" + strconv.Itoa(named[operation.Method.FullName()])
		}
		described.Set("operationId", id).Set("tags", []string{string(service.FullName())})
		d.at(written(operation.Path.Template)).Set(strings.ToLower(operation.Path.Verb), described)
	}
}

// written writes a template as OpenAPI has it, where each variable is a name in braces.
func written(template toolspec.Template) string {
	var path strings.Builder
	segments := template.Segments()
	for i := 0; i < len(segments); i++ {
		path.WriteByte('/')
		if variable := at(template, i); variable != nil {
			path.WriteString("{" + variable.Field + "}")
			i = variable.End - 1
			continue
		}
		path.WriteString(wordOf(segments[i], i))
	}
	return path.String() + template.Suffix()
}

// at returns the variable that begins at a segment; nil if none does.
func at(template toolspec.Template, segment int) *toolspec.Variable {
	for _, variable := range template.Variables() {
		if variable.First == segment {
			return &variable
		}
	}
	return nil
}

// wordOf returns a segment, and a name in braces for one that may be anything.
func wordOf(segment string, place int) string {
	if segment == toolspec.AnySegment || segment == toolspec.AnySegments {
		return "{segment_" + strconv.Itoa(place+1) + "}"
	}
	return segment
}

// unnamed returns the names that written gives to segments that may be anything and are no variable.
func unnamed(template toolspec.Template) []string {
	var names []string
	segments := template.Segments()
	for i := 0; i < len(segments); i++ {
		if variable := at(template, i); variable != nil {
			i = variable.End - 1
			continue
		}
		if name := wordOf(segments[i], i); name != segments[i] {
			names = append(names, strings.Trim(name, "{}"))
		}
	}
	return names
}
