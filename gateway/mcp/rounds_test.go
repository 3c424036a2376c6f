package mcp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolround"
)

// riddler asks twice before it says what a prompt says, or gives a resource away.
type riddler struct{ *library }

func (riddler) Asks(mcp.Called) bool { return true }

func (riddler) Get(ctx context.Context, _ string, _ map[string]string) ([]*toolsv1.Turn, string, *apperr.Error) {
	answers, failed := riddle(ctx)
	if failed != nil {
		return nil, "", failed
	}
	return []*toolsv1.Turn{{Content: &toolsv1.Content{Block: &toolsv1.Content_Text{Text: answers}}}}, "Asks.", nil
}

func (riddler) Read(ctx context.Context, uri string) ([]*toolsv1.Resource, *apperr.Error) {
	answers, failed := riddle(ctx)
	if failed != nil {
		return nil, failed
	}
	return []*toolsv1.Resource{{Uri: uri, MimeType: "text/plain", Content: &toolsv1.Resource_Text{Text: answers}}}, nil
}

// riddle returns both answers, of which the first is the state of the second round.
func riddle(ctx context.Context) (string, *apperr.Error) {
	round := toolround.FromContext(ctx)
	if round == nil {
		return "", apperr.Refused("the caller cannot be asked")
	}
	if !slices.Contains(round.Capabilities, "elicitation") {
		round.Lacking = []string{"elicitation"}
		return "", apperr.Refused("the caller cannot be asked")
	}
	var given struct{ Content struct{ Word string } }
	if answer := round.Responses["word"]; answer != nil {
		if err := json.Unmarshal(answer, &given); err != nil {
			return "", apperr.Internal(err)
		}
	}
	if round.State != "" && round.State != "first" {
		return round.State + " " + given.Content.Word, nil
	}
	state := "first"
	if given.Content.Word != "" {
		state = given.Content.Word
	}
	round.Asked = &toolresult.Asked{State: state, Requests: []byte(`{"word":{"method":"elicitation/create","params":{"message":"after ` +
		state + `","requestedSchema":{"type":"object","properties":{"word":{"type":"string"}}}}}}`)}
	return "", apperr.Refused("a question comes first")
}

// serveRiddles connects a client that answers each question with the question.
func serveRiddles(t *testing.T, version string) *sdk.ClientSession {
	t.Helper()
	library := newLibrary()
	s := serve(t, mcp.Options{Backend: library, Offers: riddler{library}})
	return s.connect(t, version, &sdk.ClientOptions{
		ElicitationHandler: func(_ context.Context, request *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"word": "<" + request.Params.Message + ">"}}, nil
		},
	})
}

func TestAPromptAndAResourceMayAskTwice(t *testing.T) {
	const want = "<after first> <after <after first>>"
	everyEra(t, func(t *testing.T, version string) {
		if version < "2025-06-18" {
			t.Skip("nobody could be asked then")
		}
		session := serveRiddles(t, version)
		got := must(session.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "riddle"}))(t)
		if said, ok := got.Messages[0].Content.(*sdk.TextContent); !ok || said.Text != want {
			t.Errorf("the prompt says %s", encode(t, got.Messages))
		}
		read := must(session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "riddle://one"}))(t)
		if read.Contents[0].Text != want {
			t.Errorf("the resource is %s", encode(t, read.Contents))
		}
	})
}

func TestAClientThatCannotBeAskedIsToldSo(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		library := newLibrary()
		session := serve(t, mcp.Options{Backend: library, Offers: riddler{library}}).connect(t, version, nil)
		_, err := session.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "riddle"})
		if code := codeOf(t, err); code != sdk.CodeMissingRequiredClientCapabilities {
			t.Errorf("prompts/get: code %d", code)
		}
		_, err = session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "riddle://one"})
		if code := codeOf(t, err); code != sdk.CodeMissingRequiredClientCapabilities {
			t.Errorf("resources/read: code %d", code)
		}
	})
}

// A client that ends its session while it is asked something waits for nothing.
func TestASessionEndsWhoseClientHasNotAnswered(t *testing.T) {
	library := newLibrary()
	s := serve(t, mcp.Options{Backend: library, Offers: riddler{library}})
	opened := s.request(t, http.MethodPost, strings.Replace(openSession, `"capabilities":{}`, `"capabilities":{"elicitation":{}}`, 1), nil)
	header := http.Header{"Mcp-Session-Id": opened.Header["Mcp-Session-Id"]}
	stream := s.request(t, http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"riddle"}}`, header)
	if asked := event(t, stream.Body); !strings.Contains(asked, `"elicitation/create"`) {
		t.Fatalf("asked %s", asked)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if got := s.request(t, http.MethodDelete, "", header).StatusCode; got != http.StatusNoContent {
			t.Errorf("DELETE: status %d", got)
		}
	}()
	wait(t, ended)
	_ = read(t, stream) // it has ended
}

// The era without sessions wants each result to say whether it is complete.
func TestWhatIsGotAndReadSaysThatItIsComplete(t *testing.T) {
	library := newLibrary()
	s := serve(t, mcp.Options{Backend: library, Offers: library})
	for method, params := range map[string]string{
		"prompts/get": `"name":"read_to_me","arguments":{"title":"Emma"}`, "resources/read": `"uri":"book://1"`,
	} {
		name := map[string]string{"prompts/get": "read_to_me", "resources/read": "book://1"}[method]
		body := `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + `,` + plainMeta + `}}`
		answer := read(t, s.request(t, http.MethodPost, body, sessionless(method, name)))
		if strings.Count(answer, `"resultType":"complete"`) != 1 || strings.Count(answer, `"_meta"`) != 1 {
			t.Errorf("%s: %s", method, answer)
		}
	}
}
