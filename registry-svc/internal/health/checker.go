// Package health asks the registered instances whether they serve.
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
)

// parallel is how many instances are asked at the same time, and parallelPerHost how many of one host.
const (
	parallel        = 32
	parallelPerHost = 8
)

// suspectsPerHost is how often between two rounds instances of one host are asked out of turn, so that nobody has the
// registry knock at doors by registering again and again; what is over it waits for the round.
const suspectsPerHost = 64

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
type Checker struct {
	Options

	mu      sync.Mutex
	doubled map[string]int // checks out of turn since the last round, by host
}

// New makes a checker.
func New(options Options) *Checker { return &Checker{Options: options, doubled: map[string]int{}} }

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
			c.beginRound()
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
			c.check(ctx, func(r registrations.Registration) bool { return suspects[r.LeaseID] && c.mayDouble(r) })
		}
	}
}

func (c *Checker) beginRound() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.doubled)
}

// mayDouble reports whether an instance may be asked out of turn, and counts it.
func (c *Checker) mayDouble(r registrations.Registration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	host := hostOf(r)
	c.doubled[host]++
	return c.doubled[host] <= suspectsPerHost
}

func hostOf(r registrations.Registration) string {
	host, _, _ := net.SplitHostPort(r.Instance.Address) // what is no address is a host of its own
	return host
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
		ill   = map[string]error{}
		group errgroup.Group
		hosts = map[string]chan struct{}{}
	)
	group.SetLimit(parallel)
	for _, registration := range all {
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
			health, err := ask(ctx, registration.Instance.Address, c.Timeout)
			mu.Lock()
			defer mu.Unlock()
			found[registration.LeaseID] = health
			if health != registrations.Serving {
				ill[registration.LeaseID] = err
			}
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
	c.report(ctx, found, ill)
}

// report tells of the instances that are ill. Those that have deregistered meanwhile are not: they stopped. One that says
// itself that it does not serve is draining, or waits for something that its own log tells of.
func (c *Checker) report(ctx context.Context, found map[string]registrations.Health, ill map[string]error) {
	if len(ill) == 0 {
		return
	}
	left, err := c.Registry.Registrations(ctx)
	if err != nil {
		c.Logger.ErrorContext(ctx, "the instances that failed their checks cannot be listed", "error", err)
		return
	}
	for _, r := range left {
		if _, isIll := ill[r.LeaseID]; !isIll {
			continue
		}
		log := c.Logger.With("registrant", r.Instance.Service, "instance", r.Instance.ID, "address", r.Instance.Address)
		if found[r.LeaseID] == registrations.NotServing {
			log.InfoContext(ctx, "an instance says that it takes no calls", "found", ill[r.LeaseID])
		} else {
			log.WarnContext(ctx, "an instance failed its health check", "error", ill[r.LeaseID])
		}
	}
}
