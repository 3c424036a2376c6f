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
	// MaxBatch is the most messages in a JSON-RPC batch.
	MaxBatch = 50
	// MaxBatchBytes is the size of answers after which no further message of a batch is executed. Messages already
	// executed are answered in full.
	MaxBatchBytes = 1 << 20

	// batchAtATime is the number of messages of a batch that are executed concurrently.
	batchAtATime = 4

	// lastWithBatches is the last protocol version with batches; 2025-06-18 removed them.
	lastWithBatches = "2025-03-26"
)

// batch bounds the total cost of the messages in one HTTP request.
type batch struct {
	turns chan struct{}
	bytes atomic.Int64 // of answers so far
}

func newBatch() *batch { return &batch{turns: make(chan struct{}, batchAtATime)} }

type batchKey struct{}

// inBatch returns the request with a new batch in its context.
func inBatch(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), batchKey{}, newBatch()))
}

// batchOf returns the batch of a message, or nil if the message was sent alone.
func batchOf(ctx context.Context) *batch {
	found, _ := ctx.Value(batchKey{}).(*batch)
	return found
}

// run executes a message when it is its turn, unless the answers are already too large. A nil batch has no bounds.
func (b *batch) run(ctx context.Context, answer func() (sdk.Result, error)) (sdk.Result, error) {
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

// size returns the approximate size of an answer in bytes. Answers not made by the handler are short.
func size(result sdk.Result, err error) int64 {
	if written, ok := result.(*rawResult); ok {
		return int64(len(written.json))
	}
	if refused, ok := err.(*jsonrpc.Error); ok { //nolint:errorlint // as the handler makes them
		return int64(len(refused.Message) + len(refused.Data))
	}
	return 0
}

// isBatch reports whether a valid JSON body is a batch.
func isBatch(body []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte{'['})
}

// checkBatch returns why a batch is refused: a protocol version without batches, or too many messages. Version is
// that of the session. It is empty without a session, which no batch can open.
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

// countUpTo counts the elements of a valid JSON array, up to most.
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

// skipped is a JSON value that is not decoded.
type skipped struct{}

// UnmarshalJSON accepts everything.
func (*skipped) UnmarshalJSON([]byte) error { return nil }
