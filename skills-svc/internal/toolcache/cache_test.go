package toolcache_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/redislink/redistest"
	"github.com/salaatflow/platform/skills-svc/internal/toolcache"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const eventTimeout = 20 * time.Second

// logbook is a log, line by line.
type logbook struct {
	mu    sync.Mutex
	lines []string
	wrote chan struct{}
}

func newLogbook() *logbook { return &logbook{wrote: make(chan struct{}, 1)} }

func (l *logbook) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, string(line))
	select {
	case l.wrote <- struct{}{}:
	default:
	}
	return len(line), nil
}

func (l *logbook) count(part string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.lines {
		if strings.Contains(line, part) {
			n++
		}
	}
	return n
}

// has waits until something was logged a number of times. Once more is an error.
func (l *logbook) has(t *testing.T, part string, times int) {
	t.Helper()
	timeout := time.After(eventTimeout)
	for l.count(part) < times {
		select {
		case <-l.wrote:
		case <-timeout:
			t.Fatalf("%q is logged %d times, want %d", part, l.count(part), times)
		}
	}
	if n := l.count(part); n > times {
		t.Errorf("%q is logged %d times, want %d", part, n, times)
	}
}

const away, back = "failed to reach Redis", "are cached in Redis"

// run runs a cache until the test ends.
func run(t *testing.T, options toolcache.Options) *toolcache.Cache {
	t.Helper()
	cache, err := toolcache.New(options)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { cache.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		running.Wait()
	})
	return cache
}

func in(server *redistest.Server) toolcache.Config {
	return toolcache.Config{URL: config.Secret(server.URL())}
}

func read(t *testing.T, cache *toolcache.Cache, tools ...string) string {
	t.Helper()
	found := cache.Read(t.Context(), tools)
	var b strings.Builder
	for _, tool := range tools {
		if value, ok := found[tool]; ok {
			fmt.Fprintf(&b, "%s=%s ", tool, value)
		}
	}
	return strings.TrimSpace(b.String())
}

// changed waits until the cache reports a change, and returns it.
func changed(t *testing.T, cache *toolcache.Cache) ([]string, bool) {
	t.Helper()
	select {
	case <-cache.Changed():
		return cache.Changes()
	case <-time.After(eventTimeout):
		t.Fatal("nothing is said to have changed")
		return nil, false
	}
}

func TestWhatOneInstanceWritesAnotherReads(t *testing.T) {
	server := redistest.Start(t)
	one, other := run(t, toolcache.Options{Config: in(server)}), run(t, toolcache.Options{Config: in(server)})
	if got := read(t, other, "sow", "reap"); got != "" {
		t.Fatalf("an empty cache has %s", got)
	}
	one.Write(t.Context(), map[string][]byte{"sow": []byte("first")})
	if tools, renewed := changed(t, other); len(tools) != 1 || tools[0] != "sow" || renewed {
		t.Errorf("the other hears of %v, %t", tools, renewed)
	}
	if got := read(t, other, "sow", "reap"); got != "sow=first" {
		t.Errorf("the other reads %s", got)
	}
	one.Write(t.Context(), map[string][]byte{"sow": []byte("second")})
	changed(t, other)
	if got := read(t, other, "sow"); got != "sow=second" {
		t.Errorf("after a change the other reads %s", got)
	}
	one.Write(t.Context(), map[string][]byte{"sow": []byte("second")})
	one.Write(t.Context(), nil)
	if n := server.Commands("set"); n != 2 {
		t.Errorf("what is there already is written again: %d writes", n)
	}
	if got := other.Figures(); got != (toolcache.Figures{Hits: 2, Misses: 3, State: toolcache.Redis}) {
		t.Errorf("figures are %+v", got)
	}
	if got := run(t, toolcache.Options{Config: in(server)}); read(t, got, "sow") != "sow=second" {
		t.Error("an instance that starts later does not read it")
	}
}

// The copy in the process is read without asking Redis again.
func TestWhatWasReadIsReadAgainInTheProcess(t *testing.T) {
	server := redistest.Start(t)
	cache := run(t, toolcache.Options{Config: in(server)})
	cache.Write(t.Context(), map[string][]byte{"sow": []byte("x")})
	changed(t, cache)
	read(t, cache, "sow")
	before := server.Commands("mget")
	for range 100 {
		if got := read(t, cache, "sow"); got != "sow=x" {
			t.Fatalf("read %q", got)
		}
	}
	if after := server.Commands("mget"); after != before {
		t.Errorf("Redis was asked %d times more", after-before)
	}
}

func TestWithoutRedisTheProcessCaches(t *testing.T) {
	cache := run(t, toolcache.Options{})
	cache.Write(t.Context(), map[string][]byte{"sow": []byte("x")})
	if got := read(t, cache, "sow", "reap"); got != "sow=x" {
		t.Errorf("read %s", got)
	}
	if got := cache.Figures(); got != (toolcache.Figures{Hits: 1, Misses: 1, State: toolcache.Process}) {
		t.Errorf("figures are %+v", got)
	}
}

func TestWhileRedisIsAwayTheProcessCachesAndSaysSoOnce(t *testing.T) {
	server := redistest.Start(t)
	log := newLogbook()
	reader := metric.NewManualReader()
	fake := clockwork.NewFakeClock()
	cache := run(t, toolcache.Options{
		Config: in(server), Clock: fake, Logger: slog.New(slog.NewTextHandler(log, nil)),
		MeterProvider: metric.NewMeterProvider(metric.WithReader(reader)),
	})
	cache.Write(t.Context(), map[string][]byte{"sow": []byte("before")})
	changed(t, cache)
	read(t, cache, "sow")

	server.Stop()
	for i := range 50 {
		if got := read(t, cache, "sow"); got != "sow=before" {
			t.Fatalf("while Redis is away, read %d gives %q", i, got)
		}
		cache.Write(t.Context(), map[string][]byte{"reap": []byte("meanwhile")})
	}
	if got := read(t, cache, "sow", "reap"); got != "sow=before reap=meanwhile" {
		t.Errorf("while Redis is away it reads %s", got)
	}
	if cache.Figures().State != toolcache.Away || gauge(t, reader, "tool_cache.away") != 1 {
		t.Errorf("it does not know that Redis is away: %+v", cache.Figures())
	}
	log.has(t, away, 1)

	server.Restart()
	for cache.Figures().State != toolcache.Redis {
		ctx, cancel := context.WithTimeout(t.Context(), eventTimeout)
		if err := fake.BlockUntilContext(ctx, 1); err != nil {
			t.Fatal("it does not look for Redis again")
		}
		cancel()
		fake.Advance(time.Minute)
		select {
		case <-cache.Changed():
			if _, renewed := cache.Changes(); !renewed {
				t.Error("it does not say that Redis is new")
			}
		case <-time.After(100 * time.Millisecond): // it tried in vain, and waits again
		}
	}
	cache.Write(t.Context(), map[string][]byte{"sow": []byte("after")})
	if got := read(t, run(t, toolcache.Options{Config: in(server)}), "sow"); got != "sow=after" {
		t.Errorf("another instance reads %q", got)
	}
	log.has(t, back, 2)
	log.has(t, away, 1)
	if gauge(t, reader, "tool_cache.away") != 0 {
		t.Error("the metric says that it is away still")
	}
}

func TestARedisThatIsNotThereAtTheStartIsFoundLater(t *testing.T) {
	server := redistest.Start(t)
	server.Stop()
	log := newLogbook()
	cache := run(t, toolcache.Options{Config: in(server), Clock: clock.System(), Logger: slog.New(slog.NewTextHandler(log, nil))})
	cache.Write(t.Context(), map[string][]byte{"sow": []byte("x")})
	if got := read(t, cache, "sow"); got != "sow=x" {
		t.Errorf("read %q", got)
	}
	server.Restart()
	if _, renewed := changed(t, cache); !renewed {
		t.Error("it does not say that Redis is new")
	}
	log.has(t, away, 1)
	log.has(t, back, 1)
}

func TestAnEmptiedRedisIsSaidToBeNew(t *testing.T) {
	server := redistest.Start(t)
	cache := run(t, toolcache.Options{Config: in(server)})
	cache.Write(t.Context(), map[string][]byte{"sow": []byte("x")})
	changed(t, cache)
	server.Do("FLUSHALL")
	if _, renewed := changed(t, cache); !renewed {
		t.Error("it does not")
	}
}

func TestAReaderWhoGivesUpDoesNotMakeRedisAway(t *testing.T) {
	server := redistest.Start(t)
	cache := run(t, toolcache.Options{Config: in(server)})
	read(t, cache, "sow")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	cache.Read(ctx, []string{"reap"})
	if got := cache.Figures(); got.State != toolcache.Redis || got.Errors != 0 {
		t.Errorf("figures are %+v", got)
	}
}

func TestTheURLIsCheckedByFlagAndNotShown(t *testing.T) {
	for _, wrong := range []string{"127.0.0.1:6379", "http://s3cret@x", "redis://:s3cret@x/y", "redis://x?addr=y:1"} {
		_, err := toolcache.New(toolcache.Options{Config: toolcache.Config{URL: config.Secret(wrong)}})
		if err == nil || !strings.Contains(err.Error(), "--redis-url:") || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

func gauge(t *testing.T, reader *metric.ManualReader, name string) int64 {
	t.Helper()
	var read metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &read); err != nil {
		t.Fatal(err)
	}
	for _, m := range read.ScopeMetrics[0].Metrics {
		if m.Name == name {
			return m.Data.(metricdata.Gauge[int64]).DataPoints[0].Value
		}
	}
	t.Fatalf("no metric is called %s", name)
	return 0
}
