package mcp_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp"
)

// script is an input that tells when it has been read to its end.
type script struct {
	io.Reader
	ended chan struct{}
}

func newScript(lines ...string) *script {
	return &script{Reader: strings.NewReader(strings.Join(lines, "\n") + "\n"), ended: make(chan struct{})}
}

func (s *script) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		close(s.ended)
	}
	return n, err
}

// A shell script pipes its requests in and reads what comes out.
func TestWhatWasAskedOnStdioIsAnsweredBeforeTheEnd(t *testing.T) {
	shelf, in, out := newShelf(), newScript(openSession, find), &bytes.Buffer{}
	shelf.called = func(context.Context, string, []byte) { wait(t, in.ended) }
	if err := mcp.RunIO(t.Context(), mcp.Options{Backend: shelf}, in, out); err != nil {
		t.Fatal(err)
	}
	if answers := out.String(); !strings.Contains(answers, `"id":7,"result":{"content":`) {
		t.Errorf("answered %s", answers)
	}
}

func TestStdioEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	shelf := newShelf()
	shelf.called = func(ctx context.Context, _ string, _ []byte) { cancel() }
	in, requests := io.Pipe()
	go func() { _, _ = io.WriteString(requests, openSession+"\n"+find+"\n") }()
	if err := mcp.RunIO(ctx, mcp.Options{Backend: shelf}, in, &bytes.Buffer{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestStdioAnswersAsHTTPDoes(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		shelf := newShelf()
		changed := make(chan struct{}, 16)
		session := connectStdio(t, shelf, version, &sdk.ClientOptions{
			ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { changed <- struct{}{} },
		})
		if got := must(session.ListTools(t.Context(), nil))(t); len(got.Tools) != 2 {
			t.Errorf("%d tools", len(got.Tools))
		}
		if result := call(t, session, "search_book", `{"title":"Emma"}`); result.IsError {
			t.Errorf("by alias: %s", textOf(t, result))
		}
		if result := call(t, session, "find_book", `{}`); !result.IsError {
			t.Errorf("without a title: %s", textOf(t, result))
		}
		until(t, changed, func() { shelf.remove("lend_book"); shelf.put(lendBook()) })
	})
}

func connectStdio(t *testing.T, shelf *shelf, version string, options *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- mcp.RunIO(t.Context(), mcp.Options{Backend: shelf}, in, out) }()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, options)
	session := must(client.Connect(t.Context(), &sdk.IOTransport{Reader: answers, Writer: requests},
		&sdk.ClientSessionOptions{ProtocolVersion: version}))(t)
	t.Cleanup(func() {
		_ = session.Close()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	return session
}
