package idempotency

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/redislink"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// engine is a store and a way to let its time pass.
type engine struct {
	store
	// pass lets time pass for a key.
	pass func(r record, length time.Duration)
}

const fewKeys = 5 // that an owner may begin in a day

var engines = map[string]func(t *testing.T) engine{
	"memory": func(*testing.T) engine {
		clock := clockwork.NewFakeClock()
		m := newMemory(clock)
		m.maxOwned = fewKeys
		return engine{m, func(_ record, length time.Duration) { clock.Advance(length) }}
	},
	"Redis": func(t *testing.T) engine {
		server := redistest.Start(t)
		return engine{
			&redis{link: connect(t, server), maxKeys: fewKeys},
			// Redis has the machine's clock, so what is left is made less.
			func(r record, length time.Duration) {
				var left int64
				if _, err := fmt.Sscanf(server.Do("PTTL "+r.name()), ":%d", &left); err != nil {
					t.Fatal(err)
				}
				server.Do(fmt.Sprintf("PEXPIRE %s %d", r.name(), left-length.Milliseconds()))
			},
		}
	},
}

// connect returns a link that is connected, and ends with the test.
func connect(t *testing.T, server *redistest.Server) *redislink.Link {
	t.Helper()
	link, err := redislink.New(redislink.Options{Config: redislink.Config{URL: config.Secret(server.URL())}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); link.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	deadline := time.After(30 * time.Second)
	for link.Client() == nil {
		select {
		case <-deadline:
			t.Fatal("Redis is not reached")
		case <-time.After(5 * time.Millisecond):
		}
	}
	return link
}

func onEach(t *testing.T, promise func(t *testing.T, e engine)) {
	for name, start := range engines {
		t.Run(name, func(t *testing.T) { promise(t, start(t)) })
	}
}

// want begins a request and says what came of it.
func want(t *testing.T, e engine, r record, fingerprint, token string, state state, answer string) {
	t.Helper()
	got, kept, err := e.begin(t.Context(), r, fingerprint, token, time.Minute)
	if err != nil || got != state || string(kept) != answer {
		t.Fatalf("%s: %d %q, %v, want %d %q", r.key, got, kept, err, state, answer)
	}
}

var one = newRecord(Owner{UserID: 1}, "key")

func TestAKeyIsRunOnceAndAnsweredForADay(t *testing.T) {
	onEach(t, func(t *testing.T, e engine) {
		want(t, e, one, "f", "a", begun, "")
		want(t, e, one, "f", "b", running, "")
		want(t, e, one, "g", "b", different, "")
		if err := e.finish(t.Context(), one, "a", []byte("\x00first")); err != nil {
			t.Fatal(err)
		}
		want(t, e, one, "f", "b", done, "\x00first")
		want(t, e, one, "g", "b", different, "")
		e.pass(one, keep-time.Minute)
		want(t, e, one, "f", "b", done, "\x00first")
		e.pass(one, time.Minute+time.Second)
		want(t, e, one, "g", "c", begun, "")
	})
}

func TestAKeyThatWasReleasedIsNew(t *testing.T) {
	onEach(t, func(t *testing.T, e engine) {
		want(t, e, one, "f", "a", begun, "")
		if err := e.release(t.Context(), one, "a"); err != nil {
			t.Fatal(err)
		}
		want(t, e, one, "g", "b", begun, "")
	})
}

// A gateway that died holds its keys until their leases end; one that only seemed dead changes nothing afterwards.
func TestALeaseEnds(t *testing.T) {
	onEach(t, func(t *testing.T, e engine) {
		want(t, e, one, "f", "a", begun, "")
		e.pass(one, 59*time.Second)
		want(t, e, one, "f", "b", running, "")
		e.pass(one, 2*time.Second)
		want(t, e, one, "f", "b", begun, "")
		if err := e.finish(t.Context(), one, "a", []byte("late")); err != nil {
			t.Fatal(err)
		}
		if err := e.release(t.Context(), one, "a"); err != nil {
			t.Fatal(err)
		}
		want(t, e, one, "f", "c", running, "")
		if err := e.finish(t.Context(), one, "b", []byte("in time")); err != nil {
			t.Fatal(err)
		}
		want(t, e, one, "f", "c", done, "in time")
	})
}

func TestKeysAreTheirOwners(t *testing.T) {
	onEach(t, func(t *testing.T, e engine) {
		want(t, e, one, "f", "a", begun, "")
		want(t, e, newRecord(Owner{UserID: 2}, "key"), "g", "b", begun, "")
		for i := range fewKeys - 1 {
			want(t, e, newRecord(Owner{UserID: 1}, fmt.Sprint(i)), "f", "c", begun, "")
		}
		want(t, e, newRecord(Owner{UserID: 1}, "one more"), "f", "d", tooMany, "")
		want(t, e, one, "f", "d", running, "")
		want(t, e, newRecord(Owner{UserID: 2}, "one more"), "f", "d", begun, "")
	})
}

func TestOfManyAtOnceOneBegins(t *testing.T) {
	onEach(t, func(t *testing.T, e engine) {
		var first, others atomic.Int64
		var all sync.WaitGroup
		for i := range 100 {
			all.Go(func() {
				switch got, _, err := e.begin(t.Context(), one, "f", fmt.Sprint(i), time.Minute); {
				case err == nil && got == begun:
					first.Add(1)
				case err == nil && got == running:
					others.Add(1)
				}
			})
		}
		all.Wait()
		if first.Load() != 1 || others.Load() != 99 {
			t.Errorf("%d began, %d were told that it runs", first.Load(), others.Load())
		}
	})
}

// Of more than there is room for, the oldest answers are forgotten, first those of whoever has most.
func TestMemoryIsBounded(t *testing.T) {
	m := newMemory(clockwork.NewFakeClock())
	m.maxBytes = 100 * (overhead + 1000)
	keepOne := func(user int32, key int) {
		r := newRecord(Owner{UserID: user}, fmt.Sprint(key))
		if got, _, err := m.begin(t.Context(), r, "f", "t", time.Minute); got != begun || err != nil {
			t.Fatalf("%d, %v", got, err)
		}
		if err := m.finish(t.Context(), r, "t", make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
	}
	keepOne(1, 0)
	for i := range 1000 {
		keepOne(2, i)
	}
	if m.bytes > m.maxBytes || len(m.records) > 100 {
		t.Errorf("%d bytes, %d keys", m.bytes, len(m.records))
	}
	if got, _, err := m.begin(t.Context(), newRecord(Owner{UserID: 1}, "0"), "f", "t", time.Minute); got != done || err != nil {
		t.Errorf("another's answer was forgotten first: %d, %v", got, err)
	}
	for _, e := range m.records {
		m.drop(e)
	}
	if m.bytes != 0 || len(m.owners) != 0 || m.oldest.Len() != 0 {
		t.Errorf("left are %d bytes, %d owners, %d answers", m.bytes, len(m.owners), m.oldest.Len())
	}
}

// Nobody who reads Redis reads keys there.
func TestRedisKnowsNoKey(t *testing.T) {
	server := redistest.Start(t)
	e := &redis{link: connect(t, server), maxKeys: fewKeys}
	r := newRecord(Owner{UserID: 1}, "very-secret")
	if _, _, err := e.begin(t.Context(), r, "f", "a", time.Minute); err != nil {
		t.Fatal(err)
	}
	if got := server.Do("KEYS *very*"); got != "*0" {
		t.Errorf("the key stands in Redis: %s", got)
	}
}
