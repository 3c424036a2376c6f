//go:build auth

package auth

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// signInByItself returns a client's handler of challenges, which registers the client at the provider and lets a person sign
// in. It appends the scopes of each time to asked.
func signInByItself(t *testing.T, name string, asked *[]string, only func([]string) []string) *auth.AuthorizationCodeHandler {
	t.Helper()
	handler, err := auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
			ClientName: "an MCP client", RedirectURIs: []string{callback}, TokenEndpointAuthMethod: "none",
			GrantTypes: []string{"authorization_code", "refresh_token"}, ResponseTypes: []string{"code"},
		}},
		AuthorizationCodeFetcher: func(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
			*asked = append(*asked, args.URL)
			answer, err := browse(ctx, args.URL, name)
			return &auth.AuthorizationResult{Code: answer.Get("code"), State: answer.Get("state"), Iss: answer.Get("iss")}, err
		},
		ScopeFilter: only,
	})
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

func connect(t *testing.T, g gate, handler auth.OAuthHandler) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "e2e", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: g.URL + "/mcp", HTTPClient: g.HTTP, OAuthHandler: handler,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() }) // the session may have ended
	return session
}

// callTool calls a tool and returns its result.
func callTool(t *testing.T, session *mcp.ClientSession, name string, arguments map[string]any) map[string]any {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	text, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	var object map[string]any
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatalf("%s: %s: %v", name, text, err)
	}
	return object
}

func mcpClient(t *testing.T, g gate) {
	var asked []string
	session := connect(t, g, signInByItself(t, "maryam", &asked, nil))
	if got := callTool(t, session, "list_masjids", map[string]any{"limit": 1}); got["success"] != true || len(asked) > 0 {
		t.Errorf("what anybody may call: %v, after signing in %d times", got, len(asked))
	}
	if got := callTool(t, session, "add_task", map[string]any{"title": "Read Quran"}); got["success"] != true {
		t.Errorf("a tool that needs a user: %v", got)
	}
	if len(asked) != 1 {
		t.Errorf("the client signs in %d times, want once: %v", len(asked), asked)
	}
	rest := g.call(t, http.MethodGet, "/api/v1/tasks", g.signIn(t, "maryam", "tasks:read"), "")
	var tasks []map[string]any
	if err := json.Unmarshal(rest.body, &tasks); err != nil || len(tasks) != 1 || tasks[0]["title"] != "Read Quran" {
		t.Errorf("by REST the same person has %s", rest.body)
	}
}

func mcpStepUp(t *testing.T, g gate) {
	var asked []string
	session := connect(t, g, signInByItself(t, "hafsa", &asked, nil))
	if got := callTool(t, session, "list_tasks", map[string]any{}); got["success"] != true {
		t.Errorf("the first tool: %v", got)
	}
	if got := callTool(t, session, "add_task", map[string]any{"title": "Read"}); got["success"] != true {
		t.Errorf("the tool that needs another scope: %v", got)
	}
	if len(asked) != 2 {
		t.Errorf("the client signs in %d times, want a second time for the scope: %v", len(asked), asked)
	}
}
