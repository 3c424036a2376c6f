package tasks

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/services/identity"
)

// Planner finds out when tasks remind that are linked to prayers. Any number may run at once, in any number of programs: they may ask
// twice, and store the same.
type Planner struct {
	Service *Service
	// Every is the time between two rounds, more than 0.
	Every time.Duration
}

// Run plans until ctx ends. It logs a failed round; the next round does its work.
func (p *Planner) Run(ctx context.Context) {
	ticker := p.Service.Clock.NewTicker(p.Every)
	defer ticker.Stop()
	for {
		if err := p.Round(ctx); err != nil && ctx.Err() == nil {
			p.Service.Log.ErrorContext(ctx, "failed to plan reminders", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.Chan():
		}
	}
}

// Round plans the tasks whose time to be planned has come, up to a number. It goes on with the next one when nobody can say of one.
func (p *Planner) Round(ctx context.Context) error {
	waiting, err := p.Service.Store.ToPlan(ctx, p.Service.now(), planBatch)
	if err != nil {
		return err
	}
	for _, task := range waiting {
		owner := p.Service.Locate(ctx, Owner{UserID: task.UserID, Zone: identity.Caller{}.Zone()})
		if _, err := p.Service.plan(ctx, owner, task); err != nil && !errors.Is(err, errNoPrayers) && ctx.Err() == nil {
			p.Service.Log.WarnContext(ctx, "failed to find out when a task reminds; trying again later",
				slog.Int("user_id", int(task.UserID)), slog.Int("task_id", int(task.ID)), slog.Any("error", err))
		}
	}
	return ctx.Err()
}
