package matrix

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/harness"
)

// attempt is what somebody outside adds to a request.
type attempt struct {
	query  string
	header http.Header
	body   string // in place of the request's, if it has one
	status int    // of the answer; 0 means 401
}

// Nobody becomes somebody by a token in another place than the one header, by a header that names a user, or by a forged token.
func TestNobodyGetsInFromOutside(t *testing.T) {
	w := newWorld(t)
	attempts := map[string]attempt{}
	w.tokensElsewhere(t, attempts)
	w.namesInHeaders(attempts)
	w.forgedTokens(t, attempts)
	for name, try := range attempts {
		for _, door := range doorsForUsers {
			header := door.header.Clone()
			maps.Copy(header, try.header)
			body := door.body
			if try.body != "" && body != "" {
				body = try.body
			}
			got := w.send(t, door.method, door.path+try.query, header, body)
			want := max(try.status, http.StatusUnauthorized)
			if try.body != "" && got.status == http.StatusBadRequest { // MCP reads JSON before anything else
				want = got.status
			}
			if got.status != want || bytes.Contains(got.body, []byte(canary)) {
				t.Errorf("%s by %s: %d %.300s; want %d", name, door.path, got.status, got.body, want)
			}
		}
	}
	t.Run("it is the token that counts", func(t *testing.T) {
		for _, door := range doorsForUsers {
			header := door.header.Clone()
			maps.Copy(header, bearer(w.token(t, w.user, w.scopes)))
			if got := w.send(t, door.method, door.path, header, door.body); got.status >= http.StatusBadRequest {
				t.Errorf("%s with the token where it belongs: %d %.300s", door.path, got.status, got.body)
			}
		}
	})
}

// userDoor is a request that needs a user.
type userDoor struct {
	method, path, body string
	header             http.Header
}

var doorsForUsers = []userDoor{
	{http.MethodGet, "/api/v1/tasks", "", http.Header{}},
	{http.MethodPost, "/api/v1/tasks", `{"title":"x"}`, http.Header{}},
	{http.MethodGet, "/api/v1/conversations", "", http.Header{}},
	{http.MethodPost, "/api/v1/tools/list_tasks", `{}`, http.Header{}},
	{http.MethodPost, "/api/v1/tools/add_task", `{"title":"x"}`, http.Header{}},
	{http.MethodPost, "/mcp", mcpCall("list_tasks", "{}"), mcpHeader("list_tasks")},
}

// tokensElsewhere adds good tokens in places where none belongs, because they would stand in logs, or in another site's requests.
func (w *world) tokensElsewhere(t *testing.T, attempts map[string]attempt) {
	t.Helper()
	token := w.token(t, w.user, w.scopes)
	for _, name := range []string{"access_token", "token", "authorization", "bearer", "api_key", "jwt"} {
		attempts["a token in the query as "+name] = attempt{query: "?" + name + "=" + token}
		attempts["a token in a form as "+name] = attempt{body: name + "=" + token}
	}
	for _, name := range []string{
		"Proxy-Authorization", "X-Authorization", "X-Access-Token", "X-Auth-Token", "X-Api-Key", "X-Forwarded-Authorization",
		"X-Forwarded-Access-Token", "Grpc-Metadata-Authorization", "grpcgateway-authorization", "Sec-WebSocket-Protocol",
	} {
		attempts["a token in "+name] = attempt{header: http.Header{name: {"Bearer " + token}}}
	}
	attempts["a token in a cookie"] = attempt{header: http.Header{"Cookie": {"access_token=" + token + "; Authorization=Bearer " + token}}}
	for name, value := range map[string]string{
		"of another scheme": "Token " + token, "without a scheme": token, "of DPoP": "DPoP " + token,
		"as a password": "Basic " + base64.StdEncoding.EncodeToString([]byte("user:"+token)),
		"after another": "Bearer x, Bearer " + token, "as a parameter": `Bearer token="` + token + `"`,
	} {
		attempts["a token "+name] = attempt{header: http.Header{"Authorization": {value}}}
	}
	attempts["a token, and another header with one"] = attempt{header: http.Header{"Authorization": {"Bearer " + token, "Bearer x"}}}
}

// namesInHeaders adds headers by which others name users, in the ways in which one may write them.
func (w *world) namesInHeaders(attempts map[string]attempt) {
	number := strconv.Itoa(int(w.user.id))
	for _, name := range []string{
		"x-user-id", "X-USER-ID", "X-User-ID", "X-User-Id", "X_User_Id", "x_user_id", "X-User", "X-UserId", "User-Id",
		"Grpc-Metadata-X-User-Id", "grpc-metadata-x-user-id", "GRPC-METADATA-X-USER-ID", "Grpc-Metadata-x-user-id-bin",
		"grpcgateway-x-user-id", "Grpcgateway-X-User-Id", "X-Forwarded-User", "X-Remote-User", "Remote-User", "X-Authenticated-Userid",
		"X-Auth-Request-User", "X-Goog-Authenticated-User-Id", "X-Consumer-Id", "X-Client-Cert", "X-Forwarded-Client-Cert",
	} {
		attempts["the user's number in "+name] = attempt{header: http.Header{name: {number}, "x-user-role": {"admin"}}}
	}
	attempts["a role alone"] = attempt{header: http.Header{"X-User-Role": {"admin"}}}
	attempts["the user's number in the query"] = attempt{query: "?user_id=" + number}
	attempts["another address"] = attempt{header: http.Header{
		"X-Forwarded-For": {"127.0.0.1"}, "X-Real-Ip": {"127.0.0.1"}, "Forwarded": {"for=127.0.0.1"},
	}}
	attempts["another path"] = attempt{header: http.Header{"X-Original-Url": {"/api/v1/tools"}, "X-Rewrite-Url": {"/docs"}}}
	attempts["another method"] = attempt{header: http.Header{"X-Http-Method-Override": {"GET"}, "X-Method-Override": {"GET"}}}
}

// forgedTokens adds tokens that the issuer did not issue, or not for this. The tests of the gateway's oidc have many more.
func (w *world) forgedTokens(t *testing.T, attempts map[string]attempt) {
	t.Helper()
	good := w.token(t, w.user, w.scopes)
	parts := strings.Split(good, ".")
	now := time.Now()
	claims := func(change map[string]any) map[string]any {
		made := map[string]any{"iss": w.issuer.URL, "aud": harness.Audience, "sub": w.user.subject, "exp": now.Add(time.Hour).Unix()}
		maps.Copy(made, change)
		return made
	}
	encode := base64.RawURLEncoding.EncodeToString
	mac := hmac.New(sha256.New, w.issuer.Public)
	symmetric := encode([]byte(`{"alg":"HS256","kid":"one","typ":"at+jwt"}`)) + "." + parts[1]
	fmt.Fprint(mac, symmetric)
	others := bytes.Replace(decode(t, parts[1]), []byte(w.user.subject), []byte(w.admin.subject), 1)
	for name, token := range map[string]string{
		"alg none":                         encode([]byte(`{"alg":"none","typ":"at+jwt"}`)) + "." + parts[1] + ".",
		"alg none, signed":                 encode([]byte(`{"alg":"none","kid":"one"}`)) + "." + parts[1] + "." + parts[2],
		"HS256 with the public key":        symmetric + "." + encode(mac.Sum(nil)),
		"another alg":                      encode([]byte(`{"alg":"RS256","kid":"one"}`)) + "." + parts[1] + "." + parts[2],
		"no signature":                     parts[0] + "." + parts[1] + ".",
		"other claims":                     parts[0] + "." + encode(others) + "." + parts[2],
		"another key under the same id":    w.stranger.Sign(t, claims(nil)),
		"an issuer that nobody named":      w.stranger.Token(t, w.asPerson(w.user, w.scopes)),
		"expired":                          w.issuer.Sign(t, claims(map[string]any{"exp": now.Add(-time.Hour).Unix()})),
		"not yet":                          w.issuer.Sign(t, claims(map[string]any{"nbf": now.Add(time.Hour).Unix()})),
		"without an end":                   w.issuer.Sign(t, claims(map[string]any{"exp": nil})),
		"for another":                      w.issuer.Sign(t, claims(map[string]any{"aud": "another"})),
		"of another user in Unicode":       w.issuer.Sign(t, claims(map[string]any{"sub": "аisha"})), // with a Cyrillic letter
		"of an API that is not issued":     "sft_" + strings.Repeat("0", 38),
		"of 17 KiB":                        w.issuer.Sign(t, claims(map[string]any{"x": strings.Repeat("x", 17<<10)})),
		"the platform's own":               platformSecret,
		"empty":                            "",
		"of dots":                          "..",
		"of NUL":                           "a%00b.c.d",
		"with a second one after a comma":  good + "," + good,
		"of the user with a space after x": good + " x",
	} {
		attempts["a token: "+name] = attempt{header: bearer(token)}
	}
	attempts["a token: of 2 MiB"] = attempt{header: bearer(strings.Repeat("x", 2<<20)), status: http.StatusRequestHeaderFieldsTooLarge}
}

func decode(t *testing.T, part string) []byte {
	t.Helper()
	text, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// What is asked for under a foreign name, as a page whose name was bound to this address does, is refused at every door.
func TestNoDoorOpensUnderAForeignName(t *testing.T) {
	w := newWorld(t)
	paths := []string{"/", "/docs", "/openapi.json", "/api/v1/tools", "/.well-known/oauth-protected-resource", "/nowhere"}
	for _, door := range doorsForUsers {
		paths = append(paths, door.path)
	}
	port := w.URL[strings.LastIndexByte(w.URL, ':'):]
	for _, host := range []string{
		"evil.example", "evil.example" + port, "127.0.0.1.evil.example" + port, "localhost.evil.example", "evil.example.localhost.org",
		"169.254.169.254", "2130706433", "0x7f.1",
	} {
		for _, path := range paths {
			for _, method := range []string{http.MethodGet, http.MethodPost} {
				header := bearer(w.token(t, w.user, w.scopes))
				header.Set("X-Forwarded-Host", "localhost")
				got := w.sendTo(t, host, method, path, header, "")
				if got.status != http.StatusForbidden || bytes.Contains(got.body, []byte(canary)) {
					t.Errorf("%s %s for %s: %d %.200s", method, path, host, got.status, got.body)
				}
			}
		}
	}
}

// A page of another site changes nothing, at any door there is.
func TestNoPageOfAnotherSiteChangesAnything(t *testing.T) {
	w := newWorld(t)
	for _, method := range w.methods() {
		for _, door := range w.doorsTo(t, method) {
			if door.grpc || strings.HasPrefix(door.name, http.MethodGet+" ") {
				continue
			}
			_, given := w.about(t, method, door.naming)
			for name, header := range map[string]http.Header{
				"an origin":      {"Origin": {"https://evil.example"}},
				"no origin":      {"Origin": {"null"}},
				"another site":   {"Sec-Fetch-Site": {"cross-site"}},
				"the same site":  {"Sec-Fetch-Site": {"same-site"}},
				"a form's types": {"Origin": {"https://evil.example"}, "Content-Type": {"text/plain"}},
			} {
				maps.Copy(header, bearer(w.token(t, w.user, w.scopes)))
				got := door.call(t, caller{name: name, header: header}, argumentsFor(t, method, given))
				if got.status != http.StatusForbidden || got.allowsOrigin != "" {
					t.Errorf("%s from %s: %d %q %.200s", door.name, name, got.status, got.allowsOrigin, got.body)
				}
			}
		}
	}
}
