package login_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"github.com/zalando/go-keyring"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/salaatflow/internal/login"
)

func TestMain(m *testing.M) {
	keyring.MockInit() // no test touches a person's keyring
	goleak.VerifyTestMain(m)
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// site is a gateway and an issuer at one address. A test may change what they answer.
type site struct {
	*httptest.Server
	resource, configuration map[string]any
	device                  map[string]any
	// token answers a request to the token endpoint.
	token func(form map[string][]string) (status int, answer map[string]any)
	asked []map[string][]string
	mu    sync.Mutex
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	s.resource = map[string]any{
		"resource": s.URL, "authorization_servers": []string{s.URL}, "scopes_supported": []string{"tasks:read", "chat"},
	}
	s.configuration = map[string]any{
		"issuer": s.URL, "device_authorization_endpoint": s.URL + "/device", "token_endpoint": s.URL + "/token",
		"revocation_endpoint": s.URL + "/revoke", "scopes_supported": []string{"openid", "offline_access"},
	}
	s.device = map[string]any{
		"device_code": "the-device", "user_code": "ABCD-EFGH", "verification_uri": s.URL + "/go", "expires_in": 600, "interval": 1,
	}
	return s
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = r.ParseForm()
	answer, status := map[string]any(nil), http.StatusOK
	switch r.URL.Path {
	case "/.well-known/oauth-protected-resource":
		answer = s.resource
	case "/.well-known/openid-configuration":
		answer = s.configuration
	case "/device":
		s.asked = append(s.asked, r.PostForm)
		answer = s.device
	case "/token":
		s.asked = append(s.asked, r.PostForm)
		status, answer = s.token(r.PostForm)
	case "/revoke":
		s.asked = append(s.asked, r.PostForm)
	}
	if answer == nil && r.URL.Path != "/revoke" {
		status = http.StatusNotFound
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

func newClient(t *testing.T) *login.Client {
	t.Helper()
	client := login.NewClient()
	client.HTTP.Transport = &http.Transport{}
	t.Cleanup(client.HTTP.CloseIdleConnections)
	return client
}

func signIn(t *testing.T, s *site, scopes ...string) (login.Session, login.Prompt, error) {
	t.Helper()
	client := newClient(t)
	resource, server, err := client.Discover(t.Context(), s.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	var shown login.Prompt
	session, err := client.SignIn(t.Context(), login.Request{Resource: resource, Server: server, ClientID: "cli", Scopes: scopes},
		func(p login.Prompt) { shown = p })
	return session, shown, err
}

func TestSigningInAsksForTheGatewaysTokenAndWaitsForThePerson(t *testing.T) {
	s := newSite(t)
	waits := 1
	s.token = func(map[string][]string) (int, map[string]any) {
		if waits > 0 {
			waits--
			return http.StatusBadRequest, map[string]any{"error": "authorization_pending"}
		}
		return http.StatusOK, map[string]any{"access_token": "at", "refresh_token": "rt", "token_type": "Bearer", "expires_in": 300}
	}
	session, shown, err := signIn(t, s)
	if err != nil || session.AccessToken != "at" || session.RefreshToken != "rt" || session.Issuer != s.URL || session.Expiry.IsZero() {
		t.Fatalf("got %s %+v, %v", session.AccessToken, session, err)
	}
	if want := (login.Prompt{URL: s.URL + "/go", Code: "ABCD-EFGH"}); shown != want {
		t.Errorf("shown %+v, want %+v", shown, want)
	}
	if got := s.asked[0]; got["resource"][0] != s.URL || got["scope"][0] != "tasks:read chat openid offline_access" ||
		got["client_id"][0] != "cli" {
		t.Errorf("asked for %v", got)
	}
	if got := s.asked[2]; got["resource"][0] != s.URL || got["device_code"][0] != "the-device" {
		t.Errorf("asked for the token with %v", got)
	}
}

func TestARefusedSignInSaysWhy(t *testing.T) {
	for code, want := range map[string]string{
		"access_denied": "it was refused", "expired_token": "try again", "invalid_client": `"invalid_client"`, "": "400 Bad Request",
	} {
		s := newSite(t)
		s.token = func(map[string][]string) (int, map[string]any) {
			return http.StatusBadRequest, map[string]any{"error": code, "refresh_token": "canary"}
		}
		if _, _, err := signIn(t, s); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v", code, err)
		}
	}
}

func TestWhatShouldNotBeTrustedIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change func(s *site)
		want   string
	}{
		"a gateway without sign-in":      {func(s *site) { s.resource = nil }, "--auth oidc"},
		"no issuer":                      {func(s *site) { delete(s.resource, "authorization_servers") }, "--auth oidc"},
		"another gateway's metadata":     {func(s *site) { s.resource["resource"] = "https://evil.example" }, "evil.example"},
		"another issuer's configuration": {func(s *site) { s.configuration["issuer"] = "https://evil.example" }, "another issuer"},
		"no device flow":                 {func(s *site) { delete(s.configuration, "device_authorization_endpoint") }, "RFC 8628"},
		"an issuer in clear": {func(s *site) {
			s.resource["authorization_servers"] = []string{"http://issuer.example"}
		}, "https"},
		"a token endpoint in clear": {func(s *site) { s.configuration["token_endpoint"] = "http://issuer.example/t" }, "https"},
	} {
		s := newSite(t)
		c.change(s)
		if _, _, err := newClient(t).Discover(t.Context(), s.URL, ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	s := newSite(t)
	_, _, err := newClient(t).Discover(t.Context(), s.URL, "https://other.example")
	if err == nil || !strings.Contains(err.Error(), "does not trust") {
		t.Errorf("an issuer that the gateway does not trust: %v", err)
	}
	for name, change := range map[string]func(s *site){
		"a page in clear":         func(s *site) { s.device["verification_uri"] = "http://evil.example/go" },
		"a page that is a script": func(s *site) { s.device["verification_uri_complete"] = "javascript:alert(1)" },
		"a code that is a colour": func(s *site) { s.device["user_code"] = "\x1b[31mABCD" },
	} {
		s := newSite(t)
		change(s)
		if _, shown, err := signIn(t, s); err == nil || shown != (login.Prompt{}) {
			t.Errorf("%s: shown %+v, %v", name, shown, err)
		}
	}
}

func newSource(s *site, store login.Store, client *login.Client, clock *clockwork.FakeClock) *login.Source {
	return &login.Source{Store: store, Client: client, Gateway: s.URL, Clock: clock}
}

func TestASessionIsRefreshedOnceForAllWhoUseIt(t *testing.T) {
	s := newSite(t)
	spent := map[string]bool{}
	s.token = func(form map[string][]string) (int, map[string]any) {
		refresh := form["refresh_token"][0]
		if spent[refresh] { // as issuers do that rotate refresh tokens
			return http.StatusBadRequest, map[string]any{"error": "invalid_grant"}
		}
		spent[refresh] = true
		return http.StatusOK, map[string]any{
			"access_token": "at" + fmt.Sprint(len(spent)), "refresh_token": "rt" + fmt.Sprint(len(spent)), "expires_in": 3600,
		}
	}
	store := login.Store{Path: filepath.Join(t.TempDir(), "s", "sessions.json")}
	clock := clockwork.NewFakeClockAt(time.Now())
	_, err := store.Save(s.URL, login.Session{
		Issuer: s.URL, TokenURL: s.URL + "/token", AccessToken: "at0", RefreshToken: "rt0", Expiry: clock.Now().Add(time.Minute),
	})
	if err != nil {
		t.Fatal(err)
	}
	client := newClient(t)
	all := func(want string) {
		t.Helper()
		var group sync.WaitGroup
		for range 20 { // as many processes, each with a source of its own
			group.Go(func() {
				if got, err := newSource(s, store, client, clock).Token(t.Context()); err != nil || got != want {
					t.Errorf("got %s, %v, want %s", got, err, want)
				}
			})
		}
		group.Wait()
	}
	all("at0")
	clock.Advance(45 * time.Second) // it expires in 15
	if runtime.GOOS == "windows" {
		t.Skip("without flock two processes may refresh at once")
	}
	all("at1")
	if len(s.asked) != 1 {
		t.Errorf("the issuer was asked %d times, want once", len(s.asked))
	}
}

func TestASessionThatCannotBeRefreshedSaysWhatToDo(t *testing.T) {
	s := newSite(t)
	s.token = func(map[string][]string) (int, map[string]any) {
		return http.StatusBadRequest, map[string]any{"error": "invalid_grant"}
	}
	clock := clockwork.NewFakeClockAt(time.Now())
	for _, refresh := range []string{"", "spent"} {
		store := login.Store{Path: filepath.Join(t.TempDir(), "sessions.json")}
		if _, err := store.Save(s.URL, login.Session{TokenURL: s.URL + "/token", RefreshToken: refresh, Expiry: noon}); err != nil {
			t.Fatal(err)
		}
		_, err := newSource(s, store, newClient(t), clock).Token(t.Context())
		if err == nil || !strings.Contains(err.Error(), "salaatflow login") {
			t.Errorf("%q: %v", refresh, err)
		}
	}
}

func TestSigningOutGivesTheTokensBack(t *testing.T) {
	s := newSite(t)
	session := login.Session{ClientID: "cli", RevocationURL: s.URL + "/revoke", AccessToken: "at", RefreshToken: "rt"}
	if err := newClient(t).Revoke(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	if got := s.asked[0]; got["token"][0] != "rt" || got["client_id"][0] != "cli" {
		t.Errorf("gave back %v", got)
	}
}

func TestSessionsAreKeptForTheirOwnerOnly(t *testing.T) {
	session := login.Session{Issuer: "https://issuer.example", AccessToken: "secret-at", RefreshToken: "secret-rt", Expiry: noon}
	for name, inKeyring := range map[string]bool{"file": false, "keyring": true} {
		t.Run(name, func(t *testing.T) {
			store := login.Store{Path: filepath.Join(t.TempDir(), "made", "sessions.json"), Keyring: inKeyring}
			where, err := store.Save("https://a.example", session)
			if err != nil || (where == store.Path) == inKeyring {
				t.Fatalf("it is in %s, %v", where, err)
			}
			if _, err := store.Save("https://b.example", login.Session{AccessToken: "other"}); err != nil {
				t.Fatal(err)
			}
			if got, err := store.Load("https://a.example"); err != nil || got != session {
				t.Errorf("kept is %#v, %v", got, err)
			}
			text, err := os.ReadFile(store.Path)
			if err != nil || strings.Contains(string(text), "secret") == inKeyring {
				t.Errorf("the file holds %s, %v", text, err)
			}
			if info, err := os.Stat(store.Path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
				t.Errorf("the file is %v, %v", info.Mode(), err)
			}
			if left, err := filepath.Glob(filepath.Join(filepath.Dir(store.Path), ".sessions-*")); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
			if err := store.Delete("https://a.example"); err != nil {
				t.Fatal(err)
			}
			if _, err := store.Load("https://a.example"); !errors.Is(err, login.ErrSignedOut) {
				t.Errorf("after signing out: %v", err)
			}
			if got, err := store.Load("https://b.example"); err != nil || got.AccessToken != "other" {
				t.Errorf("the other session: %v, %v", got, err)
			}
		})
	}
}

func TestAKeyringThatIsNotThereIsReplacedByTheFile(t *testing.T) {
	keyring.MockInitWithError(errors.New("no keyring"))
	t.Cleanup(keyring.MockInit)
	store := login.Store{Path: filepath.Join(t.TempDir(), "sessions.json"), Keyring: true}
	if where, err := store.Save("https://a.example", login.Session{AccessToken: "at"}); err != nil || where != store.Path {
		t.Fatalf("it is in %s, %v", where, err)
	}
	if got, err := store.Load("https://a.example"); err != nil || got.AccessToken != "at" {
		t.Errorf("kept is %v, %v", got, err)
	}
}

func TestADamagedFileIsNamedAndNotShown(t *testing.T) {
	store := login.Store{Path: filepath.Join(t.TempDir(), "sessions.json")}
	if _, err := store.Load("https://a.example"); !errors.Is(err, login.ErrSignedOut) {
		t.Errorf("without a file: %v", err)
	}
	if err := os.WriteFile(store.Path, []byte(`{"x": secret-rt`), fs.FileMode(0o600)); err != nil {
		t.Fatal(err)
	}
	_, err := store.Load("https://a.example")
	if err == nil || !strings.Contains(err.Error(), store.Path) || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
}

func TestSecretsOfASessionAreNotPrinted(t *testing.T) {
	session, fixed := login.Session{Issuer: "i", AccessToken: "canary", RefreshToken: "canary"}, login.Fixed("canary")
	shown := fmt.Sprintf("%v %+v %#v %s %v %#v", session, session, session, session, fixed, fixed)
	if strings.Contains(shown, "canary") {
		t.Error(shown)
	}
	if token, err := fixed.Token(context.Background()); token != "canary" || err != nil {
		t.Error(token, err)
	}
}
