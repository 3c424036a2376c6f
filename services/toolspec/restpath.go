package toolspec

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

// RESTPath is one REST path of an RPC, as its google.api.http option says, with what the platform's conventions add.
type RESTPath struct {
	// Verb is the HTTP method, such as GET.
	Verb string
	// Path is the pattern, such as /api/v1/tasks/{task_id}.
	Path string
	// Template is the same, taken apart.
	Template Template
	// Variables are the fields that the path holds, in order, such as goal.id; nil when it holds none.
	Variables []string
	// HasBody: there is a JSON body.
	HasBody bool
	// Body is the one field that the body holds, so that the others are in the query; nil when the body holds all that are not
	// in the path, or there is none.
	Body protoreflect.FieldDescriptor
	// Response is the field of the response that is the whole answer; nil when the answer is the response itself.
	Response protoreflect.FieldDescriptor
	// Status is the HTTP status of a success (AIP-133, AIP-135): 201 for what creates, 204 for what deletes and answers
	// nothing of its own, 200 else.
	Status int
	// Count, CountCapped and NextPageToken are the fields of a list's response that become X-Total-Count,
	// X-Total-Count-Capped and Link; nil when it has none.
	Count, CountCapped, NextPageToken protoreflect.FieldDescriptor
}

// Limits on a REST path, so that no request takes long to be matched with it.
const (
	maxPathLength = 512
	maxSegments   = 16
)

// RESTPaths returns the REST paths of an RPC, the main one first; nil when it has none. A path that the platform does
// not serve is an error: one of a custom kind or of a streaming RPC, or with a variable or body that is no field. The others
// are returned.
func RESTPaths(method protoreflect.MethodDescriptor) ([]RESTPath, error) {
	main := annotation.HTTP(method)
	if main == nil {
		return nil, nil
	}
	if method.IsStreamingClient() || method.IsStreamingServer() {
		return nil, At(method, errors.New("a streaming RPC has no REST path: leave out its google.api.http option, or its stream"))
	}
	var (
		paths    []RESTPath
		mistakes []error
	)
	for _, rule := range append([]*annotations.HttpRule{main}, main.GetAdditionalBindings()...) {
		path, err := restPath(method, rule)
		if err != nil {
			mistakes = append(mistakes, At(method, err))
			continue
		}
		paths = append(paths, path)
	}
	return paths, errors.Join(mistakes...)
}

func restPath(method protoreflect.MethodDescriptor, rule *annotations.HttpRule) (RESTPath, error) {
	verb, pattern := verbAndPattern(rule)
	if verb == "" {
		return RESTPath{}, fmt.Errorf("a REST path of the kind %T is not served", rule.GetPattern())
	}
	template, err := readTemplate(verb, pattern)
	if err != nil {
		return RESTPath{}, err
	}
	path := RESTPath{Verb: verb, Path: pattern, Template: template, Status: http.StatusOK}
	if err := path.checkForm(); err != nil {
		return RESTPath{}, err
	}
	if err := path.setVariables(method.Input()); err != nil {
		return RESTPath{}, err
	}
	if err := path.setBody(method.Input(), rule.GetBody()); err != nil {
		return RESTPath{}, err
	}
	if name := rule.GetResponseBody(); name != "" {
		if path.Response = method.Output().Fields().ByName(protoreflect.Name(name)); path.Response == nil {
			return RESTPath{}, fmt.Errorf("%s: the response has no field %q", pattern, name)
		}
	}
	switch {
	case verb == http.MethodPost && strings.HasPrefix(string(method.Name()), "Create"):
		path.Status = http.StatusCreated
	case verb == http.MethodDelete && path.Response == nil:
		path.Status = http.StatusNoContent
	}
	if path.Response != nil && path.Response.IsList() {
		path.Count = ofKind(method.Output(), "count", protoreflect.Int32Kind)
		path.CountCapped = ofKind(method.Output(), "count_capped", protoreflect.BoolKind)
		path.NextPageToken = ofKind(method.Output(), "next_page_token", protoreflect.StringKind)
	}
	return path, nil
}

// ofKind returns a field if it is single and of a kind; nil else.
func ofKind(message protoreflect.MessageDescriptor, name protoreflect.Name, kind protoreflect.Kind) protoreflect.FieldDescriptor {
	if field := message.Fields().ByName(name); field != nil && field.Kind() == kind && !field.IsList() {
		return field
	}
	return nil
}

var (
	literal    = regexp.MustCompile(`^[A-Za-z0-9._~!$&'()+,;=@-]+$`)
	suffixForm = regexp.MustCompile(`^:[A-Za-z0-9._~-]+$`)
)

// checkForm refuses templates that are too long or that no request fits.
func (p RESTPath) checkForm() error {
	if len(p.Path) > maxPathLength {
		return fmt.Errorf("the path %.64s… has %d characters, more than %d", p.Path, len(p.Path), maxPathLength)
	}
	segments := p.Template.segments
	if len(segments) > maxSegments {
		return fmt.Errorf("%s: %d segments, more than %d", p.Path, len(segments), maxSegments)
	}
	for i, segment := range segments {
		switch {
		case segment == AnySegment:
		case segment == AnySegments && i == len(segments)-1:
		case segment == AnySegments:
			return fmt.Errorf("%s: ** may only stand at the end", p.Path)
		case segment == "." || segment == "..":
			return fmt.Errorf("%s: no request has the segment %q", p.Path, segment)
		case !literal.MatchString(segment):
			return fmt.Errorf("%s: the segment %q is neither a word, *, ** nor a variable such as {task_id}", p.Path, segment)
		}
	}
	if p.Template.suffix != "" && !suffixForm.MatchString(p.Template.suffix) {
		return fmt.Errorf("%s: %q is not of the form :word", p.Path, p.Template.suffix)
	}
	return nil
}

// setVariables refuses variables that are no single value of the request.
func (p *RESTPath) setVariables(request protoreflect.MessageDescriptor) error {
	for _, variable := range p.Template.variables {
		field := FieldAt(request, variable.Field)
		switch {
		case field == nil:
			return fmt.Errorf("%s: the request has no field %q", p.Path, variable.Field)
		case field.IsList() || field.IsMap() || field.Message() != nil || field.Kind() == protoreflect.BytesKind:
			return fmt.Errorf("%s: the field %q is not a single value, so it cannot be in a path", p.Path, variable.Field)
		case field.Kind() != protoreflect.StringKind && strings.Contains(p.Path, "{"+variable.Field+"="):
			return fmt.Errorf("%s: the field %q has a pattern, so it must be a string", p.Path, variable.Field)
		case slices.Contains(p.Variables, variable.Field):
			return fmt.Errorf("%s: the field %q stands in it twice", p.Path, variable.Field)
		}
		p.Variables = append(p.Variables, variable.Field)
	}
	return nil
}

// setBody refuses a body that is neither the whole request nor a message in it.
func (p *RESTPath) setBody(request protoreflect.MessageDescriptor, body string) error {
	switch {
	case body == "":
		return nil
	case p.Verb == http.MethodGet:
		return fmt.Errorf("%s: GET has no body", p.Path)
	case body == "*":
		p.HasBody = true
		return nil
	}
	p.HasBody, p.Body = true, request.Fields().ByName(protoreflect.Name(body))
	if p.Body == nil || p.Body.Message() == nil || p.Body.IsList() || p.Body.IsMap() {
		return fmt.Errorf("%s: the body must be \"*\" or a field of the request that is a message, not %q", p.Path, body)
	}
	return nil
}

// CheckMessages returns an error unless the messages of an RPC with REST paths have a form in JSON that can be described and
// checked. Those of tools are known to.
func CheckMessages(method protoreflect.MethodDescriptor) error {
	limits := DefaultLimits()
	within := schema.Limits{Depth: limits.Depth, Bytes: limits.SchemaBytes}
	if !schema.IsObject(method.Input()) {
		return At(method, fmt.Errorf("the request %s is not an object in JSON", method.Input().FullName()))
	}
	if _, err := NewChecker(method.Input()); err != nil {
		return At(method, err)
	}
	if _, err := schema.Input(method.Input(), within); err != nil {
		return At(method, err)
	}
	if IsFile(method) {
		return nil
	}
	_, err := schema.Output(method.Output(), within)
	return At(method, err)
}

// IsFile reports whether an RPC's answer is not JSON but a google.api.HttpBody.
func IsFile(method protoreflect.MethodDescriptor) bool {
	return method.Output().FullName() == "google.api.HttpBody"
}

// FieldAt returns the field of a message that a path of names leads to, such as goal.id; nil when it leads to none.
func FieldAt(message protoreflect.MessageDescriptor, path string) protoreflect.FieldDescriptor {
	for {
		name, rest, nested := strings.Cut(path, ".")
		field := message.Fields().ByName(protoreflect.Name(name))
		if field == nil || !nested {
			return field
		}
		if message = field.Message(); message == nil || field.IsList() || field.IsMap() {
			return nil
		}
		path = rest
	}
}

func verbAndPattern(rule *annotations.HttpRule) (verb, pattern string) {
	switch kind := rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		return http.MethodGet, kind.Get
	case *annotations.HttpRule_Post:
		return http.MethodPost, kind.Post
	case *annotations.HttpRule_Put:
		return http.MethodPut, kind.Put
	case *annotations.HttpRule_Patch:
		return http.MethodPatch, kind.Patch
	case *annotations.HttpRule_Delete:
		return http.MethodDelete, kind.Delete
	}
	return "", ""
}

// HasPages reports whether the response says anything of its pages in headers.
func (p RESTPath) HasPages() bool { return p.Count != nil || p.NextPageToken != nil }
