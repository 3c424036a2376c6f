package mcp

import (
	"context"
	"crypto/rand"
	"fmt"
	"hash/fnv"
	"strings"
)

// All that a stream of a session tells is that the list of tools has changed. So the id of its first event says what the list was,
// and whoever resumes from there, at any replica, is told at once if it is another now: nothing has to be kept to be told again.

// firstEvents returns the events that follow the first one of a stream: the one from which the client can resume, and if the list
// has changed since the event that it resumes from, that it has.
func (h *handler) firstEvents(ctx context.Context, lastEvent string) string {
	list := h.listID(ctx)
	events := fmt.Sprintf("id: %s-%s\nretry: %d\ndata:\n\n", list, rand.Text(), listenAgain.Milliseconds())
	if seen, _, ok := strings.Cut(lastEvent, "-"); ok && seen != list {
		events += "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n"
	}
	return events
}

// listID returns what is the same for lists of tools that are the same to the caller.
func (h *handler) listID(ctx context.Context) string {
	sum := fnv.New64a()
	for _, tool := range h.inView(ctx, h.visible(ctx, h.backend.Tools())) {
		text, err := tool.listing()
		if err != nil {
			continue // it is reported when the tools are listed
		}
		_, _ = sum.Write(text) // never fails
	}
	return fmt.Sprintf("%016x", sum.Sum64())
}
