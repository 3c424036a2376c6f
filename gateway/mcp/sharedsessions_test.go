package mcp_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/redislink"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

// linkTo connects to a Redis until the test ends.
func linkTo(t *testing.T, redis *redistest.Server) *redislink.Link {
	t.Helper()
	link := must(redislink.New(redislink.Options{Config: redislink.Config{URL: config.Secret(redis.URL())}}))(t)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); link.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	eventually(t, "Redis is reached", func() bool { return link.Client() != nil })
	return link
}

func eventually(t *testing.T, what string, yes func() bool) {
	t.Helper()
	deadline := time.After(timeout)
	for !yes() {
		select {
		case <-deadline:
			t.Fatalf("waited in vain until %s", what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// serveTwo serves two servers that share a Redis.
func serveTwo(t *testing.T, redis *redistest.Server, options mcp.Options) (first, second *served) {
	t.Helper()
	options.Owner = userOf
	if options.Backend == nil {
		options.Backend = newShelf()
	}
	options.Link = linkTo(t, redis)
	first = serveBehind(t, options, asUser)
	options.Link = linkTo(t, redis)
	second = serveBehind(t, options, asUser)
	eventually(t, "both listen", func() bool { return strings.HasPrefix(redis.Do("PUBLISH {salaatflow:mcp}:events test"), ":2") })
	return first, second
}

// statusOf returns the status with which a call in a session is answered.
func (s *served) statusOf(t *testing.T, header http.Header) int {
	t.Helper()
	return s.request(t, http.MethodPost, find, header).StatusCode
}

// bySDK are calls which the SDK answers, and not the fast path.
const bySDK = `{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"find_book","arguments":{"title":"Emma"},"more":1}}`

func TestASessionGoesOnAtAnotherServer(t *testing.T) {
	for name, body := range map[string]string{"plain": find, "through the SDK": bySDK} {
		t.Run(name, func(t *testing.T) {
			first, second := serveTwo(t, redistest.Start(t), mcp.Options{})
			header := first.open(t, "2025-11-25", user("owner"))
			first.listening.Close()
			for range 3 {
				response := second.request(t, http.MethodPost, body, header)
				if answer := read(t, response); response.StatusCode != http.StatusOK || !strings.Contains(answer, `"success":true`) {
					t.Fatalf("%s %s", response.Status, answer)
				}
			}
			for _, other := range []string{"thief", ""} {
				stolen := header.Clone()
				stolen.Set("X-User", other)
				if got := second.statusOf(t, stolen); got != http.StatusNotFound {
					t.Errorf("%q gets status %d", other, got)
				}
			}
		})
	}
}

func TestAStreamGoesOnAtAnotherServer(t *testing.T) {
	shelf := newShelf()
	first, second := serveTwo(t, redistest.Start(t), mcp.Options{Backend: shelf})
	header := first.open(t, "2025-11-25", user("owner"))
	left := first.request(t, http.MethodGet, "", header)
	event(t, left.Body)
	prime := event(t, left.Body)
	id, _, _ := strings.Cut(strings.TrimPrefix(prime, "id: "), "\n")
	resuming := header.Clone()
	resuming.Set("Last-Event-ID", id)
	taken := second.request(t, http.MethodGet, "", resuming)
	event(t, taken.Body)
	event(t, taken.Body)
	if rest, err := io.ReadAll(left.Body); err != nil || strings.Contains(string(rest), "message") { // the session has one
		t.Errorf("the stream that was left ends with %v: %q", err, rest)
	}
	shelf.changeAgain()
	if got := event(t, taken.Body); !strings.Contains(got, "notifications/tools/list_changed") {
		t.Errorf("who listens is told %q", got)
	}
}

func TestAnEndedSessionHasEndedAtEveryServer(t *testing.T) {
	first, second := serveTwo(t, redistest.Start(t), mcp.Options{})
	header := first.open(t, "2025-11-25", user("owner"))
	stream := first.request(t, http.MethodGet, "", header)
	event(t, stream.Body)
	if got := second.request(t, http.MethodDelete, "", header).StatusCode; got != http.StatusNoContent {
		t.Fatalf("DELETE: status %d", got)
	}
	if _, err := io.Copy(io.Discard, stream.Body); err != nil {
		t.Errorf("its stream ends with %v", err)
	}
	eventually(t, "it is unknown", func() bool { return first.statusOf(t, header) == http.StatusNotFound })
	if got := second.statusOf(t, header); got != http.StatusNotFound {
		t.Errorf("where it was ended: status %d", got)
	}
}

func TestASessionOfNobodyBecomesThatOfWhoSignsInAtAnyServer(t *testing.T) {
	first, second := serveTwo(t, redistest.Start(t), mcp.Options{})
	header := first.open(t, "2025-11-25", user(""))
	for _, c := range []struct {
		at   *served
		user string
		want int
	}{
		{first, "", 200}, {second, "", 200}, {second, "owner", 200}, {first, "thief", 404}, {first, "owner", 200}, {first, "", 404},
		{second, "thief", 404}, {second, "owner", 200},
	} {
		header.Set("X-User", c.user)
		if got := c.at.statusOf(t, header); got != c.want {
			t.Errorf("called by %q: status %d, want %d", c.user, got, c.want)
		}
	}
}

func TestACancellationReachesTheServerThatMakesTheCall(t *testing.T) {
	for name, body := range map[string]string{"plain": find, "through the SDK": strings.Replace(bySDK, `"id":8`, `"id":7`, 1)} {
		t.Run(name, func(t *testing.T) {
			shelf := newShelf()
			begun, cancelled := make(chan struct{}), make(chan struct{})
			shelf.called = func(ctx context.Context, _ string, _ []byte) {
				close(begun)
				<-ctx.Done()
				close(cancelled)
			}
			first, second := serveTwo(t, redistest.Start(t), mcp.Options{Backend: shelf})
			header := first.open(t, "2025-11-25", user("owner"))
			answered := make(chan struct{})
			go func() {
				defer close(answered)
				_, _ = io.Copy(io.Discard, first.request(t, http.MethodPost, body, header).Body) // whatever it is
			}()
			wait(t, begun)
			const cancel = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`
			if got := second.request(t, http.MethodPost, cancel, header).StatusCode; got != http.StatusAccepted {
				t.Errorf("the cancellation: status %d", got)
			}
			wait(t, cancelled)
			wait(t, answered)
		})
	}
}

// The bounds are those of all servers together, as are the reasons for a refusal.
func TestSessionsAreBoundedAtAllServersTogether(t *testing.T) {
	redis := redistest.Start(t)
	first, second := serveTwo(t, redis, mcp.Options{MaxSessions: 5, MaxSessionsOfCaller: 2})
	var owned []http.Header
	for _, at := range []*served{first, second, first} {
		owned = append(owned, at.open(t, "2025-11-25", user("owner")))
	}
	for i, want := range []int{404, 200, 200} {
		eventually(t, "the oldest session has made room at both", func() bool {
			return first.statusOf(t, owned[i]) == want && second.statusOf(t, owned[i]) == want
		})
	}
	for _, header := range owned[1:] {
		event(t, second.request(t, http.MethodGet, "", header).Body)
	}
	refused := func(at *served, name, why string) bool {
		return strings.Contains(read(t, at.request(t, http.MethodPost, openSession, user(name))), why)
	}
	const full = `"code":-32000,"message":"you already have 2 sessions in use; end one first"`
	eventually(t, "sessions with streams are in use", func() bool { return refused(first, "owner", full) && refused(second, "owner", full) })
	for _, name := range []string{"a", "b", "c"} {
		first.open(t, "2025-11-25", user(name))
	}
	if !refused(second, "late", `"code":-32000,"message":"no more sessions can be opened now; try again later"`) {
		t.Error("a sixth session is opened")
	}
}

func TestSessionsWithoutRedisAreSharedWhenItIsBack(t *testing.T) {
	redis := redistest.Start(t)
	first, second := serveTwo(t, redis, mcp.Options{})
	redis.Stop()
	header := first.open(t, "2025-11-25", user("owner"))
	for range 2 {
		if got := first.statusOf(t, header); got != http.StatusOK {
			t.Errorf("while Redis is away: status %d", got)
		}
	}
	if got := second.statusOf(t, header); got != http.StatusNotFound {
		t.Errorf("elsewhere: status %d", got)
	}
	redis.Restart()
	eventually(t, "the session goes on elsewhere", func() bool {
		if got := first.statusOf(t, header); got != http.StatusOK {
			t.Fatalf("where it was opened: status %d", got)
		}
		return second.statusOf(t, header) == http.StatusOK
	})
}

func TestWhatIsNoSessionIsNotLookedFor(t *testing.T) {
	redis := redistest.Start(t)
	first, _ := serveTwo(t, redis, mcp.Options{})
	before := redis.Commands("evalsha") + redis.Commands("eval")
	for _, id := range []string{"x", strings.Repeat("a", 26), strings.Repeat("A", 27), "AAAAAAAAAAAAAAAAAAAAAAAAA{"} {
		if got := first.statusOf(t, http.Header{"Mcp-Session-Id": {id}}); got != http.StatusNotFound {
			t.Errorf("%s: status %d", id, got)
		}
	}
	if after := redis.Commands("evalsha") + redis.Commands("eval"); after != before {
		t.Errorf("Redis was asked %d times", after-before)
	}
}
