package mcp_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/gateway/mcp"
)

type userKey struct{}

// asUser puts who the request says is calling into its context, as the gateway does.
func asUser(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), userKey{}, r.Header.Get("X-User"))))
	})
}

func userOf(ctx context.Context) string {
	user, _ := ctx.Value(userKey{}).(string)
	return user
}

func user(name string) http.Header { return http.Header{"X-User": {name}} }

const find = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"find_book","arguments":{"title":"Emma"}}}`

func TestEachCallIsMadeAsItsOwnCaller(t *testing.T) {
	shelf := newShelf()
	var called string
	shelf.called = func(ctx context.Context, _ string, _ []byte) { called = userOf(ctx) }
	s := serveBehind(t, mcp.Options{Backend: shelf}, asUser)
	header := s.open(t, "2025-11-25", user("first"))
	for _, name := range []string{"second", "first", ""} {
		header.Set("X-User", name)
		if answer := read(t, s.request(t, http.MethodPost, find, header)); !strings.Contains(answer, `"success":true`) {
			t.Fatal(answer)
		}
		if called != name {
			t.Errorf("called as %q, want %q", called, name)
		}
	}
	header = modernHeaders()
	header.Set("X-User", "third")
	if answer := read(t, s.request(t, http.MethodPost, (&counter{}).next(modernCall), header)); called != "third" {
		t.Errorf("called as %q: %s", called, answer)
	}
}

func TestASessionAnswersOnlyToItsOwner(t *testing.T) {
	s := serveBehind(t, mcp.Options{Backend: newShelf(), Owner: userOf}, asUser)
	header := s.open(t, "2025-11-25", user("owner"))
	for _, other := range []string{"thief", ""} {
		for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
			stolen := header.Clone()
			stolen.Set("X-User", other)
			if got := s.request(t, method, find, stolen).StatusCode; got != http.StatusNotFound {
				t.Errorf("%s by %q: status %d", method, other, got)
			}
		}
	}
	if got := s.request(t, http.MethodPost, find, header).StatusCode; got != http.StatusOK {
		t.Errorf("the owner gets status %d", got)
	}
}

// A client that signs in keeps its session, which nobody else has from then on.
func TestASessionOfNobodyBecomesThatOfWhoSignsInThere(t *testing.T) {
	s := serveBehind(t, mcp.Options{Backend: newShelf(), Owner: userOf}, asUser)
	header := s.open(t, "2025-11-25", user(""))
	for _, c := range []struct {
		user string
		want int
	}{{"", http.StatusOK}, {"owner", http.StatusOK}, {"", http.StatusNotFound}, {"thief", http.StatusNotFound}, {"owner", http.StatusOK}} {
		header.Set("X-User", c.user)
		if got := s.request(t, http.MethodPost, find, header).StatusCode; got != c.want {
			t.Errorf("called by %q: status %d, want %d", c.user, got, c.want)
		}
	}
}

func TestAnIdleSessionIsClosed(t *testing.T) {
	clock := clockwork.NewFakeClock()
	s := serve(t, mcp.Options{Backend: newShelf(), Clock: clock, SessionIdle: time.Minute})
	idle, listening := s.open(t, "2025-11-25", nil), s.open(t, "2025-11-25", nil)
	stream := s.request(t, http.MethodGet, "", listening)
	if got := event(t, stream.Body); !strings.HasPrefix(got, ":") {
		t.Fatalf("the stream begins with %q", got)
	}
	clock.Advance(30 * time.Second)
	if got := s.request(t, http.MethodPost, find, idle).StatusCode; got != http.StatusOK {
		t.Fatalf("half way through, status %d", got)
	}
	gone := make(chan struct{})
	until(t, gone, func() {
		clock.Advance(time.Minute)
		if s.request(t, http.MethodPost, find, idle).StatusCode == http.StatusNotFound {
			close(gone)
		}
	})
	if got := s.request(t, http.MethodPost, find, listening).StatusCode; got != http.StatusOK {
		t.Errorf("a session with a stream gets status %d", got)
	}
}

func TestAtTheLimitTheSessionIdleLongestMakesRoom(t *testing.T) {
	clock := clockwork.NewFakeClock()
	s := serve(t, mcp.Options{Backend: newShelf(), Clock: clock, MaxSessions: 2})
	first := s.open(t, "2025-11-25", nil)
	clock.Advance(time.Second)
	second := s.open(t, "2025-11-25", nil)
	clock.Advance(time.Second)
	s.request(t, http.MethodPost, find, first)
	third := s.open(t, "2025-11-25", nil)
	for name, tc := range map[string]struct {
		header http.Header
		want   int
	}{"first": {first, 200}, "second": {second, 404}, "third": {third, 200}} {
		if got := s.request(t, http.MethodPost, find, tc.header).StatusCode; got != tc.want {
			t.Errorf("the %s session: status %d, want %d", name, got, tc.want)
		}
	}
}

func TestABusySessionIsNotClosedForAnother(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf(), MaxSessions: 1})
	busy := s.open(t, "2025-11-25", nil)
	stream := s.request(t, http.MethodGet, "", busy)
	event(t, stream.Body)
	refused := s.request(t, http.MethodPost, openSession, nil)
	if answer := read(t, refused); !strings.Contains(answer, `"code":-32000`) || !strings.Contains(answer, "try again later") {
		t.Errorf("got %s", answer)
	}
	if got := s.request(t, http.MethodDelete, "", busy).StatusCode; got != http.StatusNoContent {
		t.Errorf("DELETE: status %d", got)
	}
	if got := s.request(t, http.MethodPost, find, busy).StatusCode; got != http.StatusNotFound {
		t.Errorf("the deleted session: status %d", got)
	}
	s.open(t, "2025-11-25", nil) // there is room again
}

func TestStreamsAreLimited(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		s := serve(t, mcp.Options{Backend: newShelf(), MaxStreams: 1})
		first := s.listen(t, version)
		if first.StatusCode != http.StatusOK {
			t.Fatalf("the first: %s", first.Status)
		}
		event(t, first.Body)
		second := s.listen(t, version)
		if second.StatusCode != http.StatusServiceUnavailable || second.Header.Get("Retry-After") == "" {
			t.Errorf("the second: %s", second.Status)
		}
	})
}

// listen opens the stream on which a version tells of changes.
func (s *served) listen(t *testing.T, version string) *http.Response {
	t.Helper()
	if version < "2026" {
		return s.request(t, http.MethodGet, "", s.open(t, version, nil))
	}
	return s.request(t, http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{`+
		`"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/protocolVersion":"`+version+`",`+
		`"io.modelcontextprotocol/clientCapabilities":{}}}}`,
		http.Header{"Mcp-Protocol-Version": {version}, "Mcp-Method": {"subscriptions/listen"}})
}

func TestAShutdownEndsStreamsAndAnswersCalls(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		shelf := newShelf()
		started, release := make(chan struct{}), make(chan struct{})
		shelf.called = func(context.Context, string, []byte) {
			close(started)
			<-release
		}
		s := serve(t, mcp.Options{Backend: shelf})
		stream := s.listen(t, version)
		event(t, stream.Body)
		header, body := modernHeaders(), (&counter{}).next(modernCall)
		if version < "2026" {
			header, body = s.open(t, version, nil), find
		}
		answered := make(chan string, 1)
		go func() { answered <- read(t, s.request(t, http.MethodPost, body, header)) }()
		wait(t, started)
		down := make(chan error, 1)
		go func() { down <- s.listening.Config.Shutdown(t.Context()) }()
		read(t, stream) // to its end
		close(release)
		if answer := <-answered; !strings.Contains(answer, `"success":true`) {
			t.Errorf("the call got %q", answer)
		}
		if err := <-down; err != nil {
			t.Error(err)
		}
	})
}
