package mcp

import (
	"context"
	"crypto/rand"
	"fmt"
	"hash/fnv"
	"strings"
)

// What a stream of a session tells everybody is that a list has changed. So the id of its first event says what the lists were, and
// whoever resumes from there, at any replica, is told at once if they are others now: nothing has to be kept to be told again.

// missedAll is the id of an event after which everything may have changed.
const missedAll = "none-"

// firstEvents returns the events that follow the first one of a stream: the one from which the client can resume, and if the list
// has changed since the event that it resumes from, that it has.
func (h *handler) firstEvents(ctx context.Context, lastEvent string) string {
	list := h.listID(ctx)
	var events strings.Builder
	fmt.Fprintf(&events, "id: %s-%s\nretry: %d\ndata:\n\n", list, rand.Text(), listenAgain.Milliseconds())
	if seen, _, ok := strings.Cut(lastEvent, "-"); ok && seen != list {
		for _, of := range h.listed() {
			fmt.Fprintf(&events, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/%s/list_changed\"}\n\n", of)
		}
	}
	return events.String()
}

// listed returns what there are lists of.
func (h *handler) listed() []string {
	if h.offers == nil {
		return []string{"tools"}
	}
	return []string{"tools", "prompts", "resources"}
}

// listID returns what is the same for lists that are the same to the caller.
func (h *handler) listID(ctx context.Context) string {
	sum := fnv.New64a()
	for _, tool := range h.inView(ctx, h.visible(ctx, h.backend.Tools())) {
		text, err := tool.appendListed(nil, form{whole: true})
		if err != nil {
			continue // it is reported when the tools are listed
		}
		_, _ = sum.Write(text) // never fails
	}
	if h.offers != nil {
		for _, prompt := range h.offers.VisiblePrompts(ctx) {
			fmt.Fprintf(sum, "%+v\n", *prompt)
		}
		for _, resource := range h.offers.VisibleResources(ctx) {
			fmt.Fprintf(sum, "%+v\n", *resource)
		}
	}
	return fmt.Sprintf("%016x", sum.Sum64())
}
