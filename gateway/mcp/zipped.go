package mcp

import (
	"context"
	"slices"
	"sync"

	"github.com/salaatflow/platform/gateway/mcp/internal/splice"
)

// zippedPages are the pages of tools/list that are asked for again and again, compressed. The zero value is empty. It is safe for
// concurrent use.
type zippedPages struct {
	mu   sync.Mutex
	kept []*zippedPage // the newest first
}

// zippedPage is the result that lists some tools.
type zippedPage struct {
	page
	modern bool
	once   sync.Once
	text   *splice.Text // nil if it is not worth while
}

const (
	// maxZipped is how many pages are kept. Callers who see the same tools share one.
	maxZipped = 32
	// leastZipped is the length from which a page is compressed, in bytes.
	leastZipped = 1 << 10
)

// of returns a page compressed, or nil when it should be sent as it is: so when it is asked for first, since there may be more
// views of the tools than are kept, and to compress a page takes longer than to send it.
func (z *zippedPages) of(listed page, modern bool, write func() ([]byte, error)) *splice.Text {
	known := z.known(listed, modern)
	if known == nil {
		return nil
	}
	known.once.Do(func() {
		if text, err := write(); err == nil && len(text) >= leastZipped {
			known.text = splice.New(text)
		}
	})
	return known.text
}

// known returns a page that was asked for before, or notes it and returns nil.
func (z *zippedPages) known(listed page, modern bool) *zippedPage {
	z.mu.Lock()
	defer z.mu.Unlock()
	for _, kept := range z.kept {
		if kept.modern == modern && kept.same(listed) {
			return kept
		}
	}
	z.kept = slices.Insert(z.kept, 0, &zippedPage{page: listed, modern: modern})
	z.kept = z.kept[:min(len(z.kept), maxZipped)]
	return nil
}

// same reports whether two pages are the same text.
func (p page) same(as page) bool {
	return p.rest == as.rest && p.public == as.public && p.form == as.form && slices.Equal(p.tools, as.tools)
}

// zippedList returns the first page of the tools that the caller in ctx sees, compressed, or nil.
func (h *handler) zippedList(ctx context.Context, modern bool) *splice.Text {
	listed, err := h.pageFor(ctx, "")
	if err != nil {
		return nil
	}
	return h.zipped.of(listed, modern, func() ([]byte, error) { return h.ending(modern).appendList(nil, listed) })
}
