package mcp_test

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/gateway/mcp"
)

// keysOf returns the keys that servers derive from secrets.
func keysOf(secrets ...string) func() [][sha256.Size]byte {
	keys := make([][sha256.Size]byte, len(secrets))
	for i, secret := range secrets {
		keys[i] = sha256.Sum256([]byte(secret))
	}
	return func() [][sha256.Size]byte { return keys }
}

// sealing are options of a server whose sessions are opened from their ids.
func sealing(secrets ...string) mcp.Options {
	return mcp.Options{Backend: newShelf(), Owner: userOf, SessionKeys: keysOf(secrets...)}
}

// A client that never opens another session does not notice that its server was started again, or that it came to another one.
func TestASessionIsOpenedFromItsID(t *testing.T) {
	for _, version := range []string{"2025-11-25", "2025-06-18", "2025-03-26"} {
		for _, owner := range []string{"owner", ""} {
			first := serveBehind(t, sealing("a"), asUser)
			second := serveBehind(t, sealing("a"), asUser)
			header := first.open(t, version, user(owner))
			for _, s := range []*served{second, first, second} {
				if got := s.accepted(t, find, header); !strings.Contains(got, `"success":true`) {
					t.Errorf("%s: %s", version, got)
				}
			}
			if got := second.request(t, http.MethodDelete, "", header).StatusCode; got != http.StatusNoContent {
				t.Errorf("%s: its end: %d", version, got)
			}
			if got := second.statusOf(t, header); got != http.StatusNotFound {
				t.Errorf("%s: after its end: %d", version, got)
			}
		}
	}
}

// What was changed, made up, sealed by another or too long ago, or given to another user, is the id of no session.
func TestOnlyWhatASessionsOwnerWasGivenOpensIt(t *testing.T) {
	clock := clockwork.NewFakeClock()
	with := func(options mcp.Options) mcp.Options {
		options.Clock = clock
		return options
	}
	first := serveBehind(t, with(sealing("a")), asUser)
	second := serveBehind(t, with(sealing("a")), asUser)
	header := first.open(t, "2025-11-25", user("owner"))
	id := header.Get("Mcp-Session-Id")
	presents := func(s *served, id string, owner string) int {
		header := header.Clone()
		header.Set("Mcp-Session-Id", id)
		header.Set("X-User", owner)
		return s.statusOf(t, header)
	}
	for at := range id {
		altered := []byte(id)
		altered[at]++
		for _, s := range []*served{first, second} {
			if got := presents(s, string(altered), "owner"); got != http.StatusNotFound {
				t.Fatalf("altered at %d: %d", at, got)
			}
		}
	}
	other := first.open(t, "2025-11-25", user("owner")).Get("Mcp-Session-Id")
	for name, made := range map[string]string{
		"shorter": id[:len(id)-1], "longer": id + "A", "without a seal": id[:26], "only a part": id[:10], "only a seal": id[26:],
		"another's seal": id[:26] + other[26:], "long": id + strings.Repeat("A", 4096), "none": "-",
	} {
		for _, s := range []*served{first, second} {
			if got := presents(s, made, "owner"); got != http.StatusNotFound {
				t.Errorf("%s: %d", name, got)
			}
		}
	}
	for _, thief := range []string{"thief", ""} {
		if got := presents(second, id, thief); got != http.StatusNotFound {
			t.Errorf("another user's: %d", got)
		}
	}
	for name, c := range map[string]struct {
		secrets []string
		want    int
	}{
		"another secret's": {[]string{"b"}, http.StatusNotFound},
		"of one replaced":  {[]string{"b", "a"}, http.StatusOK},
	} {
		if got := presents(serveBehind(t, with(sealing(c.secrets...)), asUser), id, "owner"); got != c.want {
			t.Errorf("%s: %d", name, got)
		}
	}
	without := sealing()
	without.SessionKeys = nil
	if got := presents(serveBehind(t, without, asUser), id, "owner"); got != http.StatusNotFound {
		t.Errorf("without keys: %d", got)
	}
	clock.Advance(8 * 24 * time.Hour)
	if got := presents(second, id, "owner"); got != http.StatusNotFound {
		t.Errorf("after a week: %d", got)
	}
}

// A session that has ended at a server, for whatever reason, is not opened there from its id.
func TestAnEndedSessionIsNotOpenedFromItsID(t *testing.T) {
	clock := clockwork.NewFakeClock()
	options := sealing("a")
	options.Clock, options.SessionIdle, options.MaxSessionsOfCaller = clock, time.Minute, 2
	s := serveBehind(t, options, asUser)
	replaced := s.open(t, "2025-11-25", user("owner"))
	clock.Advance(time.Second)
	idle := s.open(t, "2025-11-25", user("owner"))
	clock.Advance(time.Second)
	s.open(t, "2025-11-25", user("owner"))
	if got := s.statusOf(t, replaced); got != http.StatusNotFound {
		t.Errorf("that made room: %d", got)
	}
	clock.Advance(2 * time.Minute)
	eventually(t, "it is closed", func() bool { return s.statusOf(t, idle) == http.StatusNotFound })
}

// Sessions that are opened from their ids take room as all do.
func TestASessionFromItsIDTakesRoom(t *testing.T) {
	first := serveBehind(t, sealing("a"), asUser)
	options := sealing("a")
	options.MaxSessionsOfCaller = 2
	second := serveBehind(t, options, asUser)
	var headers []http.Header
	for range 5 {
		headers = append(headers, first.open(t, "2025-11-25", user("owner")))
	}
	for _, header := range headers {
		if got := second.statusOf(t, header); got != http.StatusOK {
			t.Errorf("it has room: %d", got)
		}
	}
	for i, header := range headers {
		want := http.StatusNotFound
		if i >= 3 {
			want = http.StatusOK
		}
		if got := second.statusOf(t, header); got != want {
			t.Errorf("session %d: %d", i, got)
		}
	}
}

// Whatever a client says of itself, the id is one that headers, logs and clients take. What it can be asked is known after a restart.
func TestAnIDHoldsWhatAClientCanBeAsked(t *testing.T) {
	options := func() mcp.Options { return mcp.Options{Backend: newPrinter(), SessionKeys: keysOf("a")} }
	first := serve(t, options())
	const asked = `{"jsonrpc":"2.0","id":"p","method":"tools/call","params":{"name":"print_book","arguments":{}}}`
	for name, c := range map[string]struct{ client, capabilities string }{
		"plain":    {`"name":"bench","version":"1"`, `{"elicitation":{}}`},
		"all":      {`"name":"bench","version":"1"`, `{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{"listChanged":true}}`},
		"long":     {`"name":"` + strings.Repeat("نماز", 200) + `","version":"` + strings.Repeat("v", 900) + `"`, `{"elicitation":{}}`},
		"its own":  {`"name":"bench","version":"1"`, `{"elicitation":{},"experimental":{"x":{"y":"` + strings.Repeat("z", 900) + `"}}}`},
		"multiple": {`"name":"a\"b","version":"\\"`, `{ "elicitation" : { } , "extensions":{"a/b":{}} }`},
	} {
		body := strings.Replace(openSession, `"capabilities":{}`, `"capabilities":`+c.capabilities, 1)
		body = strings.Replace(body, `"name":"bench","version":"1"`, c.client, 1)
		if !strings.Contains(body, c.capabilities) || !strings.Contains(body, c.client) {
			t.Fatal(body)
		}
		opened := first.request(t, http.MethodPost, body, nil)
		id := opened.Header.Get("Mcp-Session-Id")
		if len(id) <= 26 || len(id) > 512 || strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
			t.Errorf("%s: the id is %q", name, id)
		}
		second := serve(t, options())
		stream := second.request(t, http.MethodPost, asked, http.Header{"Mcp-Session-Id": {id}})
		got := event(t, stream.Body)
		question := regexp.MustCompile(`"id":("?[^",]+"?)`).FindStringSubmatch(got)
		if !strings.Contains(got, `"elicitation/create"`) || question == nil {
			t.Errorf("%s: %s", name, got)
			continue
		}
		const declined = `{"jsonrpc":"2.0","id":%s,"result":{"action":"decline"}}`
		second.request(t, http.MethodPost, fmt.Sprintf(declined, question[1]), http.Header{"Mcp-Session-Id": {id}})
		if rest := read(t, stream); !strings.Contains(rest, `"decline"`) {
			t.Errorf("%s, when it is answered: %s", name, rest)
		}
	}
}

// The stream of a session from its id tells that everything may have changed, once, since nobody knows what its client was told.
func TestTheStreamOfASessionFromItsIDTellsOfChanges(t *testing.T) {
	first := serveBehind(t, sealing("a"), asUser)
	second := serveBehind(t, sealing("a"), asUser)
	header := first.open(t, "2025-11-25", user("owner"))
	for s, want := range map[*served]bool{first: false, second: true} {
		stream := s.request(t, http.MethodGet, "", header)
		event(t, stream.Body) // the SDK's greeting
		event(t, stream.Body) // from which to resume
		s.EndStreams()
		if rest := read(t, stream); strings.Contains(rest, "notifications/tools/list_changed") != want {
			t.Errorf("told %q", rest)
		}
	}
}

// All requests that come at once after a restart are answered in one session.
func TestASessionIsOpenedFromItsIDOnceAtATime(t *testing.T) {
	first := serveBehind(t, sealing("a"), asUser)
	options := sealing("a")
	options.MaxSessionsOfCaller = 1
	second := serveBehind(t, options, asUser)
	header := first.open(t, "2025-11-25", user("owner"))
	var calling sync.WaitGroup
	for i := range 20 {
		calling.Go(func() {
			one := strings.Replace(find, `"id":7`, fmt.Sprintf(`"id":%d`, i), 1)
			if got := second.request(t, http.MethodPost, one, header).StatusCode; got != http.StatusOK {
				t.Errorf("status %d", got)
			}
		})
	}
	calling.Wait()
}

// A client that says in a new session what it had said is told that its session is gone.
func TestAClientThatOpensItsSessionAgainIsTold(t *testing.T) {
	first := serveBehind(t, sealing("a"), asUser)
	second := serveBehind(t, sealing("a"), asUser)
	header := first.open(t, "2025-11-25", http.Header{"X-User": {"owner"}, "X-Session-Restore": {"no"}})
	if got := first.statusOf(t, header); got != http.StatusOK {
		t.Errorf("where it was opened: %d", got)
	}
	if got := second.statusOf(t, header); got != http.StatusNotFound {
		t.Errorf("elsewhere: %d", got)
	}
}

// Of more ended sessions than are kept in mind, none is opened again, nor any that is as old.
func TestWhatHasEndedIsNeverForgotten(t *testing.T) {
	gone, began := &mcp.Gone{}, time.UnixMilli(1_000)
	for i := range mcp.MostGone + 10 {
		gone.Add(string(rune('a'+i)), began.Add(time.Duration(i)*time.Second))
	}
	for _, i := range []int{0, 9, 10, mcp.MostGone + 9} {
		if !gone.Has(string(rune('a'+i)), began.Add(time.Duration(i)*time.Second)) {
			t.Errorf("number %d is forgotten", i)
		}
	}
	if !gone.Has("older", began.Add(5*time.Second)) || gone.Has("newer", began.Add(11*time.Second)) {
		t.Error("what is older than what is forgotten is taken for ended, and nothing else")
	}
}
