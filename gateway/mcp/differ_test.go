package mcp_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/salaatflow/platform/gateway/internal/idempotency"
	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/services/apperr"
)

var (
	mutated = flag.Int("mutated", 2000, "how many mutated requests are answered both with and without the SDK")
	seed    = flag.Uint64("seed", 1, "which they are")
)

// A request that is answered without the SDK is answered as the SDK does, whatever it says, and so is one that is almost like it.
func TestPlainRequestsAreAnsweredAsTheSDKDoes(t *testing.T) {
	both := newBoth(t)
	for _, request := range plainRequests() {
		if !both.compare(t, request) {
			t.Errorf("is not answered without the SDK: %v %s", request.header, request.body)
		}
	}
	for _, request := range oddRequests() {
		both.compare(t, request)
	}
	random := rand.New(rand.NewPCG(*seed, 0))
	plain := 0
	for range *mutated {
		if both.compare(t, mutate(random)) {
			plain++
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d of %d mutated requests were answered without the SDK", plain, *mutated)
	if plain < *mutated/20 {
		t.Errorf("only %d of %d mutated requests were answered without the SDK: the others compare the SDK with itself", plain, *mutated)
	}
}

func FuzzPlainRequestsAreAnsweredAsTheSDKDoes(f *testing.F) {
	both := newBoth(f)
	for _, request := range slices.Concat(plainRequests(), oddRequests()) {
		f.Add([]byte(request.body), request.header.Get("Mcp-Method") != "", request.header.Get("Mcp-Name"))
	}
	f.Fuzz(func(t *testing.T, body []byte, modern bool, name string) {
		if strings.ContainsAny(name, "\r\n\x00") || bytes.Contains(body, []byte("initialize")) {
			t.Skip("no header has such a value, or it would open a session")
		}
		header := inSession()
		if modern {
			header = sessionless("tools/call", name)
		}
		both.compare(t, mcpRequest{header, string(body)})
	})
}

// both are a server as it is and one without a fast path, which are otherwise the same.
type both struct {
	servers  [2]*mcp.Server
	sessions [2]string
	seen     [2]*seen
}

// seen is what a backend was asked.
type seen struct {
	mu    sync.Mutex
	calls []string
}

func newBoth(t testing.TB) *both {
	b := &both{}
	for i, with := range []func(mcp.Options) mcp.Options{func(o mcp.Options) mcp.Options { return o }, mcp.SDKAlone} {
		b.seen[i] = &seen{}
		b.servers[i] = must(mcp.New(with(differingCallers(b.seen[i]))))(t)
		t.Cleanup(func() {
			if err := b.servers[i].Stop(context.Background()); err != nil {
				t.Error(err)
			}
		})
		opened := b.answer(i, mcpRequest{http.Header{}, openSession})
		if b.sessions[i] = opened.Header().Get("Mcp-Session-Id"); b.sessions[i] == "" {
			t.Fatalf("no session: %s", opened.Body)
		}
	}
	return b
}

// differingCallers are options by which an answer depends on who calls.
func differingCallers(seen *seen) mcp.Options {
	shelf := newShelf()
	shelf.called = func(ctx context.Context, name string, arguments []byte) {
		seen.mu.Lock()
		defer seen.mu.Unlock()
		seen.calls = append(seen.calls, fmt.Sprintf("%s %s %s keyed=%t",
			userOf(ctx), name, arguments, idempotency.FromContext(ctx) != nil))
	}
	return mcp.Options{
		Backend: shelf,
		Visible: func(ctx context.Context, tools []*mcp.Tool) []*mcp.Tool {
			if userOf(ctx) == "hidden" {
				return tools[:1]
			}
			return tools
		},
		Admit: func(ctx context.Context) (func(), *apperr.Error) {
			if userOf(ctx) == "busy" {
				return nil, apperr.Forbidden("too \"busy\" <now>")
			}
			return func() {}, nil
		},
		Authorize: func(r *http.Request, calls []mcp.Called) *apperr.Error {
			if userOf(r.Context()) == "nobody" && slices.Contains(calls, mcp.Called{Method: mcp.CallsTool, Name: "remove_book"}) {
				return apperr.Unauthenticated("sign in first")
			}
			return nil
		},
	}
}

// compare has both servers answer a request, and reports whether the first did so without the SDK.
func (b *both) compare(t testing.TB, request mcpRequest) (plain bool) {
	t.Helper()
	var answers [2]string
	for i, seen := range b.seen {
		seen.calls = nil
		answer := b.answer(i, request)
		header := answer.Header()
		answers[i] = fmt.Sprint(answer.Code, " ", header["Content-Type"], header["Cache-Control"], header["Retry-After"],
			header["Mcp-Session-Id"], header["Allow"], " ", answer.Body, " ", seen.calls)
	}
	if answers[0] != answers[1] {
		t.Errorf("%v\n%q\nanswered: %s\nthe SDK:  %s", request.header, request.body, answers[0], answers[1])
	}
	return b.servers[0].AnswersPlain(b.request(0, request), []byte(request.body))
}

func (b *both) answer(i int, request mcpRequest) *httptest.ResponseRecorder {
	recorder := httptest.NewRecorder()
	asUser(b.servers[i]).ServeHTTP(recorder, b.request(i, request))
	return recorder
}

func (b *both) request(i int, request mcpRequest) *http.Request {
	made := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(request.body))
	made.Header.Set("Content-Type", "application/json")
	made.Header.Set("Accept", "application/json, text/event-stream")
	maps.Copy(made.Header, request.header)
	if made.Header.Get("Mcp-Session-Id") == theSession {
		made.Header.Set("Mcp-Session-Id", b.sessions[i])
	}
	return made
}

// mcpRequest is a request by its headers, beyond those that all have, and its body.
type mcpRequest struct {
	header http.Header
	body   string
}

// theSession stands for the session that each server has given.
const theSession = "SESSION"

func inSession() http.Header {
	return http.Header{"Mcp-Session-Id": {theSession}, "Mcp-Protocol-Version": {"2025-11-25"}}
}

func sessionless(method, name string) http.Header {
	header := http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {method}}
	if name != "" {
		header.Set("Mcp-Name", name)
	}
	return header
}

func with(header http.Header, name string, values ...string) http.Header {
	header[name] = values
	return header
}
