package mcp_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp"
)

// oddIDs are those that a float64 or an int64 would change.
var oddIDs = []string{
	"1.5", "-0.25", "1e3", "-0", "9007199254740993", "-9007199254740993", "12345678901234567890", "123456789012345678901234567890",
}

// An id comes back as its bytes were sent, whatever number it is, with a result and with an error.
func TestIDsKeepTheirBytes(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		s := serve(t, mcp.Options{Backend: newShelf()})
		for _, id := range append([]string{"0", "-1", "9007199254740992", `"1.5"`, `""`, `"number-1"`}, oddIDs...) {
			for params, want := range map[string]string{
				`"name":"find_book","arguments":{"title":"Emma"}`: `"success":true`,
				`"name":"burn_book"`:                              `"error":{"code":-32602`,
			} {
				body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{%s,%%s}}`, id, params)
				answer := string(must(s.raw(t, version, body))(t))
				if !strings.HasPrefix(answer, `{"jsonrpc":"2.0","id":`+id+`,`) || !strings.Contains(answer, want) {
					t.Errorf("id %s: %s", id, answer)
				}
			}
		}
	})
}

func TestIDsOfABatchKeepTheirBytes(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf()})
	header := s.open(t, "2025-03-26", nil)
	const body = `[{"jsonrpc":"2.0","id":1.5,"method":"ping"},{"id":9007199254740993,"jsonrpc":"2.0","method":"ping"},` +
		`{"jsonrpc":"2.0","id":2,"method":"ping"}]`
	answer := read(t, s.request(t, http.MethodPost, body, header))
	for _, want := range []string{`"id":1.5,`, `"id":9007199254740993,`, `"id":2,`} {
		if !strings.Contains(answer, want) {
			t.Errorf("lacks %s: %s", want, answer)
		}
	}
}

// Only ids are ids: numbers elsewhere stay what they are, and an id under way is known by its bytes.
func TestACallWithAnOddIDIsCancelledByIt(t *testing.T) {
	for _, id := range oddIDs {
		shelf := newShelf()
		started, ended, answered := make(chan string, 1), make(chan struct{}), make(chan struct{})
		shelf.called = func(ctx context.Context, _ string, arguments []byte) {
			started <- string(arguments)
			<-ctx.Done()
			close(ended)
		}
		s := serve(t, mcp.Options{Backend: shelf})
		header := s.open(t, "2025-11-25", nil)
		go func() {
			defer close(answered)
			call := `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"find_book",` +
				`"arguments":{"id":1.5,"title":"x","params":{"requestId":2.5}}}}`
			_ = read(t, s.request(t, http.MethodPost, call, header))
		}()
		if got := <-started; !strings.Contains(got, `"id":1.5`) || !strings.Contains(got, `"requestId":2.5`) {
			t.Errorf("id %s: called with %s", id, got)
		}
		twice := read(t, s.request(t, http.MethodPost, `{"jsonrpc":"2.0","id":`+id+`,"method":"ping"}`, header))
		if !strings.Contains(twice, `"code":-32600`) || !strings.Contains(twice, id) || strings.Contains(twice, "number-") {
			t.Errorf("id %s again: %s", id, twice)
		}
		cancel := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`
		if response := s.request(t, http.MethodPost, cancel, header); response.StatusCode != http.StatusAccepted {
			t.Errorf("id %s: cancelling is answered %s", id, response.Status)
		}
		wait(t, ended)
		wait(t, answered)
	}
}
