package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// registerAll registers every service, eight at a time, and keeps the leases.
func (g *growth) registerAll(ctx context.Context, what string) ([]figure, error) {
	before, began := g.registry.processorTime(), time.Now()
	leasing, end := context.WithCancel(ctx)
	g.endLeases = end
	failed := make(chan error, 8)
	for part := range 8 {
		go func() {
			for i := part; i < len(g.services); i += 8 {
				if _, err := g.register(leasing, g.services[i], "one", g.addresses[i%len(g.addresses)]); err != nil {
					failed <- err
					return
				}
			}
			failed <- nil
		}()
	}
	var all error
	for range 8 {
		all = errors.Join(all, <-failed)
	}
	if all != nil {
		return nil, all
	}
	took, used := time.Since(began).Seconds(), g.registry.processorTime()-before
	each := used.Seconds() * 1e3 / float64(len(g.services))
	memory := g.registry.memory()
	return []figure{
		{
			what:   fmt.Sprintf("%s a service of %d tools, %d of them, the registry's processor time", what, grownTools, len(g.services)),
			target: fmt.Sprintf("≤ %.0f ms", mostGrownRegistration), measured: fmt.Sprintf("%.1f ms", each), ok: each <= mostGrownRegistration,
		},
		{
			what:   fmt.Sprintf("%s all %d services", what, len(g.services)),
			target: fmt.Sprintf("≤ %.0f s", mostGrownAgain), measured: fmt.Sprintf("%.1f s", took), ok: took <= mostGrownAgain,
		},
		memoryFigure("the registry then", memory),
	}, nil
}

// register registers an instance and renews its lease until ctx ends.
func (g *growth) register(ctx context.Context, service grownService, instance, address string) (leaseID string, err error) {
	lease, err := g.client.Register(ctx, service.offer(instance, address))
	if err != nil {
		return "", fmt.Errorf("register %s: %w", service.name, err)
	}
	stream, err := g.client.KeepAlive(ctx)
	if err != nil {
		return "", err
	}
	renew := func() error {
		if err := stream.Send(&registryv1.KeepAliveRequest{LeaseId: lease.GetLeaseId()}); err != nil {
			return err
		}
		_, err := stream.Recv()
		return err
	}
	if err := renew(); err != nil {
		return "", err
	}
	g.leases.Go(func() {
		ticker := time.NewTicker(lease.GetTtl().AsDuration() / 3)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if renew() != nil {
					return
				}
			}
		}
	})
	return lease.GetLeaseId(), nil
}

// registerAgain kills the registry and registers all services with the next one, which has only what it remembers.
func (g *growth) registerAgain(ctx context.Context) ([]figure, error) {
	g.endLeases()
	g.leases.Wait()
	if err := g.endSince(0, nil); err != nil {
		return nil, err
	}
	began := time.Now()
	if err := g.startRegistry(ctx); err != nil {
		return nil, err
	}
	started := time.Since(began)
	figures, err := g.registerAll(ctx, "register again")
	return append(figures, figure{
		what: "start of a registry that remembers them", target: "–", measured: fmt.Sprintf("%.1f s", started.Seconds()), ok: true,
	}), err
}
