package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/toolresult"
)

// streamWithin is how long the client's next message waits for a stream, so that it misses nothing of what follows.
const streamWithin = 2 * time.Second

// await waits until a stream has begun.
func (b *bridge) await(ctx context.Context, begun <-chan struct{}) {
	select {
	case <-begun:
	case <-b.Clock.After(streamWithin):
	case <-ctx.Done():
	}
}

// pause waits before something is tried again. It reports false when ctx has ended.
func (b *bridge) pause(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-b.Clock.After(tryAgain):
		return true
	}
}

// follow forwards what the endpoint says in the session outside of answers, until ctx ends.
func (b *bridge) follow(ctx context.Context, begun func()) {
	last, missed := "", false
	for {
		session := b.held.id()
		status := b.streamed(ctx, last, missed, func(event string) {
			missed = false
			begun()
			if event != "" {
				last = event
			}
		})
		begun()
		switch {
		case ctx.Err() != nil || status == http.StatusMethodNotAllowed:
			return
		case status == http.StatusNotFound && b.reopen(ctx, session) == nil:
			last, missed = "", false // who is told that everything may have changed misses nothing
			continue
		}
		missed = true
		if !b.pause(ctx) {
			return
		}
	}
}

// streamed forwards one stream of the session to its end, and returns its status; 0 if there was none. Heard is called when it begins,
// and with the id of each event.
func (b *bridge) streamed(ctx context.Context, last string, missed bool, heard func(event string)) (status int) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, b.URL, nil)
	if err != nil {
		return 0
	}
	request.Header.Set("Accept", "text/event-stream")
	b.held.header(request.Header)
	if last != "" {
		request.Header.Set(lastEventHeader, last)
	}
	response, err := b.do(request)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return response.StatusCode
	}
	heard("")
	if missed && last == "" {
		b.tellChanged()
	}
	// How it ends does not matter: it is opened again.
	_ = receive(response, func(one received) error {
		heard(one.event)
		if len(one.message) > 0 {
			b.taken(ctx, one.message, func(_ envelope, message []byte) { b.tell(message) })
		}
		return nil
	})
	return response.StatusCode
}

const notificationAcknowledged = notificationStart + "subscriptions/acknowledged"

// listen forwards what a client without a session listens to, until it cancels that. When the endpoint ends it, it is asked again, and the
// client is told that everything may have changed.
func (b *bridge) listen(ctx context.Context, line []byte, read envelope, begun func()) {
	acknowledged := false
	for {
		refused, err := b.listenOnce(ctx, line, read, func(one envelope, message []byte) {
			if one.Method == notificationAcknowledged && acknowledged {
				b.tellFollowed(line, read)
				return
			}
			acknowledged = acknowledged || one.Method == notificationAcknowledged
			b.tell(message)
			begun()
		})
		begun()
		switch {
		case ctx.Err() != nil:
			return
		case !acknowledged && refused != nil:
			b.tell(refused)
			return
		case !acknowledged:
			if err == nil {
				err = errNoAnswer
			}
			b.fail(read, err)
			return
		}
		if !b.pause(ctx) {
			return
		}
	}
}

// listenOnce forwards what is listened to, but for the response with which the endpoint ends it, which it returns.
func (b *bridge) listenOnce(ctx context.Context, line []byte, read envelope, take func(envelope, []byte)) (response []byte, err error) {
	err = b.exchange(ctx, line, read, func(one envelope, message []byte) {
		if one.answers(read.ID) {
			response = message
			return
		}
		take(one, message)
	})
	return response, err
}

// tellFollowed tells a client that everything it listens to may have changed.
func (b *bridge) tellFollowed(line []byte, read envelope) {
	var asked struct {
		Params struct {
			Follows sdk.NotificationSubscriptions `json:"notifications"`
		} `json:"params"`
	}
	_ = json.Unmarshal(line, &asked) // the endpoint has acknowledged it
	meta := map[string]any{sdk.MetaKeySubscriptionID: read.ID}
	follows := asked.Params.Follows
	for of, wanted := range map[string]bool{
		"tools": follows.ToolsListChanged, "prompts": follows.PromptsListChanged, "resources": follows.ResourcesListChanged,
	} {
		if wanted {
			b.tell(notification(notificationStart+of+"/list_changed", map[string]any{"_meta": meta}))
		}
	}
	for _, uri := range follows.ResourceSubscriptions {
		b.tell(notification(notificationStart+"resources/updated", map[string]any{"uri": uri, "_meta": meta}))
	}
}

// mostLists is how many pages of lists are kept.
const mostLists = 64

// listKey identifies a page of a list; empty for what is none.
func listKey(read envelope) string {
	if !strings.HasSuffix(read.Method, "/list") {
		return ""
	}
	return read.version() + " " + read.Method + " " + read.Params.Cursor
}

// keep notes what was answered: a list, and what has to be said again in another session.
func (b *bridge) keep(read envelope, line []byte, answer envelope) {
	if answer.Result == nil {
		return
	}
	b.held.keep(read, line)
	key := listKey(read)
	if key == "" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, known := b.lists[key]; !known && len(b.lists) >= mostLists {
		clear(b.lists)
	}
	b.lists[key] = answer.Result
}

// kept returns the latest answer to a request for a list; nil if there is none.
func (b *bridge) kept(read envelope) json.RawMessage {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lists[listKey(read)]
}

// encodeResult encodes the answer to the request with the id.
func encodeResult(id, result json.RawMessage) []byte {
	text, err := compactjson.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  json.RawMessage `json:"result"`
	}{"2.0", id, result})
	if err != nil { // both were read from messages
		panic(err)
	}
	return text
}

// failedCall encodes the result of a tool that was not called, or of which nobody can tell.
func failedCall(read envelope, reason *apperr.Error) []byte {
	end := ending{json: []byte(`}`)}
	if read.version() != "" {
		end.json = []byte(`,"resultType":"complete"}`)
	}
	return encodeResult(read.ID, end.appendCall(nil, toolresult.FromError(reason), false))
}
