// Package toolround is what a call of a tool exchanges with its caller beside arguments and result: progress, a log, questions
// and their answers. A question ends a call; the next round is a new call, which any instance can answer.
package toolround

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/toolresult"
)

// Round is one call of a tool, as its caller sees it. It is for one call.
type Round struct {
	// Capabilities are what the caller can be asked, as a tool requires them.
	Capabilities []string
	// Responses are the caller's answers, JSON objects by the names of the questions; State is what came with these.
	Responses map[string]json.RawMessage
	State     string
	// Patient: the caller takes a question as the answer, whatever it is, and may come back with what was asked.
	Patient bool
	// Progress and Log are told while the tool works, one after the other; nil tells nobody.
	Progress func(*toolsv1.Progress)
	Log      func(*toolsv1.Log)

	// Lacking is set by the call: what the tool asks for that the caller has not.
	Lacking []string
	// Asked is set by the call: what it asks its caller; nil when that is nothing.
	Asked *toolresult.Asked
	// Stale is set by the call: the state is not one that was given for it, or is too old.
	Stale bool
}

// StreamTimeout bounds a call of a tool that answers a stream, in which it says how far it is.
const StreamTimeout = 5 * time.Minute

type roundKey struct{}

// NewContext returns a context for a call of a tool.
func NewContext(ctx context.Context, round *Round) context.Context {
	return context.WithValue(ctx, roundKey{}, round)
}

// FromContext returns the round of a call; nil for a caller who only waits for the result.
func FromContext(ctx context.Context) *Round {
	round, _ := ctx.Value(roundKey{}).(*Round)
	return round
}

// Lacks returns which of the capabilities the caller has not; r may be nil.
func (r *Round) Lacks(capabilities []string) []string {
	var lacking []string
	for _, capability := range capabilities {
		if r == nil || !slices.Contains(r.Capabilities, capability) {
			lacking = append(lacking, capability)
		}
	}
	return lacking
}
