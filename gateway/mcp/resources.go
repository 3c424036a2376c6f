package mcp

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/grpc/codes"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

func (h *handler) listResources(ctx context.Context, request sdk.Request) (sdk.Result, error) {
	var cursor string
	if params, ok := request.GetParams().(*sdk.ListResourcesParams); ok && params != nil {
		cursor = params.Cursor
	}
	resources, rest, err := h.pageOfResources(ctx, false, cursor)
	if err != nil {
		return nil, err
	}
	result := &sdk.ListResourcesResult{Cacheable: ofCaller, NextCursor: rest, Resources: make([]*sdk.Resource, 0, len(resources))}
	for _, resource := range resources {
		result.Resources = append(result.Resources, &sdk.Resource{
			URI: resource.URI, Name: resource.Name, Title: resource.Title, Description: resource.Description, MIMEType: resource.MIMEType,
		})
	}
	return result, nil
}

func (h *handler) listTemplates(ctx context.Context, request sdk.Request) (sdk.Result, error) {
	var cursor string
	if params, ok := request.GetParams().(*sdk.ListResourceTemplatesParams); ok && params != nil {
		cursor = params.Cursor
	}
	templates, rest, err := h.pageOfResources(ctx, true, cursor)
	if err != nil {
		return nil, err
	}
	result := &sdk.ListResourceTemplatesResult{
		Cacheable: ofCaller, NextCursor: rest, ResourceTemplates: make([]*sdk.ResourceTemplate, 0, len(templates)),
	}
	for _, template := range templates {
		result.ResourceTemplates = append(result.ResourceTemplates, &sdk.ResourceTemplate{
			URITemplate: template.URI, Name: template.Name, Title: template.Title, Description: template.Description,
			MIMEType: template.MIMEType,
		})
	}
	return result, nil
}

// pageOfResources returns a page of the resources, or of the templates, that the caller in ctx may read.
func (h *handler) pageOfResources(ctx context.Context, templates bool, cursor string) ([]*Resource, string, error) {
	var found []*Resource
	for _, resource := range h.offers.VisibleResources(ctx) {
		if resource.Template == templates {
			found = append(found, resource)
		}
	}
	return cut(found, func(r *Resource) string { return r.URI }, cursor)
}

func (h *handler) readResource(ctx context.Context, request sdk.Request, modern bool) (sdk.Result, error) {
	with, ok := request.(*sdk.ReadResourceRequest)
	if !ok || with.Params == nil || with.Params.URI == "" {
		return nil, invalidParams("resources/read needs params with the uri of a resource")
	}
	params := with.Params
	return h.offered(ctx, with, roundOf(with, params.RequestState, params.InputResponses), modern, exchange{
		name: params.URI,
		once: func(ctx context.Context) answer {
			contents, failed := h.offers.Read(ctx, params.URI)
			if failed != nil {
				return answer{asked: askedIn(ctx), reason: failed.Message, err: resourceError(failed, params.URI, modern)}
			}
			return h.ending(modern).answer(readResult(contents))
		},
		refuse: func(refused *apperr.Error) (sdk.Result, error) {
			return nil, resourceError(refused, params.URI, modern)
		},
	})
}

// readResult returns the result of resources/read.
func readResult(contents []*toolsv1.Resource) *sdk.ReadResourceResult {
	result := &sdk.ReadResourceResult{
		Cacheable: ofCaller,
		Contents:  make([]*sdk.ResourceContents, 0, len(contents)),
	}
	for _, content := range contents {
		result.Contents = append(result.Contents, contentsOf(content))
	}
	return result
}

// codeNoResource is the code for an unknown resource in the era with sessions.
const codeNoResource = -32002

// resourceError returns why a resource cannot be read. That there is none has a code of its own in the era with sessions.
func resourceError(failed *apperr.Error, uri string, modern bool) error {
	refused := offerError(failed, uri)
	if failed.Code == codes.NotFound && !modern {
		refused.Code = codeNoResource
	}
	return refused
}

// offerError returns why a prompt cannot be got or a resource read, as an error of the protocol: such requests have no other. Its data
// say what the result of a tool would. An argument that is wrong is the request's mistake, and so is what there is not.
func offerError(failed *apperr.Error, uri string) *jsonrpc.Error {
	refused := &jsonrpc.Error{Code: codeUnavailable, Message: failed.Message}
	switch failed.Code {
	case codes.NotFound, codes.InvalidArgument:
		refused.Code = jsonrpc.CodeInvalidParams
	case codes.Internal, codes.Unknown, codes.DataLoss:
		refused.Code = jsonrpc.CodeInternalError
	}
	refused.Data = toolresult.FromError(failed).AppendJSON(nil)
	if uri == "" || failed.Code != codes.NotFound {
		return refused
	}
	if data, err := json.Marshal(struct {
		URI string `json:"uri"`
	}{clipped(uri)}); err == nil {
		refused.Data = data
	}
	return refused
}
