// Package overrides holds what administrators have said about the tools of skills: in memory for resolution, and kept
// for ever in the store.
package overrides

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/salaatflow/platform/services/broadcast"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Options are what a Register is made of; every field is required.
type Options struct {
	Store skills.Store
	// Refresh is how often it is looked whether another instance has changed something.
	Refresh time.Duration
	Clock   clock.Clock
	Logger  *slog.Logger
}

// Register knows the overrides. It is safe for concurrent use after Load.
type Register struct {
	Options
	broadcast.Broadcaster
	current atomic.Pointer[List]

	loading  sync.Mutex
	revision int64
}

// New makes a register that knows nothing yet.
func New(options Options) *Register {
	r := &Register{Options: options}
	r.current.Store(NewList(nil))
	return r
}

// Current gives the overrides as they are known; never nil.
func (r *Register) Current() *List { return r.current.Load() }

// Load reads the overrides.
func (r *Register) Load(ctx context.Context) error {
	r.loading.Lock()
	defer r.loading.Unlock()
	revision, err := r.Store.Revision(ctx)
	if err != nil {
		return err
	}
	if revision == r.revision {
		return nil
	}
	all, err := r.Store.Overrides(ctx)
	if err != nil {
		return err
	}
	r.revision = revision // older than what was read, if anything
	r.current.Store(NewList(all))
	r.Publish()
	return nil
}

// Run looks for what other instances change, until ctx ends.
func (r *Register) Run(ctx context.Context) {
	ticker := r.Clock.NewTicker(r.Refresh)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.Chan():
		}
		r.refresh(ctx)
	}
}

// refresh loads what has changed. When that fails, what is known goes on to count, and Run tries again.
func (r *Register) refresh(ctx context.Context) {
	if err := r.Load(ctx); err != nil && ctx.Err() == nil {
		r.Logger.WarnContext(ctx, "overrides cannot be read; going on with those known", slog.Any("error", err))
	}
}

// Create keeps an override, which counts from then on.
func (r *Register) Create(ctx context.Context, o skills.Override) (skills.Override, error) {
	o.CreatedAt = r.Clock.Now()
	made, err := r.Store.Create(ctx, o)
	if err != nil {
		return skills.Override{}, fmt.Errorf("keep an override: %w", err)
	}
	r.Logger.InfoContext(ctx, "a tool was overridden", slog.String("skill", made.Skill), slog.String("tool", made.Tool),
		slog.String("action", string(made.Action)), slog.Int("by", int(made.CreatedBy)), slog.Int("override", int(made.ID)))
	r.refresh(ctx)
	return made, nil
}

// Revoke ends an override, which is kept all the same.
func (r *Register) Revoke(ctx context.Context, skill string, id, by int32, reason string) (skills.Override, error) {
	revoked, err := r.Store.Revoke(ctx, skill, id, by, r.Clock.Now(), reason)
	if err != nil {
		return skills.Override{}, fmt.Errorf("revoke an override: %w", err)
	}
	r.Logger.InfoContext(ctx, "an override was revoked", slog.String("skill", revoked.Skill),
		slog.String("tool", revoked.Tool), slog.Int("by", int(by)), slog.Int("override", int(id)))
	r.refresh(ctx)
	return revoked, nil
}
