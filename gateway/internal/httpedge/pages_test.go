package httpedge

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// tokens are verified by their text, each being its user's.
type tokens map[string]int32

func (t tokens) Verify(_ context.Context, token string) (identity.Caller, error) {
	if user, ok := t[token]; ok {
		return identity.Caller{UserID: user, Role: identity.RoleUser}, nil
	}
	return identity.Caller{}, apperr.Unauthenticated("unknown token")
}

func (tokens) Known(string) (identity.Caller, bool) { return identity.Caller{}, false }

// A page calls as another than its reader only where its reader could call as that one without any page.
func TestAPageCallsAsAnotherOnlyAsAClientMay(t *testing.T) {
	for _, c := range []struct {
		name  string
		mode  authn.Mode
		named http.Header
		want  int32
		code  string
	}{
		{"nobody named", authn.OIDC, nil, 7, ""},
		{"a number where tokens count", authn.OIDC, http.Header{"X-User-Id": {"8"}}, 0, "AUTH_REQUIRED"},
		{"a role where tokens count", authn.OIDC, http.Header{"X-User-Role": {"admin"}}, 7, ""},
		{"a token of another user", authn.OIDC, http.Header{"Authorization": {"Bearer sft_other"}}, 8, ""},
		{"a token that nobody knows", authn.OIDC, http.Header{"Authorization": {"Bearer sft_forged"}}, 0, "AUTH_REQUIRED"},
		{"a token beside another number", authn.OIDC, http.Header{"Authorization": {"Bearer sft_other"}, "X-User-Id": {"9"}}, 0, "FORBIDDEN"},
		{"a number in development", authn.Dev, http.Header{"X-User-Id": {"8"}}, 8, ""},
		{"a number where nobody is believed", authn.None, http.Header{"X-User-Id": {"8"}}, 0, "AUTH_REQUIRED"},
	} {
		t.Run(c.name, func(t *testing.T) {
			known := tokens{"sft_reader": 7, "sft_other": 8}
			edge := &Edge{Options: Options{Callers: &authn.Authenticator{Mode: c.mode, APITokens: known}}}
			var claim authn.Claim
			api := edge.asNamed(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { claim = authn.FromContext(r.Context()) }))
			page := httptest.NewRequest(http.MethodPost, "/console/tools/x", nil)
			page.RemoteAddr = "203.0.113.7:1234"
			page.Header.Set("Authorization", "Bearer sft_reader")
			inside := httptest.NewRequest(http.MethodPost, "/api/v1/tools/x", nil)
			inside = inside.WithContext(authn.NewContext(t.Context(), edge.Callers.FromRequest(page)))
			inside.RemoteAddr = ""
			inside.Header = c.named
			api.ServeHTTP(httptest.NewRecorder(), inside)
			caller, refused := claim.Caller()
			code := ""
			if refused != nil {
				code = refused.ToolCode()
			}
			if caller.UserID != c.want || code != c.code {
				t.Errorf("it is called as %d, %v; want %d %s", caller.UserID, refused, c.want, c.code)
			}
			if got := claim.Origin().Address; got != "203.0.113.7" {
				t.Errorf("the call comes from %q, and not from where its page's reader is", got)
			}
		})
	}
}
