package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/apperr"
)

func (h *handler) listPrompts(ctx context.Context, request sdk.Request) (sdk.Result, error) {
	var cursor string
	if params, ok := request.GetParams().(*sdk.ListPromptsParams); ok && params != nil {
		cursor = params.Cursor
	}
	prompts, rest, err := cut(h.offers.VisiblePrompts(ctx), func(p *Prompt) string { return p.Name }, cursor)
	if err != nil {
		return nil, err
	}
	result := &sdk.ListPromptsResult{Cacheable: ofCaller, NextCursor: rest, Prompts: make([]*sdk.Prompt, 0, len(prompts))}
	for _, prompt := range prompts {
		listed := &sdk.Prompt{Name: prompt.Name, Title: prompt.Title, Description: prompt.Description}
		for _, argument := range prompt.Arguments {
			listed.Arguments = append(listed.Arguments, &sdk.PromptArgument{
				Name: argument.Name, Description: argument.Description, Required: argument.Required,
			})
		}
		result.Prompts = append(result.Prompts, listed)
	}
	return result, nil
}

// ofCaller is of lists that differ by caller.
var ofCaller = sdk.Cacheable{CacheScope: scopePrivate}

func (h *handler) getPrompt(ctx context.Context, request sdk.Request, modern bool) (sdk.Result, error) {
	with, ok := request.(*sdk.GetPromptRequest)
	if !ok || with.Params == nil {
		return nil, invalidParams("prompts/get needs params with the name of a prompt")
	}
	params := with.Params
	return h.offered(ctx, with, roundOf(with, params.RequestState, params.InputResponses), modern, exchange{
		name: params.Name,
		once: func(ctx context.Context) answer {
			turns, description, failed := h.offers.Get(ctx, params.Name, params.Arguments)
			if failed != nil {
				return answer{asked: askedIn(ctx), reason: failed.Message, err: offerError(failed, "")}
			}
			return h.ending(modern).answer(promptResult(turns, description))
		},
		refuse: func(refused *apperr.Error) (sdk.Result, error) { return nil, offerError(refused, "") },
	})
}

// promptResult returns the result of prompts/get.
func promptResult(turns []*toolsv1.Turn, description string) *sdk.GetPromptResult {
	result := &sdk.GetPromptResult{Description: description, Messages: make([]*sdk.PromptMessage, 0, len(turns))}
	for _, turn := range turns {
		content := contentOf(turn.GetContent())
		if content == nil {
			continue // what a newer contract knows
		}
		result.Messages = append(result.Messages, &sdk.PromptMessage{Role: roleOf(turn.GetRole()), Content: content})
	}
	return result
}

// roleOf returns the role of who says something: the user's, unless it is the model's.
func roleOf(role string) sdk.Role {
	const assistant = "assistant"
	if role == assistant {
		return assistant
	}
	return "user"
}

// contentOf returns a block of content for clients; nil for one that is empty.
func contentOf(content *toolsv1.Content) sdk.Content {
	switch block := content.GetBlock().(type) {
	case *toolsv1.Content_Text:
		return &sdk.TextContent{Text: block.Text}
	case *toolsv1.Content_Image:
		return &sdk.ImageContent{Data: block.Image.GetData(), MIMEType: block.Image.GetMimeType()}
	case *toolsv1.Content_Audio:
		return &sdk.AudioContent{Data: block.Audio.GetData(), MIMEType: block.Audio.GetMimeType()}
	case *toolsv1.Content_Resource:
		return &sdk.EmbeddedResource{Resource: contentsOf(block.Resource)}
	case *toolsv1.Content_Link:
		link := block.Link
		return &sdk.ResourceLink{
			URI: link.GetUri(), Name: link.GetName(), Title: link.GetTitle(), Description: link.GetDescription(), MIMEType: link.GetMimeType(),
		}
	default:
		return nil
	}
}

// contentsOf returns the content of a resource for clients.
func contentsOf(resource *toolsv1.Resource) *sdk.ResourceContents {
	contents := &sdk.ResourceContents{URI: resource.GetUri(), MIMEType: resource.GetMimeType()}
	if blob, ok := resource.GetContent().(*toolsv1.Resource_Blob); ok {
		contents.Blob = blob.Blob
		if contents.Blob == nil {
			contents.Blob = []byte{}
		}
		return contents
	}
	contents.Text = resource.GetText()
	return contents
}
