// Package edges calls a tool in each of the ways that callers have: over gRPC, by REST, by tool call and over MCP. A
// test that is written once runs over all of them.
package edges

import (
	"context"
	"encoding/json"

	"github.com/salaatflow/platform/services/toolresult"
)

// Edge is one way to call a tool.
type Edge interface {
	Name() string
	// Call calls a tool by name or alias as a user; 0 is anonymous. An error means that no answer came. A refusal is a
	// result.
	Call(ctx context.Context, user int32, tool string, arguments json.RawMessage) (*toolresult.Result, error)
}
