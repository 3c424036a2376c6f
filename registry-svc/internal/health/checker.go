// Package health asks the registered instances whether they serve.
package health

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/clock"
)

// parallel is how many instances are asked at the same time.
const parallel = 64

// Options are what a Checker needs; every field is required.
type Options struct {
	Registry *registrations.Registry
	// Interval is how often every instance is asked.
	Interval time.Duration
	// Timeout is how long it may take to answer.
	Timeout time.Duration
	Clock   clock.Clock
	Logger  *slog.Logger
}

// Checker asks every instance in turn, and at once those that the registry suspects.
type Checker struct{ Options }

// New makes a checker.
func New(options Options) *Checker { return &Checker{options} }

// Run checks until ctx ends. A round that takes long does not hold up the checks of suspects.
func (c *Checker) Run(ctx context.Context) {
	var group sync.WaitGroup
	group.Go(func() { c.checkAll(ctx) })
	group.Go(func() { c.checkSuspects(ctx) })
	group.Wait()
}

func (c *Checker) checkAll(ctx context.Context) {
	ticker := c.Clock.NewTicker(c.Interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.Chan():
			c.check(ctx, func(registrations.Registration) bool { return true })
		}
	}
}

func (c *Checker) checkSuspects(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.Registry.Suspects():
			suspects := map[string]bool{}
			for _, lease := range c.Registry.TakeSuspects() {
				suspects[lease] = true
			}
			c.check(ctx, func(r registrations.Registration) bool { return suspects[r.LeaseID] })
		}
	}
}

// check asks the instances that are wanted, and tells the registry what came of it.
func (c *Checker) check(ctx context.Context, wanted func(registrations.Registration) bool) {
	all, err := c.Registry.Registrations(ctx)
	if err != nil {
		c.Logger.ErrorContext(ctx, "the instances to check cannot be listed", "error", err)
		return
	}
	var (
		mu    sync.Mutex
		found = map[string]registrations.Health{}
		group errgroup.Group
	)
	group.SetLimit(parallel)
	for _, registration := range all {
		if !wanted(registration) {
			continue
		}
		group.Go(func() error {
			health, err := ask(ctx, registration.Instance.Address, c.Timeout)
			c.report(ctx, registration, health, err)
			mu.Lock()
			defer mu.Unlock()
			found[registration.LeaseID] = health
			return nil
		})
	}
	_ = group.Wait() // each failure is a finding
	if ctx.Err() != nil {
		return // what was cut short says nothing
	}
	if err := c.Registry.Observe(ctx, found); err != nil {
		c.Logger.ErrorContext(ctx, "what the checks found cannot be taken in", "error", err)
	}
}

func (c *Checker) report(ctx context.Context, r registrations.Registration, health registrations.Health, err error) {
	if health != registrations.Serving {
		c.Logger.WarnContext(ctx, "an instance failed its health check", "registrant", r.Instance.Service,
			"instance", r.Instance.ID, "address", r.Instance.Address, "found", health.String(), "error", err)
	}
}
