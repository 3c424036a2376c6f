package redislink_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/redislink"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// log is a log that may be read while it is written.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *log) count(what string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), what)
}

func eventually(t *testing.T, what string, yes func() bool) {
	t.Helper()
	deadline := time.After(30 * time.Second)
	for !yes() {
		select {
		case <-deadline:
			t.Fatalf("waited in vain until %s", what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func TestRedisMayGoAndComeBack(t *testing.T) {
	server := redistest.Start(t)
	server.Stop()
	var said log
	metrics := prometheus.NewRegistry()
	link, err := redislink.New(redislink.Options{
		Config: redislink.Config{URL: config.Secret(server.URL())}, Program: "test", Meanwhile: "each counts for itself",
		Logger: slog.New(slog.NewTextHandler(&said, nil)), Metrics: metrics,
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); link.Run(ctx) }()
	defer func() { cancel(); <-done }()

	const away = `msg="failed to reach Redis" meanwhile="each counts for itself"`
	eventually(t, "it is said that Redis is away", func() bool { return said.count(away) == 1 })
	if link.Client() != nil {
		t.Fatal("there is a client without a server")
	}
	for round := range 2 {
		server.Restart()
		eventually(t, "there is a client", func() bool { return link.Client() != nil })
		client := link.Client()
		if err := client.Do(ctx, client.B().Ping().Build()).Error(); err != nil {
			t.Fatal(err)
		}
		server.Stop()
		for range 3 { // many notice, one says it
			err = client.Do(ctx, client.B().Ping().Build()).Error()
			if err == nil {
				t.Fatal("a stopped server answers")
			}
			link.Failed(ctx, client, err)
		}
		eventually(t, "the client is given up", func() bool { return link.Client() == nil })
		if got := said.count(away); got != round+2 {
			t.Errorf("it is said %d times that Redis is away, want %d", got, round+2)
		}
	}
	if strings.Contains(said.text.String(), "unix://") {
		t.Errorf("the log shows the URL: %s", said.text.String())
	}
	if got, err := testutil.GatherAndCount(metrics, "salaatflow_redis_away", "salaatflow_redis_failures_total"); err != nil || got != 2 {
		t.Errorf("%d metrics, %v", got, err)
	}
}

func TestWhoeverGivesUpWaitingDoesNotGiveUpTheConnection(t *testing.T) {
	server := redistest.Start(t)
	link, err := redislink.New(redislink.Options{Config: redislink.Config{URL: config.Secret(server.URL())}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); link.Run(ctx) }()
	defer func() { cancel(); <-done }()
	eventually(t, "there is a client", func() bool { return link.Client() != nil })
	client := link.Client()
	gone, leave := context.WithCancel(ctx)
	leave()
	link.Failed(gone, client, context.Canceled)
	if link.Client() != client {
		t.Error("the connection is given up")
	}
}

func TestAWrongURLIsRefusedAndNotShown(t *testing.T) {
	for _, url := range []string{"127.0.0.1:6379", "redis://:s3cret@host:port/0", "http://s3cret", "redis://a:1?addr=b:2&x=s3cret"} {
		err := redislink.Config{URL: config.Secret(url)}.Validate()
		if err == nil || strings.Contains(err.Error(), "s3cret") || !strings.Contains(err.Error(), "--redis-url") {
			t.Errorf("%s: %v", url, err)
		}
	}
	if err := (redislink.Config{}).Validate(); err != nil {
		t.Errorf("no URL: %v", err)
	}
}
