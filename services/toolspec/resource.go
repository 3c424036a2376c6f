package toolspec

import (
	"cmp"
	"errors"
	"fmt"
	"mime"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
)

// Resource is an RPC that is read by a URI, or by all of a form. It is not changed after it is made.
type Resource struct {
	// Name is its name, and Title a short one for people; where the option has none, it is made of the name.
	Name, Title string
	// Description is the RPC's comment, or else the title.
	Description string
	// URI is the URI, or the form of the URIs.
	URI *URITemplate
	// MIMEType is the media type of what does not say its own; never empty.
	MIMEType string
	// Changes: it may change while somebody looks at it.
	Changes bool
	// Arguments are the variables of the URI, in order.
	Arguments []Argument
	// RPC is what is called for it, as a tool is.
	RPC *Tool
	// Contents is the name of the field of the response that holds the content, one Resource or a list; empty when the content is the
	// response.
	Contents string
	// IsFile: the content is the file in a google.api.HttpBody.
	IsFile bool
}

// IsTemplate reports whether there are many, by variables in the URI.
func (r *Resource) IsTemplate() bool { return len(r.Arguments) > 0 }

// maxMIMEType is the length of a media type.
const maxMIMEType = 128

func resourceOf(rpc *Tool, option *toolsv1.ResourceTemplate) (*Resource, error) {
	resource := &Resource{
		Name: option.GetName(), Title: cmp.Or(option.GetTitle(), titleOf(option.GetName())), RPC: rpc,
		MIMEType: cmp.Or(option.GetMimeType(), "application/json"), Changes: option.GetChanges(), IsFile: IsFile(rpc.Method()),
	}
	resource.Description = cmp.Or(annotation.Comment(rpc.Method()), resource.Title)
	mistakes := checkNamed("resource", option.GetName(), option.GetTitle())
	if _, _, err := mime.ParseMediaType(resource.MIMEType); err != nil || len(resource.MIMEType) > maxMIMEType {
		mistakes = append(mistakes, fmt.Errorf("mime_type %q is no media type", clip(resource.MIMEType)))
	}
	for i := range rpc.Method().Output().Fields().Len() {
		field := rpc.Method().Output().Fields().Get(i)
		if !holds(field, resourceMessage) {
			continue
		}
		if resource.Contents != "" {
			mistakes = append(mistakes, fmt.Errorf("the response %s has two fields of %s", rpc.Method().Output().FullName(), resourceMessage))
		}
		resource.Contents = field.TextName()
	}
	var err error
	if resource.URI, err = ReadURITemplate(option.GetUri()); err != nil {
		return nil, errors.Join(append(mistakes, err)...)
	}
	return resource, errors.Join(append(mistakes, resource.setArguments()...)...)
}

// setArguments finds the fields of the variables, and refuses a request that needs more.
func (r *Resource) setArguments() (mistakes []error) {
	mistake := func(format string, args ...any) {
		mistakes = append(mistakes, fmt.Errorf("the URI %q: "+format, append([]any{r.URI.Text}, args...)...))
	}
	fields := r.RPC.Method().Input().Fields()
	for _, variable := range r.URI.Variables() {
		field := fields.ByName(protoreflect.Name(variable))
		if field == nil {
			mistake("the request has no field %q", variable)
			continue
		}
		argument, err := argumentOf(field)
		if err != nil {
			mistake("%w", err)
			continue
		}
		argument.Required = true // as any part of a URI
		r.Arguments = append(r.Arguments, argument)
	}
	for i := range fields.Len() {
		field := fields.Get(i)
		said, err := annotation.OfField(field)
		if err != nil {
			mistakes = append(mistakes, err)
			continue
		}
		if said.Required(field) && !slices.Contains(r.URI.Variables(), string(field.Name())) {
			mistake("the request requires the field %s, which does not stand in it", field.TextName())
		}
	}
	return mistakes
}
