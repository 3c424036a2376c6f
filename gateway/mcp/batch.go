package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// MaxBatch is how many messages a JSON-RPC batch may have.
	MaxBatch = 50
	// MaxBatchBytes is after how many bytes of answers no further message of a batch is carried out. What is carried out
	// is answered whole.
	MaxBatchBytes = 1 << 20

	// batchAtATime is how many messages of a batch are carried out at a time.
	batchAtATime = 4

	// lastWithBatches is the last protocol version that has batches; 2025-06-18 took them out.
	lastWithBatches = "2025-03-26"
)

// batch bounds what the messages of one HTTP request cost together.
type batch struct {
	turns chan struct{}
	bytes atomic.Int64 // of answers so far
}

func newBatch() *batch { return &batch{turns: make(chan struct{}, batchAtATime)} }

type batchKey struct{}

// inBatch makes a request's messages those of a batch.
func inBatch(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), batchKey{}, newBatch()))
}

// batchOf is the batch that a message belongs to; nil when it came alone.
func batchOf(ctx context.Context) *batch {
	found, _ := ctx.Value(batchKey{}).(*batch)
	return found
}

// do carries a message out when it is its turn, unless the answers are too large already. A nil batch, of a message that
// came alone, has no bounds.
func (b *batch) do(ctx context.Context, answer func() (sdk.Result, error)) (sdk.Result, error) {
	if b == nil {
		return answer()
	}
	select {
	case b.turns <- struct{}{}:
		defer func() { <-b.turns }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if b.bytes.Load() >= MaxBatchBytes {
		return nil, &jsonrpc.Error{Code: codeUnavailable, Message: fmt.Sprintf(
			"not carried out: the answers to this batch exceed %d bytes already; send the message again by itself", MaxBatchBytes)}
	}
	result, err := answer()
	b.bytes.Add(size(result, err))
	return result, err
}

// size is about how many bytes an answer has. What is not of the handler's own making is short.
func size(result sdk.Result, err error) int64 {
	if written, ok := result.(*rawResult); ok {
		return int64(len(written.json))
	}
	if refused, ok := err.(*jsonrpc.Error); ok { //nolint:errorlint // as the handler makes them
		return int64(len(refused.Message) + len(refused.Data))
	}
	return 0
}

// isBatch is whether a body that is valid JSON holds a batch.
func isBatch(body []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte{'['})
}

// checkBatch says why a batch is refused: a version without batches, or too many messages. Version is that of the session,
// and empty for a request without one, which no batch can open.
func checkBatch(body []byte, version string) *jsonrpc.Error {
	switch count := countUpTo(body, MaxBatch+1); {
	case version == "":
		return invalidRequest("a batch needs a session: send initialize by itself first")
	case version > lastWithBatches:
		return invalidRequest("protocol version %s has no batches: send each message by itself", version)
	case count == 0:
		return invalidRequest("the batch is empty")
	case count > MaxBatch:
		return invalidRequest("the batch has more than %d messages: send fewer at a time", MaxBatch)
	default:
		return nil
	}
}

func invalidRequest(format string, args ...any) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf(format, args...)}
}

// countUpTo counts the elements of a valid JSON array, and stops at most.
func countUpTo(array []byte, most int) int {
	decoder := json.NewDecoder(bytes.NewReader(array))
	if _, err := decoder.Token(); err != nil { // the bracket
		return 0
	}
	count := 0
	for ; count < most && decoder.More(); count++ {
		var element skipped
		if err := decoder.Decode(&element); err != nil {
			break
		}
	}
	return count
}

// skipped is a JSON value that is read over.
type skipped struct{}

// UnmarshalJSON accepts everything.
func (*skipped) UnmarshalJSON([]byte) error { return nil }
