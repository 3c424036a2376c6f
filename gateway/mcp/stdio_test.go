package mcp_test

import (
	"bufio"
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
	if err := mcp.RunIO(t.Context(), remoteOf(serve(t, mcp.Options{Backend: shelf})), in, out); err != nil {
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
	s := serve(t, mcp.Options{Backend: shelf})
	if err := mcp.RunIO(ctx, remoteOf(s), in, &bytes.Buffer{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestStdioAnswersAsHTTPDoes(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		shelf := newShelf()
		changed := make(chan struct{}, 16)
		session := connectStdio(t, serve(t, mcp.Options{Backend: shelf}), version, &sdk.ClientOptions{
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

func remoteOf(s *served) mcp.Remote { return mcp.Remote{URL: s.url, Do: s.client.Do} }

func connectStdio(t *testing.T, s *served, version string, options *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- mcp.RunIO(t.Context(), remoteOf(s), in, out) }()
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

// A line that is no message is answered, and the next is read.
func TestStdioLivesOnAfterABadLine(t *testing.T) {
	for name, tc := range map[string]struct{ line, want string }{
		"no JSON":              {`garbage`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,`},
		"half of a message":    {`{"jsonrpc":"2.0","id":1`, `"id":null,"error":{"code":-32700,`},
		"two on a line":        {`{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"}`, `"code":-32700`},
		"bytes that are none":  {"{\"a\":\"\xff\"}", `"id":null,"error":{"code":-32`},
		"a number":             {`5`, `"id":null,"error":{"code":-32600,`},
		"an object":            {`{}`, `"id":null,"error":{"code":-32600,`},
		"another JSON-RPC":     {`{"jsonrpc":"1.0","id":3,"method":"ping"}`, `"id":3,"error":{"code":-32600,`},
		"an id that is none":   {`{"jsonrpc":"2.0","id":[],"method":"ping"}`, `"id":null,"error":{"code":-32600,`},
		"a batch":              {`[{"jsonrpc":"2.0","id":3,"method":"ping"}]`, `protocol version 2025-11-25 has no batches`},
		"a long line":          {strings.Repeat(" ", 17<<20), `"code":-32600,"message":"a message has at most 16777216 bytes"}`},
		"a method nobody has":  {`{"jsonrpc":"2.0","id":1.5,"method":"no/such"}`, `{"jsonrpc":"2.0","id":1.5,"error":{"code":-32601,`},
		"a notification":       {`{"jsonrpc":"2.0","method":"notifications/no_such"}`, ``},
		"an empty line":        {``, ``},
		"an id of 20 digits":   {`{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}`, `"id":12345678901234567890,"result":{}}`},
		"a line of a PC's end": {`{"jsonrpc":"2.0","id":4,"method":"ping"}` + "\r", `"id":4,"result":{}`},
	} {
		t.Run(name, func(t *testing.T) {
			in, requests := io.Pipe()
			answers, out := io.Pipe()
			ended := make(chan error, 1)
			s := serve(t, mcp.Options{Backend: newShelf()})
			go func() { ended <- mcp.RunIO(t.Context(), remoteOf(s), in, out) }()
			read := bufio.NewReader(answers)
			ask := func(line, want string) {
				t.Helper()
				written := make(chan error, 1)
				go func() {
					_, err := io.WriteString(requests, line+"\n")
					written <- err
				}()
				if want != "" {
					if got := must(read.ReadString('\n'))(t); !strings.Contains(got, want) {
						t.Errorf("answered %s, want %s", got, want)
					}
				}
				if err := <-written; err != nil {
					t.Error(err)
				}
			}
			ask(openSession, `"protocolVersion":"2025-11-25"`)
			ask(tc.line, tc.want)
			ask(find, `"id":7,"result":{"content":`)
			if err := requests.Close(); err != nil {
				t.Error(err)
			}
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}
