package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/salaatflow/platform/gateway/mcp"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolround"
)

// printer prints pages: it says how far it is, logs, and asks whether to go on.
type printer struct{ *library }

func newPrinter() printer {
	made := printer{newLibrary()}
	made.tools = append(made.tools, &mcp.Tool{
		Name: "print_book", Title: "Print a book", InputSchema: json.RawMessage(`{"type":"object"}`),
		OutputSchema: json.RawMessage(`{"type":"object"}`), Converses: true, Asks: true,
	})
	return made
}

func (p printer) Call(ctx context.Context, name string, arguments []byte) *toolresult.Result {
	if name != "print_book" {
		return p.library.Call(ctx, name, arguments)
	}
	round := toolround.FromContext(ctx)
	if round == nil || len(round.Capabilities) == 0 {
		return toolresult.FromError(apperr.Refused("nobody can be asked"))
	}
	if answer := round.Responses["go_on"]; answer != nil {
		return toolresult.OK([]byte(`{"answer":` + string(answer) + `,"state":"` + round.State + `"}`))
	}
	if round.Progress != nil {
		round.Progress(&toolsv1.Progress{Progress: 1, Total: 2, Message: "half"})
	}
	round.Log(&toolsv1.Log{Level: "warning", Data: structpb.NewStringValue("no ink")})
	asked := *toolresult.FromError(apperr.Refused("a question comes first"))
	asked.Asked = &toolresult.Asked{State: "page 1", Requests: json.RawMessage(
		`{"go_on":{"method":"elicitation/create","params":{"message":"Go on?","requestedSchema":{"type":"object","properties":{}}}}}`)}
	return &asked
}

// A client on stdio is asked, told how far a tool is and what it logs, and is offered everything, as over HTTP.
func TestStdioSaysEverythingThatHTTPDoes(t *testing.T) {
	for _, version := range []string{"2026-07-28", "2025-11-25", "2025-06-18"} {
		t.Run(version, func(t *testing.T) {
			printer := newPrinter()
			s := serve(t, mcp.Options{Backend: printer, Offers: printer, ResourceInterval: time.Millisecond})
			progress, logged, updated := make(chan string, 8), make(chan string, 8), make(chan string, 64)
			session := connectStdio(t, s, version, &sdk.ClientOptions{
				ElicitationHandler: func(_ context.Context, request *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
					return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"asked": request.Params.Message}}, nil
				},
				ProgressNotificationHandler: func(_ context.Context, request *sdk.ProgressNotificationClientRequest) {
					progress <- request.Params.Message
				},
				LoggingMessageHandler: func(_ context.Context, request *sdk.LoggingMessageRequest) { //nolint:staticcheck // clients have it
					logged <- string(request.Params.Level)
				},
				ResourceUpdatedHandler: func(_ context.Context, request *sdk.ResourceUpdatedNotificationRequest) {
					updated <- request.Params.URI
				},
			})
			if version < "2026" {
				//nolint:staticcheck // clients of that era say it so
				if err := session.SetLoggingLevel(t.Context(), &sdk.SetLoggingLevelParams{Level: "info"}); err != nil {
					t.Fatal(err)
				}
			}
			printed(t, session, version)
			received(t, progress, "half")
			received(t, logged, "warning")
			offeredOnStdio(t, session)
			if err := session.Subscribe(t.Context(), &sdk.SubscribeParams{URI: "notice://board"}); err != nil {
				t.Fatal(err)
			}
			pages := 0
			told(t, updated, "notice://board", func() {
				pages++
				printer.set(func() { printer.notice = strings.Repeat("x", pages) })
			})
		})
	}
}

// printed has a book printed, which asks.
func printed(t *testing.T, session *sdk.ClientSession, version string) {
	t.Helper()
	params := &sdk.CallToolParams{Name: "print_book", Arguments: json.RawMessage(`{}`), Meta: sdk.Meta{}}
	params.SetProgressToken("token")
	if version >= "2026" {
		params.Meta["io.modelcontextprotocol/logLevel"] = "info"
	}
	result := must(session.CallTool(t.Context(), params))(t)
	const want = `{"success":true,"data":{"answer":{"action":"accept","content":{"asked":"Go on?"}},"state":"page 1"},` +
		`"error":null,"error_message":null}`
	if got := encode(t, result.StructuredContent); !sameJSON(t, got, want) {
		t.Errorf("answered %s", got)
	}
}

func offeredOnStdio(t *testing.T, session *sdk.ClientSession) {
	t.Helper()
	if got := must(session.ListPrompts(t.Context(), nil))(t); len(got.Prompts) != 1 {
		t.Errorf("prompts: %s", encode(t, got))
	}
	got := must(session.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "read_to_me", Arguments: map[string]string{"title": "Emma"}}))(t)
	if len(got.Messages) != 5 {
		t.Errorf("the prompt says %s", encode(t, got))
	}
	if got := must(session.ListResources(t.Context(), nil))(t); len(got.Resources) != 2 {
		t.Errorf("resources: %s", encode(t, got))
	}
	if got := must(session.ListResourceTemplates(t.Context(), nil))(t); len(got.ResourceTemplates) != 1 {
		t.Errorf("templates: %s", encode(t, got))
	}
	if got := must(session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "book://1"}))(t); got.Contents[0].Text != "Once" {
		t.Errorf("the book is %s", encode(t, got))
	}
	completed := must(session.Complete(t.Context(), &sdk.CompleteParams{
		Ref: &sdk.CompleteReference{Type: "ref/resource", URI: "book://{number}"}, Argument: sdk.CompleteParamsArgument{Name: "number"},
	}))(t)
	if len(completed.Completion.Values) != 1 {
		t.Errorf("completed: %s", encode(t, completed))
	}
}

func received(t *testing.T, from <-chan string, want string) {
	t.Helper()
	select {
	case got := <-from:
		if got != want {
			t.Errorf("told %q, want %q", got, want)
		}
	case <-time.After(timeout):
		t.Errorf("not told %q", want)
	}
}

// A client that closes its end cannot answer: what asked it is told so, and does not wait.
func TestAQuestionOnStdioDoesNotOutliveItsClient(t *testing.T) {
	printer := newPrinter()
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	s := serve(t, mcp.Options{Backend: printer, Offers: printer})
	go func() { ended <- mcp.RunIO(t.Context(), remoteOf(s), in, out) }()
	open := strings.Replace(openSession, `"capabilities":{}`, `"capabilities":{"elicitation":{}}`, 1)
	go func() {
		_, _ = io.WriteString(requests, open+"\n"+`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"print_book"}}`+"\n")
	}()
	var said bytes.Buffer
	one := make([]byte, 1<<16)
	for !strings.Contains(said.String(), `"elicitation/create"`) {
		n := must(answers.Read(one))(t)
		said.Write(one[:n])
	}
	if err := requests.Close(); err != nil {
		t.Fatal(err)
	}
	rest := must(io.ReadAll(answers))(t)
	if err := <-ended; err != nil || !strings.Contains(string(rest), `"id":7,"result"`) {
		t.Errorf("%v; answered %s", err, rest)
	}
}

// timed is an output that notes when each message was written.
type timed struct {
	lines []string
	at    []time.Time
}

func (w *timed) Write(line []byte) (int, error) {
	w.lines, w.at = append(w.lines, string(line)), append(w.at, time.Now())
	return len(line), nil
}

// On stdio a client that reads progress together with the result forgets whom to tell: each is written by itself, and the result later.
func TestProgressIsToldBeforeTheResultComes(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newPrinter()})
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"print_book","arguments":{},"_meta":{"progressToken":1,` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}}`
	out := &timed{}
	if err := mcp.RunIO(t.Context(), remoteOf(s), newScript(call), out); err != nil {
		t.Fatal(err)
	}
	if len(out.lines) != 2 || !strings.Contains(out.lines[0], `"notifications/progress"`) || !strings.Contains(out.lines[1], `"result"`) {
		t.Fatalf("told %q", out.lines)
	}
	if between := out.at[1].Sub(out.at[0]); between < 40*time.Millisecond {
		t.Errorf("the result came %v after the progress", between)
	}
}
