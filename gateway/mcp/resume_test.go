package mcp_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/gateway/mcp"
)

// Proxies close a connection on which nothing comes for a minute, and say nothing to the client.
func TestAQuietStreamShowsThatItIsAlive(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		clock := clockwork.NewFakeClock()
		s := serve(t, mcp.Options{Backend: newShelf(), Clock: clock, Heartbeat: 20 * time.Second})
		stream := s.listen(t, version)
		if event(t, stream.Body); version == "2025-11-25" {
			event(t, stream.Body) // the one to resume from
		}
		alive := make(chan struct{}, 3)
		go func() {
			for range cap(alive) {
				if got := event(t, stream.Body); got != ": alive\n\n" {
					t.Errorf("got %q", got)
				}
				alive <- struct{}{}
			}
		}()
		for range cap(alive) { // the timer is set again behind the test's back
			until(t, alive, func() { clock.Advance(20 * time.Second) })
		}
	})
}

// A client whose connection broke on the way opens its stream again, long before the server knows that the first is dead.
func TestAStreamIsReplacedByTheNextOfItsSession(t *testing.T) {
	shelf := newShelf()
	s := serve(t, mcp.Options{Backend: shelf})
	header := s.open(t, "2025-11-25", nil)
	first := s.request(t, http.MethodGet, "", header)
	event(t, first.Body)
	second := s.request(t, http.MethodGet, "", header)
	if second.StatusCode != http.StatusOK {
		t.Fatalf("the second is answered %s", second.Status)
	}
	if rest, err := io.ReadAll(first.Body); err != nil || strings.Contains(string(rest), "message") {
		t.Errorf("the first ends with %v: %q", err, rest)
	}
	event(t, second.Body)
	event(t, second.Body)
	shelf.changeAgain()
	if got := event(t, second.Body); !strings.Contains(got, "notifications/tools/list_changed") {
		t.Errorf("the second is told %q", got)
	}
}

// Who was away learns what it has missed, at any replica, and nothing if it has missed nothing.
func TestAStreamIsResumedWhereItWasLeft(t *testing.T) {
	shelf := newShelf()
	left, taken := serve(t, mcp.Options{Backend: shelf}), serve(t, mcp.Options{Backend: shelf})
	for _, s := range []*served{left, taken} {
		stream := left.request(t, http.MethodGet, "", left.open(t, "2025-11-25", nil))
		event(t, stream.Body)
		prime, _, _ := strings.Cut(event(t, stream.Body), "\n")
		_ = stream.Body.Close()

		resuming := s.open(t, "2025-11-25", nil)
		resuming.Set("Last-Event-ID", strings.TrimPrefix(prime, "id: "))
		same := s.request(t, http.MethodGet, "", resuming)
		event(t, same.Body)
		if again := event(t, same.Body); !strings.HasPrefix(again, prime[:len("id: 0123456789abcdef-")]) || strings.HasPrefix(again, prime) {
			t.Errorf("the list is the same, and the stream begins with %q after %q", again, prime)
		}
		shelf.changeAgain()
		if got := event(t, same.Body); !strings.Contains(got, "notifications/tools/list_changed") {
			t.Errorf("who listens is told %q", got)
		}
		_ = same.Body.Close()

		missed := s.request(t, http.MethodGet, "", resuming)
		event(t, missed.Body)
		event(t, missed.Body)
		if got := event(t, missed.Body); !strings.Contains(got, `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`) {
			t.Errorf("who has missed a change is told %q", got)
		}
		_ = missed.Body.Close()
	}
}
