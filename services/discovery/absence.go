package discovery

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/services/clock"
)

// How long the registry may be away before the log says so: since the start, and since it was last reached.
const (
	neverThere = 1500 * time.Millisecond
	notBack    = 10 * time.Second
)

// absence logs once that the registry has been away for a while, and once that it is back.
type absence struct {
	clock  clock.Clock
	logger *slog.Logger
	say    func() // that it is away

	mu    sync.Mutex
	timer clockwork.Timer // nil while the registry is there
	said  bool
}

func (w *Watcher) newAbsence(ctx context.Context) *absence {
	return &absence{clock: w.clock, logger: w.logger, say: func() {
		w.logger.WarnContext(ctx, "the registry cannot be reached; waiting for it, with what is known",
			"registry", w.registry, "tools", len(w.Current().Tools()))
	}}
}

// begins notes that the registry is away, which is logged after a while unless the absence ends before. It does nothing
// if the registry is away already.
func (a *absence) begins(after time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.timer != nil {
		return
	}
	a.timer = a.clock.AfterFunc(after, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.timer != nil {
			a.said = true
			a.say()
		}
	})
}

// ends notes that the registry is there.
func (a *absence) ends() {
	if a.stop() {
		a.logger.Info("the registry can be reached again")
	}
}

// stop logs nothing until the next absence, and reports whether this one was logged.
func (a *absence) stop() (said bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.timer != nil {
		a.timer.Stop()
	}
	said = a.said
	a.timer, a.said = nil, false
	return said
}
