package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolround"
)

const (
	// mostUnderWay is how many requests of a client wait for an answer at a time.
	mostUnderWay = 1000
	// quiet is how long a stream that has begun may say nothing, which is longer than heartbeats take.
	quiet = 90 * time.Second
	// beginWithin is how long an answer may take to begin, which is longer than any call.
	beginWithin = toolround.StreamTimeout + time.Minute
	// tryAgain is when what failed is tried again.
	tryAgain = time.Second
	// apart is how long the result of a request comes after what was last told of its progress. The TypeScript SDK's first version, which
	// most hosts have, tells nobody of progress that it reads in one piece with the result.
	apart = 50 * time.Millisecond
)

// bridge carries messages between a client on stdio and an endpoint over HTTP.
type bridge struct {
	Remote

	out       *messages
	calling   sync.WaitGroup // requests whose answer the client waits for
	following sync.WaitGroup // streams

	mu       sync.Mutex
	underWay map[string]context.CancelFunc // by the id of the request
	asked    map[string]bool               // ids of requests to the client that it has not answered
	ended    bool                          // the client says nothing more
	lists    map[string]json.RawMessage    // the latest answers of lists
	lost     bool                          // the endpoint could not be reached
	repeated map[string]map[string]string  // headers that repeat parameters, of each tool of which the endpoint has told them

	held   heldSession
	stream sync.Once // opens that of the session
}

func newBridge(remote Remote, out io.Writer) *bridge {
	return &bridge{
		Remote: remote, out: &messages{out: out},
		underWay: map[string]context.CancelFunc{}, asked: map[string]bool{}, lists: map[string]json.RawMessage{},
		repeated: map[string]map[string]string{},
	}
}

// forward forwards a message of the client. It waits for what others must follow.
func (b *bridge) forward(ctx context.Context, line []byte) {
	if isBatch(line) {
		b.calling.Go(func() { b.forwardBatch(ctx, line) })
		return
	}
	read := readEnvelope(line)
	switch {
	case read.Method == "":
		b.forwardAnswer(ctx, line, read)
	case read.ID == nil:
		b.notify(ctx, line, read)
	case read.Method == methodInitialize && read.version() == "" && !b.held.is():
		b.open(ctx, line, read)
	default:
		b.request(ctx, line, read)
	}
}

// request forwards a request, whose answer comes when it comes.
func (b *bridge) request(ctx context.Context, line []byte, read envelope) {
	ctx, cancel := context.WithCancel(ctx)
	if refused := b.begin(read.ID, cancel); refused != nil {
		cancel()
		b.tell(encodeRefused(read.ID, refused))
		return
	}
	done := func() {
		cancel()
		b.finish(read.ID)
	}
	if read.Method == methodListen && read.version() != "" {
		begun := make(chan struct{})
		b.following.Go(func() {
			defer done()
			b.listen(ctx, line, read, sync.OnceFunc(func() { close(begun) }))
		})
		b.await(ctx, begun)
		return
	}
	b.calling.Go(func() {
		defer done()
		b.call(ctx, line, read)
	})
}

// begin notes that a request is under way.
func (b *bridge) begin(id json.RawMessage, cancel context.CancelFunc) *jsonrpc.Error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.underWay[string(id)] != nil:
		return invalidRequest("duplicate in-flight request ID %s", clipped(string(id)))
	case len(b.underWay) >= mostUnderWay:
		return &jsonrpc.Error{Code: codeUnavailable, Message: fmt.Sprintf("%d requests wait for an answer: ask again later", mostUnderWay)}
	}
	b.underWay[string(id)] = cancel
	return nil
}

func (b *bridge) finish(id json.RawMessage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.underWay, string(id))
}

// call forwards a request and its answer, or says why there is none.
func (b *bridge) call(ctx context.Context, line []byte, read envelope) {
	answered := false
	var told time.Time
	failed := b.exchange(ctx, line, read, func(one envelope, message []byte) {
		if one.answers(read.ID) {
			answered = true
			b.keep(read, line, one)
			b.partFrom(ctx, told)
		}
		b.tell(message)
		if one.Method == notificationProgress {
			told = b.Clock.Now()
		}
	})
	if answered || ctx.Err() != nil {
		return
	}
	if failed == nil {
		failed = errNoAnswer
	}
	b.fail(read, failed)
}

// partFrom waits until a result can be told apart from progress that was told at a time; the zero time is of none.
func (b *bridge) partFrom(ctx context.Context, told time.Time) {
	left := apart - b.Clock.Since(told)
	if left <= 0 {
		return
	}
	select {
	case <-b.Clock.After(left):
	case <-ctx.Done():
	}
}

// errNoAnswer is of a request that was sent, and of which nobody can tell what became of it.
var errNoAnswer = errors.New("the gateway was lost before it answered: the request may have been carried out")

// tell writes a message for the client. That it cannot be written is noticed when its input ends.
func (b *bridge) tell(message []byte) {
	if err := b.out.write(message); err != nil {
		b.Logger.Debug("failed to write to the client", "error", err)
	}
}

// fail answers a request that the endpoint did not answer. Of a tool it is a result, which a model reads.
func (b *bridge) fail(read envelope, failed error) {
	reason := apperr.Unavailable("%v", failed)
	if refused := (refusedError{}); errors.As(failed, &refused) {
		switch refused.status {
		case http.StatusUnauthorized:
			reason = apperr.Unauthenticated("%s", refused.text)
		case http.StatusForbidden:
			reason = apperr.Forbidden("%s", refused.text)
		}
	}
	if read.Method == methodCallTool {
		b.tell(failedCall(read, reason))
		return
	}
	if kept := b.kept(read); kept != nil && errors.As(failed, &unreachableError{}) {
		b.tell(encodeResult(read.ID, kept))
		return
	}
	b.tell(encodeRefused(read.ID, &jsonrpc.Error{Code: codeUnavailable, Message: reason.Message}))
}
