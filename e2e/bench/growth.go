package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	registrysvc "github.com/salaatflow/platform/registry-svc"
)

// What is promised of a thousand services of fifty tools.
const (
	mostGrownRegistration = 3.0   // ms of processor time
	mostGrownAgain        = 5.0   // s
	mostGrownMemory       = 500.0 // MB, of the registry and of the gateway each
	mostGrownSeen         = 100.0 // ms
	mostGrownChange       = 2.0   // ms of processor time
	mostGrownIdle         = 3.0   // percent of a core
	mostGrownSlower       = 1.5   // times as long as without changes
)

// many is where the figures go.
const many section = "growth"

// measureGrowth measures the registry and the gateway, each a process of its own, with a thousand services of fifty tools: what
// they take, what a change takes, and what calls notice of it.
func measureGrowth(ctx context.Context, e effort) (figures []figure, err error) {
	services, changes, idle := 1000, 100, 15*time.Second
	if e.short {
		services, changes, idle = 20, 3, time.Second
	}
	programs, err := newProcesses()
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	g := &growth{processes: programs}
	defer func() {
		stop()
		g.leases.Wait()
		http.DefaultClient.CloseIdleConnections()
		err = errors.Join(err, g.stop())
	}()
	if err := g.begin(ctx, services); err != nil {
		return nil, err
	}
	for _, measure := range []func() ([]figure, error){
		func() ([]figure, error) { return g.registerAll(ctx, "register") },
		func() ([]figure, error) { return g.registerAgain(ctx) },
		func() ([]figure, error) { return g.startGateway(ctx) },
		func() ([]figure, error) { return g.stayIdle(ctx, idle) },
		func() ([]figure, error) { return g.change(ctx, changes) },
	} {
		measured, err := measure()
		if err != nil {
			return nil, fmt.Errorf("%w\n%.4000s", err, g.logs())
		}
		figures = append(figures, measured...)
	}
	return figures, nil
}

// growth is a registry with many services, and a gateway.
type growth struct {
	*processes
	services  []grownService
	addresses []string // at which the services are
	at        string   // the registry's address
	registry  *child
	gateway   *child
	url       string // the gateway's
	client    registryv1.RegistryServiceClient
	leases    sync.WaitGroup
	endLeases context.CancelFunc
}

func (g *growth) begin(ctx context.Context, services int) (err error) {
	for number := range services {
		g.services = append(g.services, newGrownService(number, grownTools))
	}
	if g.addresses, err = serveGrown(ctx, 32); err != nil {
		return err
	}
	if g.at, err = freeAddress(ctx); err != nil {
		return err
	}
	return g.startRegistry(ctx)
}

func (g *growth) startRegistry(ctx context.Context) error {
	const plenty = "1000000000"
	flags := []string{
		"--ops-address", "", "--listen-address", g.at, "--settling-time", "1s", "--definitions-file", filepath.Join(g.folder, "definitions"),
		"--platform-services", "",
	}
	for _, limit := range []string{
		"services", "instances", "definitions", "tools", "bytes", "services-per-host", "instances-per-host", "definitions-per-host",
		"tools-per-host", "bytes-per-host",
	} {
		flags = append(flags, "--max-"+limit, plenty)
	}
	var err error
	if g.registry, err = g.add(ctx, registrysvc.Name, nil, flags...); err != nil {
		return err
	}
	conn, err := plain(g.at)
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() })
	g.client = registryv1.NewRegistryServiceClient(conn)
	return patiently(ctx, func() error {
		_, err := g.client.Deregister(ctx, &registryv1.DeregisterRequest{LeaseId: "nobody has this"})
		return err
	})
}

// patiently tries for longer than retried: to read all that is remembered takes a registry a minute on a busy machine.
func patiently(ctx context.Context, do func() error) (err error) {
	for range 10 {
		if err = retried(ctx, do); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

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

func memoryFigure(what string, memory float64) figure {
	return figure{
		what: "memory of " + what, target: fmt.Sprintf("≤ %.0f MB", mostGrownMemory),
		measured: fmt.Sprintf("%.0f MB", memory), ok: memory <= mostGrownMemory,
	}
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

func (g *growth) startGateway(ctx context.Context) ([]figure, error) {
	address, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	g.url = "http://" + address
	began := time.Now()
	if g.gateway, err = g.add(ctx, asGateway, nil, "--ops-address", "", "--registry", g.at, "--http", address, "--auth", "dev",
		"--platform-services", "",
		"--required-tools", grownTool(0, 0), "--catalog-file", filepath.Join(g.folder, "catalogue")); err != nil {
		return nil, err
	}
	if err := patiently(ctx, func() error { return g.call(ctx, grownTool(0, 0)) }); err != nil {
		return nil, err
	}
	took := time.Since(began)
	return []figure{{
		what: "start of a gateway with all tools", target: "–", ok: true,
		measured: fmt.Sprintf("%.1f s, %.1f s of processor time", took.Seconds(), g.gateway.processorTime().Seconds()),
	}}, nil
}

func (g *growth) call(ctx context.Context, tool string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, g.url+"/api/v1/tools/"+tool, strings.NewReader(`{"field_0":"a"}`))
	if err != nil {
		return err
	}
	request.Header = asCaller()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", tool, response.Status)
	}
	var body bytes.Buffer
	_, err = body.ReadFrom(response.Body)
	return err
}

// stayIdle measures what both do while nothing changes, and what memory they take then.
func (g *growth) stayIdle(ctx context.Context, during time.Duration) ([]figure, error) {
	wait(ctx, during) // what the start leaves behind
	registry, gateway, began := g.registry.processorTime(), g.gateway.processorTime(), time.Now()
	wait(ctx, during)
	took := time.Since(began).Seconds()
	idle := func(what string, used time.Duration) figure {
		share := used.Seconds() / took * 100
		return figure{
			what: what + " while nothing changes", target: fmt.Sprintf("≤ %.0f %% of a core", mostGrownIdle),
			measured: fmt.Sprintf("%.1f %%", share), ok: share <= mostGrownIdle,
		}
	}
	return []figure{
		idle("the registry", g.registry.processorTime()-registry), idle("the gateway", g.gateway.processorTime()-gateway),
		memoryFigure("the registry with a gateway", g.registry.memory()), memoryFigure("the gateway", g.gateway.memory()),
	}, ctx.Err()
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// change measures calls without changes and while instances come and go, and how long it takes until the gateway knows a tool.
func (g *growth) change(ctx context.Context, changes int) ([]figure, error) {
	quiet, err := g.callsWhile(ctx, func() error { wait(ctx, time.Duration(changes)*100*time.Millisecond); return nil })
	if err != nil {
		return nil, err
	}
	registry, gateway := g.registry.processorTime(), g.gateway.processorTime()
	beside, err := g.callsWhile(ctx, func() error { return g.comeAndGo(ctx, changes) })
	if err != nil {
		return nil, err
	}
	of := func(used time.Duration) float64 { return used.Seconds() * 1e3 / float64(2*changes) }
	ofRegistry, ofGateway := of(g.registry.processorTime()-registry), of(g.gateway.processorTime()-gateway)
	ratio := beside.p99 / quiet.p99
	seen, newTool, err := g.newServices(ctx, min(changes, 20))
	if err != nil {
		return nil, err
	}
	p99 := seen[len(seen)*99/100]
	return []figure{
		{
			what:   "an instance that comes or goes, the registry's processor time, and the gateway's with 80 calls a second",
			target: fmt.Sprintf("≤ %.0f ms", mostGrownChange), measured: fmt.Sprintf("%.1f ms; %.1f ms", ofRegistry, ofGateway),
			ok: ofRegistry <= mostGrownChange,
		},
		{
			what: "calls while an instance comes or goes every 50 ms, p99", target: fmt.Sprintf("≤ %.1f ×", mostGrownSlower),
			measured: fmt.Sprintf("%.1f ms; p50 %.2f ms", beside.p99, beside.p50),
			against:  fmt.Sprintf("without changes: %.1f ms; p50 %.2f ms", quiet.p99, quiet.p50),
			ratio:    fmt.Sprintf("%.2f", ratio), ok: ratio <= mostGrownSlower,
		},
		{
			what: "from the registration of a new service until its tool can be called, p99", target: fmt.Sprintf("≤ %.0f ms", mostGrownSeen),
			measured: fmt.Sprintf("%.0f ms; p50 %.0f ms; the gateway's processor time %.1f ms", p99, seen[len(seen)/2], newTool),
			ok:       p99 <= mostGrownSeen,
		},
		memoryFigure("the registry after changes", g.registry.memory()), memoryFigure("the gateway after changes", g.gateway.memory()),
	}, nil
}

// comeAndGo lets instances of known services register and leave, something every 50 ms.
func (g *growth) comeAndGo(ctx context.Context, times int) error {
	for i := range times {
		leasing, end := context.WithCancel(ctx)
		service := g.services[1+i%(len(g.services)-1)]
		lease, err := g.register(leasing, service, "came-"+strconv.Itoa(i), g.addresses[(i+7)%len(g.addresses)])
		wait(ctx, 50*time.Millisecond)
		if err == nil {
			_, err = g.client.Deregister(ctx, &registryv1.DeregisterRequest{LeaseId: lease})
		}
		end()
		wait(ctx, 50*time.Millisecond)
		if err != nil {
			return err
		}
	}
	return nil
}

type latencies struct{ p50, p99 float64 } // ms

// callsWhile calls a tool every 12.5 ms until do has ended.
func (g *growth) callsWhile(ctx context.Context, do func() error) (latencies, error) {
	done := make(chan error, 1)
	go func() { done <- do() }()
	ticker := time.NewTicker(12500 * time.Microsecond)
	defer ticker.Stop()
	var took []float64
	for i := 0; ; i++ {
		select {
		case err := <-done:
			slices.Sort(took)
			if len(took) == 0 {
				took = []float64{0}
			}
			return latencies{took[len(took)/2], took[len(took)*99/100]}, err
		case <-ticker.C:
			began := time.Now()
			if err := g.call(ctx, grownTool(0, i%grownTools)); err != nil {
				return latencies{}, err
			}
			took = append(took, time.Since(began).Seconds()*1e3)
		}
	}
}

// newServices registers services of one tool, and returns how many milliseconds it took until each could be called, sorted, and how
// much of the gateway's processor time each took.
func (g *growth) newServices(ctx context.Context, services int) (seen []float64, each float64, err error) {
	before := g.gateway.processorTime()
	for i := range services {
		number := 9000 + i
		began := time.Now()
		if _, err := g.register(ctx, newGrownService(number, 1), "one", g.addresses[0]); err != nil {
			return nil, 0, err
		}
		for g.call(ctx, grownTool(number, 0)) != nil {
			if err := ctx.Err(); err != nil {
				return nil, 0, err
			}
			if time.Since(began) > setupTimeout {
				return nil, 0, fmt.Errorf("%s cannot be called %v after it registered", grownTool(number, 0), setupTimeout)
			}
			wait(ctx, 2*time.Millisecond)
		}
		seen = append(seen, time.Since(began).Seconds()*1e3)
	}
	slices.Sort(seen)
	return seen, (g.gateway.processorTime() - before).Seconds() * 1e3 / float64(services), nil
}

// processorTime returns what the process has taken of processors; 0 if it has ended.
func (c *child) processorTime() time.Duration {
	used, err := processorTimeOf(c.Process.Pid)
	if err != nil {
		return 0 // the next call of it fails
	}
	return used
}

// memory returns how many megabytes of the process are resident; 0 if it has ended.
func (c *child) memory() float64 {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.Process.Pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(content), "VmRSS:")
	kilobytes, _ := strconv.ParseFloat(strings.Fields(after)[0], 64)
	return kilobytes * 1024 / 1e6
}
