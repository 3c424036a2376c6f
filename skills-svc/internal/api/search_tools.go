package api

import (
	"context"
	"encoding/json"
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
	tell := s.teller.inRoom
	if req.GetFull() {
		tell = inFull
	}
	tools, err := tell(found)
	if err != nil {
		return nil, err
	}
	return &skillsv1.SearchToolsResponse{Tools: tools, Count: int32(len(found))}, nil //nolint:gosec // at most the limit
}

// searcher returns who looks for tools.
func (s *Server) searcher(ctx context.Context, caller identity.Caller) toolsearch.Caller {
	searcher := toolsearch.Caller{May: func(method *access.Method) bool { return s.Access.Lists(ctx, caller, method) }}
	if asker, lasts := s.Access.Asker(caller); lasts {
		searcher.Alike = asker
	}
	return searcher
}

// inFull tells all that is said of tools.
func inFull(found []*catalog.Tool) ([]*skillsv1.FoundTool, error) {
	tools := make([]*skillsv1.FoundTool, len(found))
	for i, tool := range found {
		schema, err := schemaOf(tool.Tool, tool.InputSchema)
		if err != nil {
			return nil, err
		}
		tools[i] = &skillsv1.FoundTool{
			Name: tool.Name, Title: tool.Title, Description: tool.ForModels(), Aliases: tool.Aliases,
			Auth: toolspec.AuthName(tool.Auth), Scopes: tool.Scopes, Capabilities: tool.Capabilities,
			ReadOnly: tool.ReadOnly, Destructive: tool.Destructive, Service: tool.Definition.Service, InputSchema: schema,
		}
	}
	return tools, nil
}

func schemaOf(tool *toolspec.Tool, text json.RawMessage) (*structpb.Struct, error) {
	schema := &structpb.Struct{}
	if err := schema.UnmarshalJSON(text); err != nil {
		return nil, fmt.Errorf("the input schema of %s: %w", tool.Name, err)
	}
	return schema, nil
}
