// Package overrides holds administrators' overrides: in memory for resolution, and in the store for ever.
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

// Options configure a Register. Every field is required.
type Options struct {
	Store skills.Store
	// Refresh is how often the register checks whether another instance has changed something.
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

// New returns a Register that knows nothing yet.
func New(options Options) *Register {
	r := &Register{Options: options}
	r.current.Store(NewList(nil))
	return r
}

// Current returns the known overrides. It never returns nil.
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
	r.revision = revision // not newer than what was read
	r.current.Store(NewList(all))
	r.Publish()
	return nil
}

// Run watches for changes by other instances until ctx ends.
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

// refresh loads what has changed. If that fails, the known overrides still apply, and Run tries again.
func (r *Register) refresh(ctx context.Context) {
	if err := r.Load(ctx); err != nil && ctx.Err() == nil {
		r.Logger.WarnContext(ctx, "failed to read overrides; the known ones still apply", slog.Any("error", err))
	}
}

// Create stores an override, which applies from then on.
func (r *Register) Create(ctx context.Context, o skills.Override) (skills.Override, error) {
	o.CreatedAt = r.Clock.Now()
	made, err := r.Store.Create(ctx, o)
	if err != nil {
		return skills.Override{}, fmt.Errorf("store an override: %w", err)
	}
	r.Logger.InfoContext(ctx, "override created", slog.String("skill", made.Skill), slog.String("tool", made.Tool),
		slog.String("action", string(made.Action)), slog.Int("by", int(made.CreatedBy)), slog.Int("override", int(made.ID)))
	r.refresh(ctx)
	return made, nil
}

// Revoke ends an override. The override remains stored.
func (r *Register) Revoke(ctx context.Context, skill string, id, by int32, reason string) (skills.Override, error) {
	revoked, err := r.Store.Revoke(ctx, skill, id, by, r.Clock.Now(), reason)
	if err != nil {
		return skills.Override{}, fmt.Errorf("revoke an override: %w", err)
	}
	r.Logger.InfoContext(ctx, "override revoked", slog.String("skill", revoked.Skill),
		slog.String("tool", revoked.Tool), slog.Int("by", int(by)), slog.Int("override", int(id)))
	r.refresh(ctx)
	return revoked, nil
}
