package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// mostCompleted is how many values the protocol lets an answer have.
const mostCompleted = 100

func (h *handler) complete(ctx context.Context, request sdk.Request) (sdk.Result, error) {
	params, ok := request.GetParams().(*sdk.CompleteParams)
	if !ok || params == nil || params.Ref == nil || params.Argument.Name == "" {
		return nil, invalidParams("completion/complete needs params with a ref and the name of an argument")
	}
	completing := Completing{
		Of: Reference{Prompt: params.Ref.Name, URI: params.Ref.URI}, Argument: params.Argument.Name, Value: params.Argument.Value,
	}
	if params.Context != nil {
		completing.Given = params.Context.Arguments
	}
	completed, failed := h.offers.Complete(ctx, completing)
	if failed != nil {
		return nil, offerError(failed, "")
	}
	values := completed.Values
	if len(values) > mostCompleted {
		values = values[:mostCompleted]
	}
	if values == nil {
		values = []string{}
	}
	total := max(completed.Total, len(completed.Values))
	return &sdk.CompleteResult{Completion: sdk.CompletionResultDetails{
		Values: values, Total: total, HasMore: total > len(values),
	}}, nil
}
