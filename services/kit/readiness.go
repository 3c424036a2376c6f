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

// Readiness is what /readyz and gRPC health say: whether callers are well served by this instance now. A part of the
// service that it cannot do without has its constructor ask for it, and follows what is true of that part. It is safe for
// concurrent use.
type Readiness struct {
	server *grpcserver.Server
	clock  clock.Clock
	logger *slog.Logger

	mu       sync.Mutex
	lacking  map[string]error // what is looked at -> what is wrong with it
	stopping bool
}

func newReadiness(server *grpcserver.Server, clock clock.Clock, logger *slog.Logger) *Readiness {
	return &Readiness{server: server, clock: clock, logger: logger, lacking: map[string]error{}}
}

// errStopping is what /readyz says of an instance that ends.
var errStopping = errors.New("the service is stopping")

// lacks says what is wrong with one of the things that the instance needs; nil says that nothing is. It reports whether
// that is new.
func (r *Readiness) lacks(what string, err error) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.lacking[what]
	if err == nil {
		delete(r.lacking, what)
	} else {
		r.lacking[what] = err
	}
	if !r.stopping {
		r.server.SetReady(len(r.lacking) == 0)
	}
	return (before == nil) != (err == nil)
}

// stop says from now on that the instance ends.
func (r *Readiness) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopping = true
	r.server.SetNotServing()
}

// err is nil while the instance is ready, and else says all that it lacks.
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

// Follow asks after something until ctx ends, with a pause between two answers: while ask returns an error, the instance
// is not ready because of it. When it begins to be lacking, the log says so at a level.
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

// note takes note of what is wrong with something, or that nothing is, and says it where that is new.
func (r *Readiness) note(ctx context.Context, what string, level slog.Level, err error) {
	switch changed := r.lacks(what, err); {
	case changed && err != nil:
		r.logger.Log(ctx, level, "not ready", "because_of", what, "error", err)
	case changed:
		r.logger.InfoContext(ctx, "ready again", "as_to", what)
	}
}
