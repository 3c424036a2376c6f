package mcp

import (
	"context"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/apperr"
)

// Prompt describes a prompt to MCP clients.
type Prompt struct {
	// Name is its name, Title a short title for people, and Description says what it is for.
	Name, Title, Description string
	Arguments                []Argument
}

// Argument is what a prompt may be given.
type Argument struct {
	Name, Description string
	Required          bool
}

// Resource describes a resource to MCP clients, or all of a form.
type Resource struct {
	// URI is the URI or, with variables in braces, the form of the URIs.
	URI string
	// Name is its name, Title a short title for people, and Description is for models.
	Name, Title, Description string
	// MIMEType is the media type of the content.
	MIMEType string
	// Template: there are many, by the variables in the URI.
	Template bool
}

// Reference names what an argument is completed of: a prompt by its name or, if that is empty, a resource by its URI with variables.
type Reference struct{ Prompt, URI string }

// Completing is an argument that somebody types.
type Completing struct {
	Of Reference
	// Argument is its name, and Value what was typed of it.
	Argument, Value string
	// Given are the other arguments that are known already.
	Given map[string]string
}

// Completed is what may be meant.
type Completed struct {
	Values []string
	// Total is how many there are in all.
	Total int
}

// Offers are prompts and resources. What asks its caller something does so by the toolround.Round in the context. The methods must be
// safe for concurrent use.
type Offers interface {
	// Prompts returns the current prompts by name, and Resources the resources by URI. Neither side changes the slices.
	Prompts() []*Prompt
	Resources() []*Resource
	// VisiblePrompts and VisibleResources return those that the caller in ctx may get and read.
	VisiblePrompts(ctx context.Context) []*Prompt
	VisibleResources(ctx context.Context) []*Resource
	// Asks reports whether a call, which gets a prompt or reads a resource, may ask its caller something.
	Asks(call Called) bool
	// Get returns what a prompt says, and its description. The error is NOT_FOUND for an unknown name.
	Get(ctx context.Context, name string, arguments map[string]string) (turns []*toolsv1.Turn, description string, failed *apperr.Error)
	// Read returns the contents of a resource, each with its URI and media type. The error is NOT_FOUND for an unknown URI.
	Read(ctx context.Context, uri string) ([]*toolsv1.Resource, *apperr.Error)
	// Changes reports whether the resource of a URI, which the caller in ctx may read, may change. The error is NOT_FOUND for an
	// unknown URI.
	Changes(ctx context.Context, uri string) (bool, *apperr.Error)
	// Complete returns what may be meant by an argument. The error is NOT_FOUND for an unknown reference.
	Complete(ctx context.Context, completing Completing) (Completed, *apperr.Error)
}
