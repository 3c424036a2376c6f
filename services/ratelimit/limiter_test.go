package ratelimit_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/ratelimit"
	"github.com/salaatflow/platform/services/redislink"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

func parse(t *testing.T, text string) *ratelimit.Fixed {
	t.Helper()
	policies, err := ratelimit.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return (*ratelimit.Fixed)(policies)
}

const some = `
requests: {quota: 6, window: 60s}
policies:
  - {name: all, by: [caller], quota: 60, window: 1h, burst: 4}
  - {name: writes, by: [caller], access: write, quota: 60, window: 1h, burst: 2}
  - {name: strangers, by: [address], callers: anonymous, quota: 60, window: 1h, burst: 1}
  - {name: chat, by: [everyone], operations: [ChatService.Chat], quota: 60, window: 1h, burst: 1}
`

// answer makes a call and returns the headers of its answer.
func answer(l *ratelimit.Limiter, call ratelimit.Call) (header http.Header, refused string) {
	ctx, report := ratelimit.NewContext(context.Background())
	status := http.StatusOK
	if err := l.Take(ctx, call); err != nil {
		status, refused = err.HTTPStatus(), err.Message
	}
	header = http.Header{}
	report.SetHeaders(header, status)
	return header, refused
}

func TestAnAnswerSaysWhatIsLeft(t *testing.T) {
	metrics := prometheus.NewRegistry()
	clock := clockwork.NewFakeClock()
	l := ratelimit.New(ratelimit.Options{Source: parse(t, some), Clock: clock, Metrics: metrics})
	for i, want := range []struct {
		call                      ratelimit.Call
		policies, left, retry, of string
	}{
		{ratelimit.Call{UserID: 1, Operation: toolnames.ListTasks}, `"all";q=60;w=3600`, `"all";r=3;t=60`, "", ""},
		{ratelimit.Call{UserID: 1, Write: true}, `"all";q=60;w=3600, "writes";q=60;w=3600`, `"all";r=2;t=120`, "", ""},
		{ratelimit.Call{UserID: 1, Write: true}, `"all";q=60;w=3600, "writes";q=60;w=3600`, `"writes";r=0;t=120`, "", ""},
		{ratelimit.Call{UserID: 1, Write: true}, `"all";q=60;w=3600, "writes";q=60;w=3600`, `"writes";r=0;t=120`, "60", "writes allows 60 in 1h"},
		{ratelimit.Call{UserID: 1}, `"all";q=60;w=3600`, `"all";r=0;t=240`, "", ""},
		{ratelimit.Call{UserID: 2, Operation: "ChatService.Chat"}, `"all";q=60;w=3600, "chat";q=60;w=3600`, `"chat";r=0;t=60`, "", ""},
		{ratelimit.Call{UserID: 3, Operation: "ChatService.Chat"}, `"all";q=60;w=3600, "chat";q=60;w=3600`, `"chat";r=0;t=60`, "60",
			"chat allows"},
	} {
		header, refused := answer(l, want.call)
		if header.Get("RateLimit-Policy") != want.policies || header.Get("RateLimit") != want.left || header.Get("Retry-After") != want.retry ||
			(refused == "") != (want.of == "") || !strings.Contains(refused, want.of) {
			t.Errorf("%d: %v, %q", i, header, refused)
		}
	}
	if _, refused := answer(l, ratelimit.Call{UserID: 1, Write: true}); !strings.HasSuffix(refused, "try again in 60 seconds") {
		t.Errorf("it is said: %q", refused)
	}
	const want = `
# HELP salaatflow_rate_limit_decisions_total Calls counted by a rate limit, by policy and by whether they were allowed.
# TYPE salaatflow_rate_limit_decisions_total counter
salaatflow_rate_limit_decisions_total{decision="allowed",policy="all"} 5
salaatflow_rate_limit_decisions_total{decision="allowed",policy="chat"} 1
salaatflow_rate_limit_decisions_total{decision="allowed",policy="writes"} 2
salaatflow_rate_limit_decisions_total{decision="refused",policy="all"} 1
salaatflow_rate_limit_decisions_total{decision="refused",policy="chat"} 1
salaatflow_rate_limit_decisions_total{decision="refused",policy="writes"} 1
`
	if err := testutil.GatherAndCompare(metrics, strings.NewReader(want)); err != nil {
		t.Error(err)
	}
	if header, refused := answer(nil, ratelimit.Call{}); len(header) > 0 || refused != "" {
		t.Errorf("without limits: %v, %q", header, refused)
	}
}

func TestRequestsAreCountedBeforeItIsKnownWhoCalls(t *testing.T) {
	l := ratelimit.New(ratelimit.Options{Source: parse(t, some), Clock: clockwork.NewFakeClock()})
	near, far := netip.MustParsePrefix("192.0.2.1/32"), netip.MustParsePrefix("192.0.2.2/32")
	for i := range 7 {
		if refused := l.Enter(t.Context(), near); (refused != nil) != (i == 6) {
			t.Errorf("request %d: %v", i, refused)
		}
	}
	if refused := l.Enter(t.Context(), far); refused != nil {
		t.Errorf("another network: %v", refused)
	}
	if refused := ratelimit.New(ratelimit.Options{Source: parse(t, "policies: []")}).Enter(t.Context(), near); refused != nil {
		t.Errorf("without a bound: %v", refused)
	}
}

// Two gateways count together; while Redis is away each counts for itself, and afterwards they count together again.
func TestGatewaysCountTogetherWhileRedisIsThere(t *testing.T) {
	server := redistest.Start(t)
	var limiters []*ratelimit.Limiter
	var links []*redislink.Link
	for range 2 {
		link, err := redislink.New(redislink.Options{Config: redislink.Config{URL: config.Secret(server.URL())}})
		if err != nil {
			t.Fatal(err)
		}
		run(t, link)
		await(t, link, true)
		links = append(links, link)
		limiters = append(limiters, ratelimit.New(ratelimit.Options{Source: parse(t, some), Link: link}))
	}
	allowed := func(user int32) (n int) {
		for i := range 12 {
			if limiters[i%2].Take(t.Context(), ratelimit.Call{UserID: user}) == nil {
				n++
			}
		}
		return n
	}
	if got := allowed(1); got != 4 {
		t.Errorf("together %d calls are allowed, want 4", got)
	}
	server.Stop()
	if got := allowed(2); got != 8 {
		t.Errorf("without Redis %d calls are allowed, want 4 at each", got)
	}
	for _, link := range links {
		if link.Client() != nil {
			t.Error("the loss was not noticed")
		}
	}
	server.Restart()
	for _, link := range links {
		await(t, link, true)
	}
	if got := allowed(3); got != 4 {
		t.Errorf("together again %d calls are allowed, want 4", got)
	}
	if server.Commands("evalsha") == 0 || server.Commands("eval") > 2 {
		t.Errorf("%d times by digest, %d times with the text", server.Commands("evalsha"), server.Commands("eval"))
	}
}

// A Redis that answers and refuses, as one that is full or read-only, stops nobody either.
func TestWhatRedisRefusesIsCountedInTheProcess(t *testing.T) {
	server := redistest.Start(t)
	link, err := redislink.New(redislink.Options{Config: redislink.Config{URL: config.Secret(server.URL())}})
	if err != nil {
		t.Fatal(err)
	}
	run(t, link)
	await(t, link, true)
	var log bytes.Buffer
	l := ratelimit.New(ratelimit.Options{Source: parse(t, some), Link: link, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	if got := server.Do("CONFIG SET maxmemory 1"); got != "+OK" {
		t.Fatal(got)
	}
	n := 0
	for range 10 {
		if l.Take(t.Context(), ratelimit.Call{UserID: 1}) == nil {
			n++
		}
	}
	if n != 4 || strings.Count(log.String(), "\n") != 1 || link.Client() == nil {
		t.Errorf("%d calls are allowed, want 4; the log says %s", n, log.String())
	}
}

// run keeps a link connected until the test ends.
func run(t *testing.T, link *redislink.Link) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); link.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
}

func await(t *testing.T, link *redislink.Link, connected bool) {
	t.Helper()
	deadline := time.After(30 * time.Second)
	for (link.Client() != nil) != connected {
		select {
		case <-deadline:
			t.Fatal("the link did not change")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func TestAFileIsReadAgainAndABrokenOneKeepsTheLastGoodOne(t *testing.T) {
	name := filepath.Join(t.TempDir(), "limits.yaml")
	write := func(text string, modified int64) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, time.Time{}, time.Unix(modified, 0)); err != nil {
			t.Fatal(err)
		}
	}
	var log bytes.Buffer
	clock := clockwork.NewFakeClock()
	const policy = "policies: [{name: p, by: [caller], quota: QUOTA, window: 60s}]"
	write(strings.Replace(policy, "QUOTA", "1", 1), 1)
	source, err := ratelimit.Open(name, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct {
		text      string // empty removes the file
		quota     int
		log       string
		unchanged bool
	}{
		{text: strings.Replace(policy, "QUOTA", "22", 1), quota: 22, log: "reloaded the limits"},
		{text: strings.Replace(policy, "QUOTA", "-3", 1), quota: 22, log: "quota: must be from 1"},
		{unchanged: true, quota: 22},
		{text: "", quota: 22, log: "no such file"},
		{unchanged: true, quota: 22},
		{text: strings.Replace(policy, "QUOTA", "4444", 1), quota: 4444, log: "reloaded the limits"},
	} {
		log.Reset()
		switch {
		case step.unchanged:
		case step.text == "":
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		default:
			write(step.text, int64(10+i))
		}
		clock.Advance(time.Second)
		if got := source.Current(clock.Now()).Calls[0].Quota; got != step.quota {
			t.Errorf("step %d: the quota is %d, want %d", i, got, step.quota)
		}
		lines := strings.Count(log.String(), "\n")
		if step.log == "" && lines != 0 || step.log != "" && (lines != 1 || !strings.Contains(log.String(), step.log)) {
			t.Errorf("step %d: the log says %q", i, log.String())
		}
	}
}

func TestWhereLimitsComeFrom(t *testing.T) {
	now, logger := time.Now(), slog.New(slog.DiscardHandler)
	if source, err := ratelimit.Open(ratelimit.Off, logger); source != nil || err != nil {
		t.Errorf("off: %v, %v", source, err)
	}
	source, err := ratelimit.Open(ratelimit.BuiltIn, logger)
	if err != nil || len(source.Current(now).Calls) == 0 || source.Current(now).Requests == nil {
		t.Errorf("built in: %v, %v", source, err)
	}
	for name, want := range map[string]string{
		"/nowhere/limits.yaml": "no such file", t.TempDir(): "is not a file", "/dev/zero": "is not a file",
	} {
		_, err := ratelimit.Open(name, logger)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
