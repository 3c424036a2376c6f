package api

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/types/known/structpb"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/skills-svc/internal/toolsearch"
)

// SearchTools finds the tools that fit a description among those that the caller may call.
func (s *Server) SearchTools(ctx context.Context, req *skillsv1.SearchToolsRequest) (*skillsv1.SearchToolsResponse, error) {
	caller := identity.FromContext(ctx)
	found := s.Finder.Find(req.GetQ(), int(req.GetLimit()), s.searcher(ctx, caller))
	response := &skillsv1.SearchToolsResponse{Count: int32(len(found))} //nolint:gosec // at most the limit
	for _, tool := range found {
		message, err := foundMessage(tool)
		if err != nil {
			return nil, err
		}
		response.Tools = append(response.Tools, message)
	}
	return response, nil
}

// searcher returns who looks for tools.
func (s *Server) searcher(ctx context.Context, caller identity.Caller) toolsearch.Caller {
	searcher := toolsearch.Caller{May: func(method *access.Method) bool { return s.Access.Lists(ctx, caller, method) }}
	if asker, lasts := s.Access.Asker(caller); lasts {
		searcher.Alike = asker
	}
	return searcher
}

func foundMessage(tool *catalog.Tool) (*skillsv1.FoundTool, error) {
	schema := &structpb.Struct{}
	if err := schema.UnmarshalJSON(tool.InputSchema); err != nil {
		return nil, fmt.Errorf("the input schema of %s: %w", tool.Name, err)
	}
	return &skillsv1.FoundTool{
		Name: tool.Name, Title: tool.Title, Description: tool.ForModels(), Aliases: tool.Aliases,
		Auth: toolspec.AuthName(tool.Auth), Scopes: tool.Scopes, Capabilities: tool.Capabilities,
		ReadOnly: tool.ReadOnly, Destructive: tool.Destructive, Service: tool.Definition.Service, InputSchema: schema,
	}, nil
}
