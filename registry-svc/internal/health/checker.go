// Package health checks the health of registered instances.
package health

import (
	"context"
	"log/slog"
	"net"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/mtls"
)

// parallel is how many instances are checked at once, and parallelPerHost how many of one host.
const (
	parallel        = 32
	parallelPerHost = 8
)

// missedRounds is after how many rounds that a registry misses another one that shares its store checks in its place.
const missedRounds = 2

// suspectsPerHost is how many extra checks, between two rounds, instances of one host may get. Without it, anybody
// could make the registry connect to addresses by registering again and again. Further checks wait for the next round.
const suspectsPerHost = 64

// Options are the dependencies of a Checker. Every field but TLS is required.
type Options struct {
	Registry *registrations.Registry
	// Interval is the time between two rounds of checks.
	Interval time.Duration
	// Timeout bounds one check.
	Timeout time.Duration
	// TLS is how instances prove that they are of the service that they registered as; nil asks in plain text.
	TLS    *mtls.Source
	Clock  clock.Clock
	Logger *slog.Logger
}

// Checker checks every instance in rounds, and at once those that the registry suspects.
type Checker struct {
	Options

	mu    sync.Mutex
	extra map[string]int // since the last round, by host
}

// New returns a Checker.
func New(options Options) *Checker { return &Checker{Options: options, extra: map[string]int{}} }

// Run checks until ctx ends. A slow round does not delay the checks of suspects.
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
			c.beginRound()
			if leads, err := c.Registry.Leads(ctx, missedRounds*c.Interval); err != nil || !leads {
				continue // another registry checks, or the database that they share is away
			}
			c.check(ctx, func(*registrations.Registration) bool { return true })
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
			c.check(ctx, func(r *registrations.Registration) bool { return suspects[r.LeaseID] && c.allowExtra(r) })
		}
	}
}

func (c *Checker) beginRound() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.extra)
}

// allowExtra reports whether an instance may be checked between two rounds, and counts the check.
func (c *Checker) allowExtra(r *registrations.Registration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	host := hostOf(r)
	c.extra[host]++
	return c.extra[host] <= suspectsPerHost
}

func hostOf(r *registrations.Registration) string {
	host, _, _ := net.SplitHostPort(r.Instance.Address) // what is not an address counts as its own host
	return host
}

// check checks the instances that are wanted and whose leases have been renewed, and reports the results to the registry.
func (c *Checker) check(ctx context.Context, wanted func(*registrations.Registration) bool) {
	renewed, err := c.Registry.Renewed(ctx)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		c.Logger.ErrorContext(ctx, "failed to list the instances to check", "error", err)
		return
	}
	var (
		mu    sync.Mutex
		found = map[string]registrations.Health{}
		ill   = map[string]error{}
		why   = map[string]string{}
		group errgroup.Group
		hosts = map[string]chan struct{}{}
	)
	group.SetLimit(parallel)
	for _, registration := range renewed {
		if !wanted(registration) {
			continue
		}
		host := hostOf(registration)
		if hosts[host] == nil {
			hosts[host] = make(chan struct{}, parallelPerHost)
		}
		room := hosts[host]
		group.Go(func() error {
			room <- struct{}{}
			defer func() { <-room }()
			health, err := c.ask(ctx, registration.Instance)
			mu.Lock()
			defer mu.Unlock()
			found[registration.LeaseID] = health
			if health != registrations.Serving {
				ill[registration.LeaseID], why[registration.LeaseID] = err, reason(health, err)
			}
			return nil
		})
	}
	_ = group.Wait() // each failure is a result
	if ctx.Err() != nil {
		return // a check that was cut short proves nothing
	}
	if err := c.Registry.Observe(ctx, found, why); err != nil {
		c.Logger.ErrorContext(ctx, "failed to record the results of health checks", "error", err)
	}
	c.report(ctx, found, ill)
}

// report logs the instances that are not healthy. It leaves out those that have deregistered meanwhile, because they
// stopped. An instance that itself reports that it does not serve is draining, or waits for something that its own log
// explains.
func (c *Checker) report(ctx context.Context, found map[string]registrations.Health, ill map[string]error) {
	if len(ill) == 0 {
		return
	}
	left, err := c.Registry.Registrations(ctx)
	if err != nil {
		c.Logger.ErrorContext(ctx, "failed to list the instances that failed their health checks", "error", err)
		return
	}
	for _, r := range left {
		if _, isIll := ill[r.LeaseID]; !isIll {
			continue
		}
		log := c.Logger.With("registrant", r.Instance.Service, "instance", r.Instance.ID, "address", r.Instance.Address)
		if found[r.LeaseID] == registrations.NotServing {
			log.InfoContext(ctx, "instance reports that it accepts no calls", "found", ill[r.LeaseID])
		} else {
			log.WarnContext(ctx, "instance failed its health check", "error", ill[r.LeaseID])
		}
	}
}
