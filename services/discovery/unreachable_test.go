package discovery_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
)

// lines are what is logged, one value each.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
	new chan struct{}
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() { l.new <- struct{}{} }()
	return l.all.Write(p)
}

// A registry that is not there is said within two seconds, with its address.
func TestARegistryThatCannotBeReachedIsSaid(t *testing.T) {
	conn, err := grpcclient.Dial("127.0.0.1:1", grpcclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	log, clock := &lines{new: make(chan struct{}, 16)}, clockwork.NewFakeClock()
	watcher := discovery.New(discovery.Options{Registry: conn, Clock: clock, Logger: slog.New(slog.NewTextHandler(log, nil))})
	if err := watcher.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := clock.BlockUntilContext(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	clock.Advance(2 * time.Second)
	<-log.new
	if err := watcher.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := log.all.String(); !strings.Contains(got, "level=WARN") || !strings.Contains(got, "registry=127.0.0.1:1") {
		t.Errorf("the log says %q", got)
	}
}
