package authn_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/services/identity"
)

func TestWhoIsCalling(t *testing.T) {
	for _, c := range []struct {
		name                       string
		mode                       authn.Mode
		target                     string
		userID, role, bearer, body string

		want     identity.Caller
		wantCode string
		wantBody string
	}{
		{name: "nobody", mode: authn.Dev, want: identity.Caller{Role: identity.RoleUser}},
		{name: "by header", mode: authn.Dev, userID: "7", want: identity.Caller{UserID: 7, Role: identity.RoleUser}},
		{name: "by query", mode: authn.Dev, target: "/?user_id=7", want: identity.Caller{UserID: 7, Role: identity.RoleUser}},
		{
			name: "by argument, which is taken out", mode: authn.Dev, body: `{"title":"x", "user_id" : 7 , "priority":"low"}`,
			want: identity.Caller{UserID: 7, Role: identity.RoleUser}, wantBody: `{"title":"x","priority":"low"}`,
		},
		{
			name: "an argument of null is absent", mode: authn.Dev, userID: "3", body: `{"user_id":null}`,
			want: identity.Caller{UserID: 3, Role: identity.RoleUser}, wantBody: `{}`,
		},
		{
			name: "all three agree", mode: authn.Dev, target: "/?user_id=3", userID: "3", body: `{"user_id":3}`,
			want: identity.Caller{UserID: 3, Role: identity.RoleUser}, wantBody: `{}`,
		},
		{
			name: "a text that mentions user_id is no argument", mode: authn.Dev, body: `{"title":"\"user_id\"","a":{"user_id":9}}`,
			want: identity.Caller{Role: identity.RoleUser}, wantBody: `{"title":"\"user_id\"","a":{"user_id":9}}`,
		},
		{name: "argument differs", mode: authn.Dev, userID: "3", body: `{"user_id":4}`, wantCode: "FORBIDDEN"},
		{name: "query differs", mode: authn.Dev, userID: "3", target: "/?user_id=4", wantCode: "FORBIDDEN"},
		{name: "two arguments differ", mode: authn.Dev, body: `{"user_id":3,"user_id":4}`, wantCode: "FORBIDDEN"},
		{
			name: "by argument in quotes, as from a command line", mode: authn.Dev, body: `{"user_id":"3"}`,
			want: identity.Caller{UserID: 3, Role: identity.RoleUser}, wantBody: `{}`,
		},
		{name: "an argument of another type", mode: authn.Dev, body: `{"user_id":[3]}`, wantCode: "VALIDATION_ERROR"},
		{name: "an argument that is not a number", mode: authn.Dev, body: `{"user_id":"me"}`, wantCode: "VALIDATION_ERROR"},
		{name: "an argument with a fraction", mode: authn.Dev, body: `{"user_id":1.5}`, wantCode: "VALIDATION_ERROR"},
		{name: "an argument below one", mode: authn.Dev, body: `{"user_id":0}`, wantCode: "VALIDATION_ERROR"},
		{name: "an argument too large", mode: authn.Dev, body: `{"user_id":2147483648}`, wantCode: "VALIDATION_ERROR"},
		{name: "a query that is not a number", mode: authn.Dev, target: "/?user_id=me", wantCode: "VALIDATION_ERROR"},
		{name: "a header that is not a number", mode: authn.Dev, userID: "me", wantCode: "AUTH_REQUIRED"},
		{name: "a header below one", mode: authn.Dev, userID: "-1", wantCode: "AUTH_REQUIRED"},
		{name: "an administrator", mode: authn.Dev, userID: "1", role: "admin", want: identity.Caller{UserID: 1, Role: identity.RoleAdmin}},
		{name: "an administrator without a number", mode: authn.Dev, role: "admin", want: identity.Caller{UserID: 1, Role: identity.RoleAdmin}},
		{
			name: "an administrator by argument", mode: authn.Dev, role: "admin", body: `{"user_id":3}`,
			want: identity.Caller{UserID: 3, Role: identity.RoleAdmin}, wantBody: `{}`,
		},
		{name: "a user without a number is nobody", mode: authn.Dev, role: "user", want: identity.Caller{Role: identity.RoleUser}},
		{name: "an administrator outside of development is nobody", mode: authn.None, role: "admin"},
		{name: "a role there is not", mode: authn.Dev, userID: "1", role: "root", wantCode: "AUTH_REQUIRED"},
		{name: "a bearer token", mode: authn.Dev, userID: "1", bearer: "Bearer x", wantCode: "AUTH_REQUIRED"},
		{name: "a header where nobody is believed", mode: authn.None, userID: "1", wantCode: "AUTH_REQUIRED"},
		{name: "an argument where nobody is believed", mode: authn.None, body: `{"user_id":1}`, wantCode: "AUTH_REQUIRED"},
		{name: "nobody where nobody is believed", mode: authn.None},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.target == "" {
				c.target = "/"
			}
			request := httptest.NewRequest(http.MethodPost, c.target, nil)
			for header, value := range map[string]string{"X-User-ID": c.userID, "X-User-Role": c.role, "Authorization": c.bearer} {
				if value != "" {
					request.Header.Set(header, value)
				}
			}
			claim, rest := authn.TakeArgument((&authn.Authenticator{Mode: c.mode}).FromRequest(request), []byte(c.body))
			got, refused := claim.Caller()
			if c.wantCode != "" {
				if refused == nil || refused.ToolCode() != c.wantCode {
					t.Fatalf("want %s, got %v %v", c.wantCode, got, refused)
				}
				return
			}
			if refused != nil || got != c.want {
				t.Fatalf("want %+v, got %+v, %v", c.want, got, refused)
			}
			if string(rest) != c.wantBody {
				t.Fatalf("the other arguments are %s, want %s", rest, c.wantBody)
			}
		})
	}
}

func TestWhatIsNoObjectIsLeftToTheCheckOfArguments(t *testing.T) {
	for _, body := range []string{
		`"user_id"`, `["user_id"]`, `{"user_id":1`, `{"user_id":}`, `{"user_id":1} x`, `{"user_id":1}{}`, `{1:"user_id"}`,
	} {
		claim, rest := authn.TakeArgument(authn.Claim{}, []byte(body))
		if caller, refused := claim.Caller(); caller.UserID != 0 || refused != nil || string(rest) != body {
			t.Errorf("%s: %+v, %v, %s", body, caller, refused, rest)
		}
	}
}

func TestWhoIsCallingIsSaidOnce(t *testing.T) {
	for _, c := range []struct {
		name   string
		header http.Header
	}{
		{"another user", http.Header{"X-User-Id": {"1", "2"}}},
		{"the same user", http.Header{"X-User-Id": {"1", "1"}}},
		{"nobody before a user", http.Header{"X-User-Id": {"", "2"}}},
		{"both in one line", http.Header{"X-User-Id": {"1, 2"}}},
		{"another role", http.Header{"X-User-Id": {"1"}, "X-User-Role": {"user", "admin"}}},
		{"two tokens", http.Header{"Authorization": {"", "Bearer x"}}},
	} {
		for _, mode := range []authn.Mode{authn.Dev, authn.OIDC, authn.None} {
			request := httptest.NewRequest(http.MethodGet, "/", nil)
			request.Header = c.header
			caller, refused := (&authn.Authenticator{Mode: mode}).FromRequest(request).Caller()
			if refused == nil || refused.ToolCode() != "AUTH_REQUIRED" {
				t.Errorf("%s, %s: %+v, %v", c.name, mode, caller, refused)
			}
		}
	}
}
