// Package openapi describes the gateway's HTTP API as an OpenAPI 3.1 document, generated from the tools and RPCs it
// serves, and serves a self-contained page that shows it.
package openapi

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// base contains what does not depend on the tools and services.
//
//go:embed base.json
var base []byte

// API is what a document describes.
type API struct {
	Tools []*toolspec.Tool
	// Services are those that the platform was built with, whose REST paths are described.
	Services []protoreflect.ServiceDescriptor
	// Strangers are the REST paths of others' services.
	Strangers []Operation
	// Elsewhere names the services that have documents of their own, since one of all would be too large.
	Elsewhere []string
	// Version is that of the API.
	Version string
}

// Document describes the REST paths of the services and a call of each tool, with the schemas of their requests and
// responses. The same input yields the same bytes. It fails when ctx ends before the document is written. It is safe for concurrent use.
func Document(ctx context.Context, api API) ([]byte, error) {
	d, err := newDocument(api.Version)
	if err != nil {
		return nil, err
	}
	for _, service := range api.Services {
		d.addService(service)
	}
	d.addStrangers(api.Strangers)
	for _, tool := range api.Tools {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		d.addTool(tool)
	}
	d.addElsewhere(api.Elsewhere)
	if err := d.components.write(ctx, d.schemas); err != nil {
		return nil, err
	}
	if err := errors.Join(append(d.mistakes, d.components.mistakes()...)...); err != nil {
		return nil, fmt.Errorf("OpenAPI document: %w", err)
	}
	return jsonobject.Marshal(d.root)
}

// document is an OpenAPI document under construction.
type document struct {
	root, info, paths, schemas *jsonobject.Object
	tags                       []any
	components                 *components
	mistakes                   []error
}

func newDocument(version string) (*document, error) {
	root, err := jsonobject.Parse(base)
	if err != nil {
		return nil, fmt.Errorf("base.json: %w", err)
	}
	info, infoErr := open(root, "info")
	paths, pathsErr := open(root, "paths")
	parts, partsErr := open(root, "components")
	schemas, schemasErr := open(parts, "schemas")
	if err := errors.Join(infoErr, pathsErr, partsErr, schemasErr); err != nil {
		return nil, fmt.Errorf("base.json: %w", err)
	}
	d := &document{root: root, info: info, paths: paths, schemas: schemas, components: newComponents()}
	info.Set("version", version)
	schemas.Set("ErrorCode", errorCodes())
	d.tag("tools", "The catalogue, and any tool by its name.")
	d.tag("chat", "What a person types, understood and done.")
	return d, nil
}

// open parses a member of an object, so that more can be added to it.
func open(parent *jsonobject.Object, name string) (*jsonobject.Object, error) {
	text, _ := parent.Get(name).(json.RawMessage)
	member, err := jsonobject.Parse(text)
	if err != nil {
		return &jsonobject.Object{}, fmt.Errorf("%s: %w", name, err)
	}
	parent.Set(name, member)
	return member, nil
}

func (d *document) tag(name, description string) {
	d.tags = append(d.tags, new(jsonobject.Object).Set("name", name).Set("description", description))
	d.root.Set("tags", d.tags)
}

// addService describes the REST paths of a service. A service without any is omitted.
func (d *document) addService(service protoreflect.ServiceDescriptor) {
	tagged := false
	for i := range service.Methods().Len() {
		method := service.Methods().Get(i)
		paths, err := toolspec.RESTPaths(method)
		if err != nil {
			d.mistakes = append(d.mistakes, err)
		}
		for i, path := range paths {
			if !tagged {
				d.tag(string(service.Name()), toolspec.Comment(service))
				tagged = true
			}
			operation := d.restOperation(method, path)
			id := string(service.Name()) + "_" + string(method.Name())
			if i > 0 {
				id += "_" + strings.ToLower(path.Verb)
			}
			operation.Set("operationId", id)
			d.at(path.Path).Set(strings.ToLower(path.Verb), operation)
		}
	}
}

// at returns the item of a path.
func (d *document) at(path string) *jsonobject.Object {
	item, ok := d.paths.Get(path).(*jsonobject.Object)
	if !ok {
		item = &jsonobject.Object{}
		d.paths.Set(path, item)
	}
	return item
}

// errorCodes returns the schema of the codes of ToolResult and Problem. Reasons after these only refine them.
func errorCodes() *jsonobject.Object {
	const precise = errorsv1.Reason_REASON_NAME_TAKEN
	var codes []string
	values := errorsv1.Reason(0).Descriptor().Values()
	for i := range values.Len() {
		if number := values.Get(i).Number(); number > 0 && number < precise.Number() {
			codes = append(codes, strings.TrimPrefix(string(values.Get(i).Name()), "REASON_"))
		}
	}
	return new(jsonobject.Object).Set("type", "string").Set("description", "Why a call was refused or failed.").Set("enum", codes)
}

// security returns who may call, as OpenAPI security requirements, any one of which is enough. A bearer token needs the scopes.
func security(auth toolsv1.Auth, scopes []string) []any {
	user := new(jsonobject.Object).Set("user", []string{})
	bearer := new(jsonobject.Object).Set("bearer", scopes)
	switch auth {
	case toolsv1.Auth_AUTH_NONE:
		return []any{}
	case toolsv1.Auth_AUTH_OPTIONAL:
		return []any{&jsonobject.Object{}, user, bearer}
	default:
		return []any{user, bearer}
	}
}

func reference(kind, name string) *jsonobject.Object {
	return new(jsonobject.Object).Set("$ref", "#/components/"+kind+"/"+name)
}

// content returns a schema as the JSON body of a request or response.
func content(schema any) *jsonobject.Object {
	return new(jsonobject.Object).Set("application/json", new(jsonobject.Object).Set("schema", schema))
}
