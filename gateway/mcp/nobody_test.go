package mcp_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

// ofOneAddress are options of a server whose callers have not signed in, and come from one address.
func ofOneAddress(options mcp.Options) mcp.Options {
	options.Owner, options.Caller = userOf, func(*http.Request) string { return "192.0.2.1" }
	return options
}

const shareIsFull = "callers of your address who have not signed in have 3 sessions in use"

// Whoever opens sessions without signing in, however many, closes none that another one of the same address uses.
func TestNobodyClosesTheSessionInUseOfAnotherNobody(t *testing.T) {
	clock := clockwork.NewFakeClock()
	s := serveBehind(t, ofOneAddress(mcp.Options{Backend: newShelf(), Clock: clock, MaxSessionsOfCaller: 3}), asUser)
	victim := s.open(t, "2025-11-25", nil)
	if got := s.statusOf(t, victim); got != http.StatusOK {
		t.Fatal(got)
	}
	clock.Advance(time.Minute)
	var flood []http.Header
	for range 20 { // which nobody uses, so that each makes room for the next
		clock.Advance(time.Millisecond)
		flood = append(flood, s.open(t, "2025-11-25", nil))
	}
	if got := s.statusOf(t, victim); got != http.StatusOK {
		t.Errorf("after a flood: status %d", got)
	}
	for _, used := range flood[18:] {
		if got := s.statusOf(t, used); got != http.StatusOK {
			t.Errorf("the last of the flood: status %d", got)
		}
	}
	if answer := read(t, s.request(t, http.MethodPost, openSession, nil)); !strings.Contains(answer, shareIsFull) {
		t.Errorf("when all are in use: %s", answer)
	}
	if got := s.statusOf(t, victim); got != http.StatusOK {
		t.Errorf("after a flood of sessions in use: status %d", got)
	}
}

// What has been left makes room in the end, the longest idle first, without waiting for the end of the idle time.
func TestASessionOfNobodysThatWasLeftMakesRoom(t *testing.T) {
	clock := clockwork.NewFakeClock()
	s := serveBehind(t, ofOneAddress(mcp.Options{Backend: newShelf(), Clock: clock, MaxSessionsOfCaller: 3}), asUser)
	var left []http.Header
	for range 3 {
		left = append(left, s.open(t, "2025-11-25", nil))
		s.statusOf(t, left[len(left)-1])
		clock.Advance(time.Minute)
	}
	if answer := read(t, s.request(t, http.MethodPost, openSession, nil)); !strings.Contains(answer, shareIsFull) {
		t.Errorf("too early: %s", answer)
	}
	clock.Advance(2 * time.Minute) // the first is idle for five
	s.open(t, "2025-11-25", nil)
	for i, want := range []int{http.StatusNotFound, http.StatusOK, http.StatusOK} {
		if got := s.statusOf(t, left[i]); got != want {
			t.Errorf("session %d: status %d, want %d", i, got, want)
		}
	}
}

// It is the same where servers share sessions.
func TestNobodyClosesTheSessionInUseOfAnotherNobodyAtAnyServer(t *testing.T) {
	first, second := serveTwo(t, redistest.Start(t), ofOneAddress(mcp.Options{MaxSessionsOfCaller: 3}))
	victim := first.open(t, "2025-11-25", nil)
	if got := second.statusOf(t, victim); got != http.StatusOK {
		t.Fatal(got)
	}
	var flood []http.Header
	for range 10 {
		flood = append(flood, first.open(t, "2025-11-25", nil))
	}
	for _, at := range []*served{first, second} {
		if got := at.statusOf(t, victim); got != http.StatusOK {
			t.Errorf("after a flood: status %d", got)
		}
		for _, used := range flood[8:] {
			if got := at.statusOf(t, used); got != http.StatusOK {
				t.Errorf("the last of the flood: status %d", got)
			}
		}
	}
	if answer := read(t, second.request(t, http.MethodPost, openSession, nil)); !strings.Contains(answer, shareIsFull) {
		t.Errorf("when all are in use: %s", answer)
	}
	if got := second.statusOf(t, victim); got != http.StatusOK {
		t.Errorf("after that: status %d", got)
	}
}

// Each session of nobody's has its stream, and a subscription, whatever the others of its address have.
func TestASessionOfNobodysHasItsStreamAndASubscription(t *testing.T) {
	library := newLibrary()
	s := serveBehind(t, ofOneAddress(mcp.Options{
		Backend: library, Offers: library, MaxStreamsOfCaller: 1, MaxSubscriptionsOfCaller: 1,
	}), asUser)
	for _, who := range []string{"the first", "another"} {
		header := s.open(t, "2025-11-25", nil)
		if stream := s.request(t, http.MethodGet, "", header); stream.StatusCode != http.StatusOK {
			t.Errorf("%s: the stream: %s", who, stream.Status)
		} else {
			event(t, stream.Body)
		}
		if answer := read(t, s.request(t, http.MethodPost, subscribeBoard, header)); strings.Contains(answer, "error") {
			t.Errorf("%s: a subscription: %s", who, answer)
		}
		further := strings.ReplaceAll(subscribeBoard, "notice://board", "diary://mine")
		if answer := read(t, s.request(t, http.MethodPost, further, header)); !strings.Contains(answer, "already have 1 subscriptions") {
			t.Errorf("%s: a further one: %s", who, answer)
		}
	}
	forged := modernHeaders() // a session that it has not entered is worth nothing
	forged.Set("Mcp-Method", "subscriptions/listen")
	forged.Set("Mcp-Session-Id", strings.Repeat("A", 26))
	delete(forged, "Mcp-Name")
	refused := s.request(t, http.MethodPost, strings.ReplaceAll(modernListen, "ID", "1"), forged)
	if refused.StatusCode != http.StatusTooManyRequests {
		t.Errorf("one that is in no session: %s", refused.Status)
	}
}
