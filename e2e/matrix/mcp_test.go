package matrix

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/oauth2"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/proto/toolnames"
)

// signingIn is what a client of MCP does when it is refused: it takes a token, of the scopes that it was asked for at least.
type signingIn struct {
	token     string
	next      func() string
	challenge []string
}

func (s *signingIn) TokenSource(context.Context) (oauth2.TokenSource, error) {
	if s.token == "" {
		return nil, nil //nolint:nilnil // which the SDK takes for no token
	}
	return oauth2.StaticTokenSource(&oauth2.Token{AccessToken: s.token}), nil
}

func (s *signingIn) Authorize(_ context.Context, _ *http.Request, refused *http.Response) error {
	s.challenge = append(s.challenge, refused.Header.Get("WWW-Authenticate"))
	s.token = s.next()
	return refused.Body.Close()
}

// A client of MCP that has not signed in sees and calls what is for everybody. When a call needs a user it is told how to sign in,
// and then sees everything, without connecting again. A token that is no longer accepted makes it sign in again, at a list too.
func TestAClientOfMCPSignsInWhenItMust(t *testing.T) {
	w := newWorld(t)
	for _, version := range []string{edges.Stateless, edges.Sessions} {
		t.Run(version, func(t *testing.T) {
			handler := &signingIn{next: func() string { return w.token(t, w.user, w.scopes) }}
			client := sdk.NewClient(&sdk.Implementation{Name: "e2e", Version: "1"}, nil)
			session, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{
				Endpoint: w.URL + "/mcp", HTTPClient: w.HTTP, OAuthHandler: handler,
			}, &sdk.ClientSessionOptions{ProtocolVersion: version})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			listed := func() []string {
				t.Helper()
				answer, err := session.ListTools(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				var names []string
				for _, tool := range answer.Tools {
					names = append(names, tool.Name)
				}
				return names
			}
			call := func(name string, arguments map[string]any) {
				t.Helper()
				answer, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
				if err != nil || answer.IsError {
					t.Fatalf("%s: %v, %v", name, answer, err)
				}
			}
			if names := listed(); !slices.Contains(names, toolnames.ListMasjids) || slices.Contains(names, toolnames.CreateTask) {
				t.Errorf("before signing in it sees %v", names)
			}
			call(toolnames.ListMasjids, map[string]any{"limit": 1})
			if len(handler.challenge) > 0 {
				t.Fatalf("it must sign in for what is for everybody: %v", handler.challenge)
			}
			call(toolnames.CreateTask, map[string]any{"title": canary})
			if len(handler.challenge) != 1 || !strings.Contains(handler.challenge[0], `resource_metadata="`+w.URL+
				`/.well-known/oauth-protected-resource/mcp"`) || !strings.Contains(handler.challenge[0], `scope="tasks:write"`) {
				t.Errorf("it is challenged by %q", handler.challenge)
			}
			if names := listed(); !slices.Contains(names, toolnames.CreateTask) || !slices.Contains(names, toolnames.GetUserInfo) {
				t.Errorf("after signing in it sees %v", names)
			}
			handler.token = w.issuer.Sign(t, map[string]any{"iss": w.issuer.URL, "exp": 1})
			if names := listed(); !slices.Contains(names, toolnames.CreateTask) || len(handler.challenge) != 2 ||
				!strings.Contains(handler.challenge[1], `error="invalid_token"`) {
				t.Errorf("with a token that has expired it sees %v, challenged by %q", names, handler.challenge)
			}
		})
	}
}
