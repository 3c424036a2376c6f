package mcp_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp"
)

// Whoever opens sessions by the thousand closes their own alone.
func TestNobodyClosesTheSessionsOfAnother(t *testing.T) {
	clock := clockwork.NewFakeClock()
	s := serveBehind(t, mcp.Options{
		Backend: newShelf(), Owner: userOf, Clock: clock, MaxSessions: 5, MaxSessionsOfCaller: 3,
	}, asUser)
	victim := s.open(t, "2025-11-25", user("victim"))
	var flood []http.Header
	for range 20 {
		clock.Advance(time.Second)
		flood = append(flood, s.open(t, "2025-11-25", user("flood")))
	}
	if got := s.request(t, http.MethodPost, find, victim).StatusCode; got != http.StatusOK {
		t.Errorf("the other's session: status %d", got)
	}
	for i, header := range flood {
		want := http.StatusNotFound
		if i >= len(flood)-3 {
			want = http.StatusOK
		}
		if got := s.request(t, http.MethodPost, find, header).StatusCode; got != want {
			t.Errorf("session %d of the flood: status %d, want %d", i, got, want)
		}
	}
	s.open(t, "2025-11-25", user("another")) // the last of five
	refused := s.request(t, http.MethodPost, openSession, user("late"))
	if answer := read(t, refused); !strings.Contains(answer, `"code":-32000`) {
		t.Errorf("one more is answered %s", answer)
	}
	if got := s.request(t, http.MethodPost, find, victim).StatusCode; got != http.StatusOK {
		t.Errorf("after that, the other's session: status %d", got)
	}
}

func TestEachCallerHasAShareOfTheStreams(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		s := serveBehind(t, mcp.Options{Backend: newShelf(), MaxStreamsOfCaller: 1, Owner: userOf}, asUser)
		first := s.listenAs(t, version, "one")
		event(t, first.Body)
		second := s.listenAs(t, version, "one")
		if second.StatusCode != http.StatusTooManyRequests || second.Header.Get("Retry-After") == "" {
			t.Errorf("one more: %s", second.Status)
		}
		if other := s.listenAs(t, version, "two"); other.StatusCode != http.StatusOK {
			t.Errorf("another's: %s", other.Status)
		}
		first.Body.Close()
		freed := make(chan struct{})
		until(t, freed, func() {
			if s.listenAs(t, version, "one").StatusCode == http.StatusOK {
				close(freed)
			}
		})
	})
}

func (s *served) listenAs(t *testing.T, version, user string) *http.Response {
	t.Helper()
	plain := s.client.Transport
	s.client.Transport = signed{plain, user}
	defer func() { s.client.Transport = plain }()
	return s.listen(t, version)
}

// signed says in each request whom it is from.
type signed struct {
	http.RoundTripper
	user string
}

func (s signed) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("X-User", s.user)
	return s.RoundTripper.RoundTrip(r)
}

func TestAStreamEndsWhenNothingIsToldAndAfterItsLife(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		for name, tc := range map[string]struct{ advance, quiet, life time.Duration }{
			"quiet": {time.Minute, time.Minute, time.Hour},
			"old":   {time.Hour, 2 * time.Hour, time.Hour},
		} {
			t.Run(name, func(t *testing.T) {
				clock := clockwork.NewFakeClock()
				s := serve(t, mcp.Options{Backend: newShelf(), Clock: clock, StreamIdle: tc.quiet, StreamLife: tc.life})
				stream := s.listen(t, version)
				event(t, stream.Body)
				clock.Advance(tc.advance / 2)
				ended := make(chan error, 1)
				go func() {
					_, err := io.Copy(io.Discard, stream.Body)
					ended <- err
				}()
				select {
				case <-ended:
					t.Fatal("it ended half way")
				default:
				}
				clock.Advance(tc.advance)
				if err := <-ended; err != nil {
					t.Errorf("it ended with %v, not as a response ends", err)
				}
			})
		}
	})
}

// A client takes a stream up again that was ended for being quiet, as often as that happens: the events it is given to do
// so by all differ, and what it names then is let pass.
func TestAQuietStreamIsTakenUpAgain(t *testing.T) {
	clock, shelf := clockwork.NewFakeClock(), newShelf()
	changed := make(chan struct{}, 16)
	s := serve(t, mcp.Options{Backend: shelf, Clock: clock, StreamIdle: time.Minute})
	s.connect(t, "2025-11-25", &sdk.ClientOptions{
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { changed <- struct{}{} },
	})
	until(t, changed, shelf.changeAgain)
	clock.Advance(2 * time.Minute)
	drain(changed)
	until(t, changed, shelf.changeAgain)

	header, primes := s.open(t, "2025-11-25", nil), map[string]bool{}
	for range 3 {
		stream := s.request(t, http.MethodGet, "", header)
		event(t, stream.Body) // the SDK's greeting
		prime, _, _ := strings.Cut(event(t, stream.Body), "\n")
		if primes[prime] || !strings.HasPrefix(prime, "id: ") {
			t.Errorf("the stream begins with %q", prime)
		}
		primes[prime] = true
		header.Set("Last-Event-ID", strings.TrimPrefix(prime, "id: "))
		clock.Advance(2 * time.Minute)
		read(t, stream) // to its end
	}
}
