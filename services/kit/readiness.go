package kit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/salaatflow/platform/services/backoff"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcserver"
)

// Readiness is what /readyz and gRPC health report: whether this instance can serve callers now. The constructor of a part
// that the service depends on takes it, and reports the state of that part. It is safe for concurrent use.
type Readiness struct {
	server *grpcserver.Server
	clock  clock.Clock
	logger *slog.Logger

	mu       sync.Mutex
	lacking  map[string]error // what is looked at -> what is wrong with it
	begun    bool             // it lacked something, and then nothing any more
	stopping bool
}

func newReadiness(server *grpcserver.Server, clock clock.Clock, logger *slog.Logger) *Readiness {
	return &Readiness{server: server, clock: clock, logger: logger, lacking: map[string]error{}}
}

// errStopping is what /readyz reports while the instance stops.
var errStopping = errors.New("the service is stopping")

// lacks records the error of something that the instance needs; nil means that it works. It reports whether that is a
// change.
func (r *Readiness) lacks(what string, err error) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.lacking[what]
	if err == nil {
		delete(r.lacking, what)
	} else {
		r.lacking[what] = err
	}
	r.begun = r.begun || before != nil && len(r.lacking) == 0
	r.server.SetNeed(what, err == nil)
	if !r.stopping {
		r.server.SetReady(len(r.lacking) == 0)
	}
	return (before == nil) != (err == nil)
}

// Met says that something the instance needs is there, and is not looked at again. It says nothing while that is lacking.
func (r *Readiness) Met(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lacking[what] == nil {
		r.server.SetNeed(what, true)
	}
}

// hasBegun reports whether the instance has been ready after its start.
func (r *Readiness) hasBegun() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.begun
}

// stop makes the instance not ready for good.
func (r *Readiness) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopping = true
	r.server.SetNotServing()
}

// err returns nil while the instance is ready, and otherwise everything that it lacks.
func (r *Readiness) err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopping {
		return errStopping
	}
	var all []error
	for _, what := range slices.Sorted(maps.Keys(r.lacking)) {
		all = append(all, fmt.Errorf("%s: %w", what, r.lacking[what]))
	}
	return errors.Join(all...)
}

// ServeHTTP answers /readyz.
func (r *Readiness) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	if err := r.err(); err != nil {
		http.Error(w, "not ready: "+err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// Follow checks something until ctx ends, with a pause between two checks. While ask returns an error, the instance is not
// ready. The first error is logged at the given level.
func (r *Readiness) Follow(ctx context.Context, what string, level slog.Level, pause time.Duration, ask func(context.Context) error) {
	for {
		err := ask(ctx)
		if ctx.Err() != nil {
			return
		}
		r.note(ctx, what, level, err)
		if !backoff.Wait(ctx, r.clock, pause) {
			return
		}
	}
}

// note records the error of something, or nil, and logs a change.
func (r *Readiness) note(ctx context.Context, what string, level slog.Level, err error) {
	switch changed := r.lacks(what, err); {
	case changed && err != nil:
		r.logger.Log(ctx, level, "not ready", "needs", what, "error", err)
	case changed:
		r.logger.InfoContext(ctx, "reachable again", "needs", what)
	}
}
