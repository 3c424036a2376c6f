package authn_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// known verifies these tokens.
type known map[string]identity.Caller

func (k known) Verify(_ context.Context, token string) (identity.Caller, error) {
	if caller, ok := k[token]; ok {
		return caller, nil
	}
	return identity.Caller{}, apperr.Unauthenticated("unknown token")
}

// Known implements authn.Verifier.
func (k known) Known(token string) (identity.Caller, bool) {
	caller, ok := k[token]
	return caller, ok
}

// gate returns an Authenticator of each mode that accepts tokens; "good" is user 7 and "sft_good" user 8.
func gate(mode authn.Mode) *authn.Authenticator {
	return &authn.Authenticator{
		Mode: mode,
		OIDC: known{"good": {UserID: 7, Role: identity.RoleUser}}, APITokens: known{"sft_good": {UserID: 8, Role: identity.RoleUser}},
	}
}

func TestATokenSaysWhoIsCalling(t *testing.T) {
	for _, c := range []struct {
		name                                      string
		mode                                      authn.Mode
		authorization, userID, role, target, body string
		want                                      int32
		wantCode                                  string
	}{
		{name: "a provider's token", mode: authn.OIDC, authorization: "Bearer good", want: 7},
		{name: "the scheme in another case", mode: authn.OIDC, authorization: "bEARER good", want: 7},
		{name: "several spaces", mode: authn.OIDC, authorization: "Bearer   good", want: 7},
		{name: "an API token", mode: authn.OIDC, authorization: "Bearer sft_good", want: 8},
		{name: "an API token in development", mode: authn.Dev, authorization: "Bearer sft_good", want: 8},
		{
			name: "the same user again", mode: authn.OIDC, authorization: "Bearer good", userID: "7", target: "/?user_id=7",
			body: `{"user_id":7}`, want: 7,
		},
		{name: "a role beside a token", mode: authn.OIDC, authorization: "Bearer good", role: "admin", want: 7},
		{name: "a role beside a token in development", mode: authn.Dev, authorization: "Bearer sft_good", role: "admin", want: 8},
		{name: "another user in a header", mode: authn.OIDC, authorization: "Bearer good", userID: "8", wantCode: "FORBIDDEN"},
		{name: "another user in a header, in development", mode: authn.Dev, authorization: "Bearer sft_good", userID: "7", wantCode: "FORBIDDEN"},
		{name: "no number in a header", mode: authn.OIDC, authorization: "Bearer good", userID: "me", wantCode: "FORBIDDEN"},
		{name: "another user in a query", mode: authn.OIDC, authorization: "Bearer good", target: "/?user_id=8", wantCode: "FORBIDDEN"},
		{name: "another user in an argument", mode: authn.OIDC, authorization: "Bearer good", body: `{"user_id":8}`, wantCode: "FORBIDDEN"},
		{name: "a header alone", mode: authn.OIDC, userID: "7", wantCode: "AUTH_REQUIRED"},
		{name: "a query alone", mode: authn.OIDC, target: "/?user_id=7", wantCode: "AUTH_REQUIRED"},
		{name: "an argument alone", mode: authn.OIDC, body: `{"user_id":7}`, wantCode: "AUTH_REQUIRED"},
		{name: "a role alone is nobody", mode: authn.OIDC, role: "admin"},
		{name: "nobody", mode: authn.OIDC},
		{name: "a token nobody knows", mode: authn.OIDC, authorization: "Bearer bad", wantCode: "AUTH_REQUIRED"},
		{name: "a token nobody knows, and a user", mode: authn.OIDC, authorization: "Bearer bad", userID: "7", wantCode: "AUTH_REQUIRED"},
		{name: "an API token where no credential counts", mode: authn.None, authorization: "Bearer sft_good", wantCode: "AUTH_REQUIRED"},
		{name: "a provider's token where no credential counts", mode: authn.None, authorization: "Bearer good", wantCode: "AUTH_REQUIRED"},
		{name: "another scheme", mode: authn.OIDC, authorization: "Basic good", wantCode: "AUTH_REQUIRED"},
		{name: "no scheme", mode: authn.OIDC, authorization: "good", wantCode: "AUTH_REQUIRED"},
		{name: "no token", mode: authn.OIDC, authorization: "Bearer", wantCode: "AUTH_REQUIRED"},
		{name: "only spaces", mode: authn.OIDC, authorization: "Bearer   ", wantCode: "AUTH_REQUIRED"},
		{name: "a tab", mode: authn.OIDC, authorization: "Bearer\tgood", wantCode: "AUTH_REQUIRED"},
		{name: "two tokens in one line", mode: authn.OIDC, authorization: "Bearer bad, Bearer good", wantCode: "AUTH_REQUIRED"},
		{name: "a parameter", mode: authn.OIDC, authorization: `Bearer token="good"`, wantCode: "AUTH_REQUIRED"},
		{name: "a huge token", mode: authn.OIDC, authorization: "Bearer " + strings.Repeat("a", 16<<10+1), wantCode: "AUTH_REQUIRED"},
		{name: "a letter that looks like another", mode: authn.OIDC, authorization: "Bearer gооd", wantCode: "AUTH_REQUIRED"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.target == "" {
				c.target = "/"
			}
			request := httptest.NewRequest(http.MethodPost, c.target, nil)
			for header, value := range map[string]string{"X-User-ID": c.userID, "X-User-Role": c.role, "Authorization": c.authorization} {
				if value != "" {
					request.Header.Set(header, value)
				}
			}
			claim, _ := authn.TakeArgument(gate(c.mode).FromRequest(request), []byte(c.body))
			caller, refused := claim.Caller()
			if c.wantCode != "" {
				if refused == nil || refused.ToolCode() != c.wantCode {
					t.Fatalf("want %s, got %+v, %v", c.wantCode, caller, refused)
				}
				return
			}
			if refused != nil || caller.UserID != c.want || caller.IsAdmin() {
				t.Fatalf("want the ordinary user %d, got %+v, %v", c.want, caller, refused)
			}
		})
	}
}

// FuzzAuthorization: whatever stands in the header, only a verifier's word makes somebody a user, and a verifier is asked
// only of what can be a token.
func FuzzAuthorization(f *testing.F) {
	for _, seed := range []string{
		"Bearer good", "bearer good", "Bearer sft_good", "Bearer  good", "Bearer good ", "Bearer good,good", "Basic Z29vZA==",
		"Bearer", "Bearer ", "Bearer\x00good", "Bearer good\r\nX-User-ID: 1", "Bearer gооd", "BearerGood",
		" Bearer good", "Bearer =", "Bearer good==",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.Header["Authorization"] = []string{header}
		caller, refused := gate(authn.OIDC).FromRequest(request).Caller()
		switch words := strings.Fields(header); {
		case refused != nil && (caller != identity.Caller{}):
			t.Fatalf("%q is refused, and is %+v", header, caller)
		case refused != nil:
			if refused.ToolCode() != "AUTH_REQUIRED" || strings.Contains(refused.Message, "good") {
				t.Fatalf("%q is refused with %v", header, refused)
			}
		case header == "" && caller.UserID == 0:
		case len(words) != 2 || !strings.EqualFold(words[0], "bearer") || caller.UserID == 7 != (words[1] == "good"):
			t.Fatalf("%q is %+v", header, caller)
		}
	})
}
