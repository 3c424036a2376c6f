package access

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/services/broadcast"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/setting"
)

// checkInterval is the least time between two checks of the file.
const checkInterval = time.Second

// MaxFileBytes is the largest policy file that is read.
const MaxFileBytes = 1 << 20

// Config locates the policy. It is embedded in the configuration of every program.
type Config struct {
	// File holds the rules; empty is none.
	File string `name:"policy" env:"SALAATFLOW_POLICY" placeholder:"FILE" type:"path" help:"Allow only calls for which every rule in this file holds; empty has no rules. It is read again when it changes, and a broken one changes nothing."`
}

// Options configure a Decider. Only Clock is required.
type Options struct {
	Clock clock.Clock
	// Logger is told when the file has changed; nil tells nobody.
	Logger *slog.Logger
	// Metrics counts reloads; nil counts nothing.
	Metrics prometheus.Registerer
}

// Open reads the policy file and follows its changes. It returns nil, which decides by the annotations alone, if no file is
// set. A file that cannot be read, or has a mistake, is an error; when it becomes so later, its last good rules stay.
func (c Config) Open(options Options) (*Decider, error) {
	if c.File == "" {
		return nil, nil
	}
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	f := &file{path: c.File, clock: options.Clock, logger: options.Logger, metrics: newMetrics(options.Metrics)}
	seen, err := stampOf(c.File)
	if err == nil {
		err = f.load()
	}
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--policy: %w", err))
	}
	f.seen = seen
	f.checked.Store(options.Clock.Now().UnixNano())
	return &Decider{rules: f, clock: options.Clock}, nil
}

// file is a policy file and its last good rules.
type file struct {
	path    string // "" never changes
	clock   clock.Clock
	logger  *slog.Logger
	metrics *metrics

	rules   atomic.Pointer[Rules]
	changes broadcast.Broadcaster // of rules
	checked atomic.Int64          // when the file was last checked, in nanoseconds

	problem atomic.Pointer[string] // why the file as it is now is not in force; nil if it is

	mu   sync.Mutex // held while reading again
	seen stamp
}

// stamp identifies one state of a file. The zero stamp is that of none.
type stamp struct {
	modified time.Time
	size     int64
}

func stampOf(path string) (stamp, error) {
	info, err := os.Stat(path) // follows a link, as settings are mounted
	if err != nil {
		return stamp{}, err // names the file
	}
	return stamp{info.ModTime(), info.Size()}, nil
}

// current returns the last good rules. The file is checked at most once a second.
func (f *file) current() *Rules {
	if f.path != "" {
		now, last := f.clock.Now().UnixNano(), f.checked.Load()
		if (now-last >= int64(checkInterval) || now < last) && f.checked.CompareAndSwap(last, now) {
			f.refresh()
		}
	}
	return f.rules.Load()
}

// refresh reads the file again if it has changed. A broken file changes nothing, and is reported once.
func (f *file) refresh() {
	f.mu.Lock()
	defer f.mu.Unlock()
	seen, err := stampOf(f.path)
	if seen == f.seen {
		return
	}
	f.seen = seen
	if err == nil {
		err = f.load()
	}
	f.metrics.reloaded(err)
	if err != nil {
		said := err.Error()
		f.problem.Store(&said)
		f.logger.Error("failed to read the changed policy; keeping the previous rules", slog.Any("error", err))
		return
	}
	f.changes.Publish()
	f.logger.Info("reloaded the policy", slog.String("file", f.path), slog.Any("rules", f.rules.Load().Names()))
}

func (f *file) load() error {
	content, err := os.Open(f.path)
	if err != nil {
		return err // names the file
	}
	defer content.Close() //nolint:errcheck // read only
	text, err := io.ReadAll(io.LimitReader(content, MaxFileBytes+1))
	if err != nil {
		return err // names the file
	}
	if len(text) > MaxFileBytes {
		return fmt.Errorf("%s is larger than %d bytes", f.path, MaxFileBytes)
	}
	rules, err := ReadRules(text)
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	rules.failed = f.metrics.failed
	f.rules.Store(rules)
	f.problem.Store(nil)
	return nil
}
