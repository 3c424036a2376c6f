package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/gateway/mcp"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestMain(m *testing.M) {
	// Tests that are parallel wait for a task to begin, so that more of them than there are processors can.
	if err := flag.Set("test.parallel", "16"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

// served is an edge over real HTTP.
type served struct {
	*mcp.Server
	url       string
	client    *http.Client
	listening *httptest.Server
}

func serve(t testing.TB, options mcp.Options) *served {
	return serveBehind(t, options, func(next http.Handler) http.Handler { return next })
}

// serveBehind serves the edge behind another handler, as a gateway does.
func serveBehind(t testing.TB, options mcp.Options, before func(http.Handler) http.Handler) *served {
	t.Helper()
	if options.Logger == nil {
		options.Logger = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	server := must(mcp.New(options))(t)
	server.Start()
	listening := httptest.NewUnstartedServer(before(server))
	listening.Config.RegisterOnShutdown(server.EndStreams)
	listening.Start()
	s := &served{Server: server, url: listening.URL, client: &http.Client{Transport: &http.Transport{}}, listening: listening}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		s.client.CloseIdleConnections() // for one that was dialled and never used, Shutdown waits five seconds
		if err := errors.Join(listening.Config.Shutdown(ctx), server.Stop(ctx)); err != nil {
			t.Error(err)
		}
		listening.Close()
	})
	return s
}

// connect connects the SDK's client, which speaks the version.
func (s *served) connect(t testing.TB, version string, options *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, options)
	transport := &sdk.StreamableClientTransport{Endpoint: s.url, HTTPClient: s.client}
	session := must(client.Connect(t.Context(), transport, &sdk.ClientSessionOptions{ProtocolVersion: version}))(t)
	if got := session.InitializeResult().ProtocolVersion; got != version {
		t.Fatalf("speaks %s, want %s", got, version)
	}
	t.Cleanup(func() { _ = session.Close() }) // the server may have closed it first
	return session
}

// everyEra runs a test in the era without sessions and in those with them.
func everyEra(t *testing.T, test func(t *testing.T, version string)) {
	for _, version := range []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"} {
		t.Run(version, func(t *testing.T) { test(t, version) })
	}
}

func TestTheListIsStableAndWhole(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		s := serve(t, mcp.Options{Backend: newShelf()})
		plain := s.url
		for query, file := range map[string]string{"": "tools.json", "?output_schemas=full": "tools-full.json"} {
			s.url = plain + query
			listed := must(s.raw(t, version, askList))(t)
			var message struct {
				Result struct {
					Tools json.RawMessage `json:"tools"`
					Scope string          `json:"cacheScope"`
					Fresh int             `json:"ttlMs"`
				} `json:"result"`
			}
			if err := json.Unmarshal(listed, &message); err != nil {
				t.Fatalf("%v: %s", err, listed)
			}
			golden(t, file, message.Result.Tools)
			if message.Result.Scope != "public" || message.Result.Fresh != 30_000 {
				t.Errorf("cacheScope is %q, ttlMs %d", message.Result.Scope, message.Result.Fresh)
			}
		}
	})
}

// askList is a request; %s is where _meta goes.
const askList = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{%s}}`

// A client shows people the server's sign; results do not repeat it.
func TestTheServerHasAnIcon(t *testing.T) {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg"/>`
	const want = `"icons":[{"src":"data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=",` +
		`"mimeType":"image/svg+xml","sizes":["any"]}]`
	s := serve(t, mcp.Options{Backend: newShelf(), Icon: []byte(svg)})
	answers := map[string]string{
		"initialize": read(t, s.request(t, http.MethodPost, openSession, nil)),
		"discover":   string(must(s.raw(t, "2026-07-28", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{%s}}`))(t)),
	}
	for name, answer := range answers {
		if !strings.Contains(answer, want) {
			t.Errorf("%s answers %s", name, answer)
		}
	}
	listed := must(s.raw(t, "2026-07-28", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{%s}}`))(t)
	if strings.Contains(string(listed), `"icons"`) {
		t.Errorf("tools/list answers %s", listed)
	}
}

// A client shows people a tool's icon. One with only a path is at the server, by whatever name the client knows that.
func TestAToolHasAnIcon(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		for icon, want := range map[string]string{
			"":                                ``,
			mcp.Inline([]byte("<svg/>")):      `,"icons":[{"src":"data:image/svg+xml;base64,PHN2Zy8+"}]`,
			"data:image/png;base64,iVBORw0K":  `,"icons":[{"src":"data:image/png;base64,iVBORw0K"}]`,
			"https://books.example/icon.webp": `,"icons":[{"src":"https://books.example/icon.webp"}]`,
			"https://books.example/icon":      `,"icons":[{"src":"https://books.example/icon"}]`,
			"/icons/book.svg":                 `,"icons":[{"src":"http://HOST/icons/book.svg"}]`,
		} {
			shelf := newShelf()
			shelf.tools = []*mcp.Tool{{
				Name: "find_book", Description: "Finds.", Icon: icon, InputSchema: json.RawMessage(`{"type":"object"}`),
			}}
			s := serve(t, mcp.Options{Backend: shelf, Origin: func(r *http.Request) string { return "http://" + r.Host }})
			listed := string(must(s.raw(t, version, askList))(t))
			want = strings.ReplaceAll(want, "HOST", strings.TrimPrefix(s.url, "http://"))
			if !strings.Contains(listed, want+`,"outputSchema"`) || want == "" && strings.Contains(listed, "icons") {
				t.Errorf("with the icon %q it is listed as %s, want %s", icon, listed, want)
			}
		}
	})
}

// Where a server does not know its own address, a path of its own is no icon.
func TestAnIconAtAnUnknownAddressIsNotListed(t *testing.T) {
	shelf := newShelf()
	shelf.tools[0].Icon = "/icons/book.svg"
	everyEra(t, func(t *testing.T, version string) {
		if listed := must(serve(t, mcp.Options{Backend: shelf}).raw(t, version, askList))(t); strings.Contains(string(listed), "icons") {
			t.Errorf("it is listed as %s", listed)
		}
	})
}

// A model learns from the server how to use its tools, in each era and on stdio.
func TestTheServerInstructsModels(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		for name, session := range map[string]*sdk.ClientSession{
			"HTTP":  serve(t, mcp.Options{Backend: newShelf()}).connect(t, version, nil),
			"stdio": connectStdio(t, serve(t, mcp.Options{Backend: newShelf()}), version, nil),
		} {
			if got := session.InitializeResult().Instructions; !strings.Contains(got, "VALIDATION_ERROR") {
				t.Errorf("%s says %q", name, got)
			}
		}
	})
}

func TestACallByNameAndByAlias(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		session := serve(t, mcp.Options{Backend: newShelf()}).connect(t, version, nil)
		for _, name := range []string{"find_book", "search_book", "seek"} {
			result := call(t, session, name, `{"title":"\"نماز\" <\\&>"}`)
			const want = `{"success":true,"data":{"book":{"title":"\"نماز\" \u003c\\\u0026\u003e"}},"error":null,"error_message":null}`
			if result.IsError || !sameJSON(t, encode(t, result.StructuredContent), want) {
				t.Errorf("%s: %s", name, encode(t, result.StructuredContent))
			}
			const lean = `{"success":true,"data":{"book":{"title":"\"نماز\" \u003c\\\u0026\u003e"}}}`
			if text := textOf(t, result); !sameJSON(t, text, lean) {
				t.Errorf("%s as text: %s", name, text)
			}
		}
	})
}

func TestAFailureOfAToolIsAResult(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		session := serve(t, mcp.Options{Backend: newShelf()}).connect(t, version, nil)
		for _, tc := range []struct{ name, arguments, want string }{
			{
				"find_book", `{}`,
				`{"success":false,"data":null,"error":"VALIDATION_ERROR","error_message":"title: Required",` +
					`"violations":[{"field":"title","message":"Required"}]}`,
			},
			{
				"remove_book", `{"title":"Emma"}`,
				`{"success":false,"data":null,"error":"NOT_FOUND","error_message":"there is no book \"Emma\""}`,
			},
		} {
			result := call(t, session, tc.name, tc.arguments)
			if !result.IsError || !sameJSON(t, encode(t, result.StructuredContent), tc.want) {
				t.Errorf("%s: isError %v, %s", tc.name, result.IsError, encode(t, result.StructuredContent))
			}
			if text := textOf(t, result); !sameJSON(t, text, strings.ReplaceAll(tc.want, `"data":null,`, "")) {
				t.Errorf("%s as text: %s", tc.name, text)
			}
		}
	})
}

func TestAnUnknownToolIsAnErrorOfTheProtocol(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		session := serve(t, mcp.Options{Backend: newShelf()}).connect(t, version, nil)
		for _, name := range []string{"burn_book", "changed", "Find_Book"} {
			_, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name})
			var refused *jsonrpc.Error
			if !errors.As(err, &refused) || refused.Code != jsonrpc.CodeInvalidParams {
				t.Fatalf("%q: got %v, want code %d", name, err, jsonrpc.CodeInvalidParams)
			}
			if !strings.Contains(refused.Message, name) {
				t.Errorf("%q: the message is %q", name, refused.Message)
			}
			if !strings.Contains(string(refused.Data), `"available_tools":["find_book","remove_book"]`) {
				t.Errorf("%q: the data are %s", name, refused.Data)
			}
		}
	})
}

// A client that checks results by the schemas that it was listed takes all of them, and what is none it takes for none.
func TestEveryResultFitsTheOutputSchema(t *testing.T) {
	for query, others := range map[string][]string{
		"": {`{"success":true,"data":null}`, `{"success":"yes","data":null,"error":null,"error_message":null}`},
		"?output_schemas=full": {
			`{"success":true,"data":null}`,
			`{"success":true,"data":{"book":{"title":5}},"error":null,"error_message":null}`,
			`{"success":true,"data":{"book":{"title":"a"},"more":{"book":5}},"error":null,"error_message":null}`,
			`{"success":true,"data":{},"error":null,"error_message":null}`,
		},
	} {
		s := serve(t, mcp.Options{Backend: newShelf()})
		s.url += query
		session := s.connect(t, "2026-07-28", nil)
		listed := must(session.ListTools(t.Context(), nil))(t)
		var schema jsonschema.Schema
		if err := json.Unmarshal([]byte(encode(t, listed.Tools[0].OutputSchema)), &schema); err != nil {
			t.Fatal(err)
		}
		resolved := must(schema.Resolve(nil))(t)
		for _, arguments := range []string{`{"title":"Emma"}`, `{}`, `{"title":5}`} {
			result := call(t, session, "find_book", arguments)
			if err := resolved.Validate(result.StructuredContent); err != nil {
				t.Errorf("%q, %s: %v", query, arguments, err)
			}
		}
		for _, other := range others {
			var value any
			if err := json.Unmarshal([]byte(other), &value); err != nil {
				t.Fatal(err)
			}
			if resolved.Validate(value) == nil {
				t.Errorf("the schema of %q admits %s", query, other)
			}
		}
	}
}

func TestClientsLearnOfChanges(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		shelf := newShelf()
		changed := make(chan struct{}, 16)
		session := serve(t, mcp.Options{Backend: shelf}).connect(t, version, &sdk.ClientOptions{
			ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { changed <- struct{}{} },
		})
		other := lendBook()
		other.Description = "Lends a book for a month."
		// The client's streams open behind its back: the first change is made again until it is heard.
		until(t, changed, func() { shelf.remove("lend_book"); shelf.put(lendBook()) })
		for _, step := range []struct {
			name   string
			change func()
			want   int
		}{
			{"one goes", func() { shelf.remove("lend_book") }, 2},
			{"one comes", func() { shelf.put(lendBook()) }, 3},
			{"one changes", func() { shelf.put(other) }, 3},
		} {
			drain(changed)
			until(t, changed, step.change)
			if got := must(session.ListTools(t.Context(), nil))(t); len(got.Tools) != step.want {
				t.Errorf("%s: %d tools, want %d", step.name, len(got.Tools), step.want)
			}
		}
	})
}

func TestWhatIsNotDeclaredIsRefused(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		s := serve(t, mcp.Options{Backend: newShelf()})
		for _, method := range []string{
			"prompts/list", "prompts/get", "resources/list", "resources/templates/list", "resources/read",
			"completion/complete",
		} {
			body := `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{"name":"x","uri":"x:y","level":"info",%s}}`
			answer := must(s.raw(t, version, body))(t)
			if !strings.Contains(string(answer), `"code":-32601`) {
				t.Errorf("%s: %s", method, answer)
			}
		}
		capabilities := s.connect(t, version, nil).InitializeResult().Capabilities
		want := `{"logging":{},"tools":{"listChanged":true}}`
		if version >= "2026" {
			want = `{"extensions":{"io.modelcontextprotocol/tasks":{}},"logging":{},"tools":{"listChanged":true}}`
		}
		if encode(t, capabilities) != want {
			t.Errorf("declares %s", encode(t, capabilities))
		}
	})
}

func TestAPanicEndsOneCallOnly(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		session := serve(t, mcp.Options{Backend: newShelf()}).connect(t, version, nil)
		_, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "find_book", Arguments: json.RawMessage(`{"title":"panic"}`)})
		var failed *jsonrpc.Error
		if !errors.As(err, &failed) || failed.Message != "internal error" {
			t.Errorf("got %v", err)
		}
		if result := call(t, session, "find_book", `{"title":"Emma"}`); result.IsError {
			t.Error("the next call failed too")
		}
	})
}

func TestACallEndsWhenItsClientGivesUp(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		shelf := newShelf()
		started, ended := make(chan struct{}), make(chan struct{})
		shelf.called = func(ctx context.Context, _ string, _ []byte) {
			close(started)
			<-ctx.Done()
			close(ended)
		}
		session := serve(t, mcp.Options{Backend: shelf}).connect(t, version, nil)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-started; cancel() }()
		if _, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "find_book"}); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		wait(t, ended)
	})
}

// golden compares JSON with the golden file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	var value any
	if err := json.Unmarshal(got, &value); err != nil {
		t.Fatalf("%v: %s", err, got)
	}
	pretty := append(must(json.MarshalIndent(value, "", "  "))(t), '\n')
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, pretty, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want := must(os.ReadFile(path))(t); string(want) != string(pretty) {
		t.Errorf("differs from %s:\n%s", path, pretty)
	}
}
