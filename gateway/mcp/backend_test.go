package mcp_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

// shelf is a catalogue of books, small but whole: tools can come and go while it is served.
type shelf struct {
	mu          sync.Mutex
	tools       []*mcp.Tool
	subscribers map[chan struct{}]bool

	changes atomic.Int64
	called  func(ctx context.Context, name string, arguments []byte) // before each call; nil for nothing
}

func newShelf() *shelf {
	return &shelf{
		subscribers: map[chan struct{}]bool{},
		tools: []*mcp.Tool{
			{
				Name: "find_book", Title: "Find a book", Description: "Finds a book by its title.",
				Aliases: []string{"search_book", "seek"},
				InputSchema: json.RawMessage(`{"type":"object","properties":{"title":{"type":"string"}},"required":["title"],` +
					`"additionalProperties":false}`),
				OutputSchema: json.RawMessage(`{"type":"object","properties":{"book":{"$ref":"#/$defs/Book"},` +
					`"sequel":{"$ref":"#/$defs/Book"},"more":{"$ref":"#"}},"required":["book"],` +
					`"$defs":{"Book":{"type":"object","properties":{"title":{"type":"string"}},"required":["title"]}}}`),
				ReadOnly: true,
			},
			{
				Name: "remove_book", Title: "Remove a book", Description: "Removes a book.",
				InputSchema:  json.RawMessage(`{"type":"object","properties":{"title":{"type":"string"}},"additionalProperties":false}`),
				OutputSchema: json.RawMessage(`{"type":"object","properties":{"removed":{"type":"boolean"}}}`),
				Destructive:  true, Idempotent: true,
			},
		},
	}
}

func (s *shelf) Tools() []*mcp.Tool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tools
}

func (s *shelf) Call(ctx context.Context, name string, arguments []byte) *toolresult.Result {
	if s.called != nil {
		s.called(ctx, name, arguments)
	}
	tool := s.resolve(name)
	if tool == nil {
		return toolresult.ToolNotFound(name, []string{"find_book", "remove_book"})
	}
	var given struct{ Title string }
	if len(arguments) > 0 {
		if err := json.Unmarshal(arguments, &given); err != nil {
			return toolresult.FromError(apperr.Invalid(apperr.Violation{Message: "Expected object"}))
		}
	}
	switch {
	case given.Title == "":
		return toolresult.FromError(apperr.Invalid(apperr.Violation{Field: "title", Message: "Required"}))
	case given.Title == "panic":
		panic("the shelf fell over")
	case tool.Name == "remove_book":
		return toolresult.FromError(apperr.NotFound("there is no book %q", given.Title))
	}
	book, err := json.Marshal(map[string]any{"book": map[string]string{"title": given.Title}})
	if err != nil {
		return toolresult.FromError(apperr.Internal(err))
	}
	return toolresult.OK(book)
}

func (s *shelf) resolve(name string) *mcp.Tool {
	for _, tool := range s.Tools() {
		if tool.Name == name || slices.Contains(tool.Aliases, name) {
			return tool
		}
	}
	return nil
}

func (s *shelf) Subscribe() (<-chan struct{}, func()) {
	changed := make(chan struct{}, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.subscribers[changed] = true
	return changed, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.subscribers, changed)
	}
}

// put adds a tool, or replaces the one of its name, and tells the subscribers.
func (s *shelf) put(tool *mcp.Tool) {
	s.change(func(tools []*mcp.Tool) []*mcp.Tool {
		tools = slices.DeleteFunc(tools, func(other *mcp.Tool) bool { return other.Name == tool.Name })
		return append(tools, tool)
	})
}

func (s *shelf) remove(name string) {
	s.change(func(tools []*mcp.Tool) []*mcp.Tool {
		return slices.DeleteFunc(tools, func(other *mcp.Tool) bool { return other.Name == name })
	})
}

func (s *shelf) change(change func([]*mcp.Tool) []*mcp.Tool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tools = change(slices.Clone(s.tools))
	slices.SortFunc(s.tools, func(a, b *mcp.Tool) int { return cmp.Compare(a.Name, b.Name) })
	for changed := range s.subscribers {
		select {
		case changed <- struct{}{}:
		default: // it has not looked at the last change yet
		}
	}
}

// changeAgain changes a tool, each time anew.
func (s *shelf) changeAgain() {
	changed := lendBook()
	changed.Description = fmt.Sprint("Lends a book, as of change ", s.changes.Add(1))
	s.put(changed)
}

func lendBook() *mcp.Tool {
	return &mcp.Tool{
		Name: "lend_book", Title: "Lend a book", Description: "Lends a book.",
		InputSchema: json.RawMessage(`{"type":"object"}`), OutputSchema: json.RawMessage(`{"type":"object"}`),
	}
}

func must[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// counter numbers messages.
type counter struct{ last atomic.Int64 }

// next fills the number, from 100, into a message.
func (c *counter) next(format string) string {
	return fmt.Sprintf(format, 99+c.last.Add(1))
}
