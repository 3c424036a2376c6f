package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/services/kit"
)

// guards are what a gateway can do about a call besides making it, as its flags. Each is measured alone, and all that are not
// variants of another together.
func guards(folder string) ([]guard, error) {
	limits := filepath.Join(folder, "limits.yaml")
	found := []guard{{name: "rate limits", flags: []string{"--limits", limits}}}
	if program, err := exec.LookPath("redis-server"); err == nil {
		socket := filepath.Join(folder, "redis")
		redis := exec.Command(program, "--port", "0", "--unixsocket", socket, "--dir", folder, "--save", "")
		if err := redis.Start(); err != nil {
			return nil, err
		}
		found = append(found, guard{
			name: "rate limits in Redis", flags: []string{"--limits", limits},
			environ: []string{"SALAATFLOW_GATEWAY_REDIS_URL=unix://" + socket},
			variant: true, stop: func() error { return errors.Join(redis.Process.Kill(), ignored(redis.Wait())) },
		})
	}
	return found, os.WriteFile(limits, []byte(wideLimits), 0o600)
}

// ignored is for the end of a process that was killed.
func ignored(error) error { return nil }

// wideLimits are as many policies as apply to a call by default, and refuse nothing.
const wideLimits = `
requests: {quota: 1000000, window: 1s}
policies:
  - {name: user, by: [caller], callers: users, quota: 1000000, window: 1s}
  - {name: anonymous, by: [caller], callers: anonymous, quota: 1000000, window: 1s}
  - {name: tool, by: [caller, operation], quota: 1000000, window: 1s}
  - {name: chat, by: [caller], operations: [ChatService.Chat], quota: 1000000, window: 1s}
`

// guard is one of them.
type guard struct {
	name    string
	flags   []string
	environ []string     // secrets, which are no flags
	variant bool         // of another
	stop    func() error // nil if nothing was started for it
}

// mostPrice is how much processor time of a gateway its guards may take, together.
const mostPrice = 1.10

// measurePrice lists the user's tasks by tool call through gateways that are processes of their own, and compares their
// processor time: of one without guards, one for each guard, and one with all.
func measurePrice(ctx context.Context, e effort, p *running, client *http.Client) (figures []figure, err error) {
	folder, err := os.MkdirTemp("", "salaatflow-bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	guarded, err := guards(folder)
	if err != nil {
		return nil, err
	}
	contestants := []*priced{{name: "none"}}
	defer func() { err = errors.Join(err, stopAll(guarded, contestants)) }()
	all := &priced{name: "all together"}
	for _, g := range guarded {
		contestants = append(contestants, &priced{name: g.name, flags: g.flags, environ: g.environ})
		if !g.variant {
			all.environ = append(all.environ, g.environ...)
			all.flags, all.guards = append(all.flags, g.flags...), all.guards+1
		}
	}
	if all.guards > 1 {
		contestants = append(contestants, all)
	}
	for _, c := range contestants {
		if err := c.start(ctx, p.Registry().String(), client); err != nil {
			return nil, err
		}
	}
	for round := range e.rounds + 1 { // the first warms up
		for turn := range contestants {
			if err := contestants[(turn+round)%len(contestants)].measure(ctx, e.each, round > 0); err != nil {
				return nil, err
			}
		}
	}
	return prices(contestants), nil
}

// stopAll ends the gateways and what was started for guards.
func stopAll(guarded []guard, contestants []*priced) error {
	var failed []error
	for _, c := range contestants {
		if c.process != nil && c.process.Process != nil {
			failed = append(failed, c.process.Process.Kill(), ignored(c.process.Wait()))
		}
	}
	for _, g := range guarded {
		if g.stop != nil {
			failed = append(failed, g.stop())
		}
	}
	return errors.Join(failed...)
}

func prices(contestants []*priced) (figures []figure) {
	bare := contestants[0].cost()
	for _, c := range contestants[1:] {
		ratio := c.cost() / bare
		figures = append(figures, figure{
			what: "processor time of a gateway, tool call, " + c.name, target: fmt.Sprintf("≤ %.2f ×", mostPrice),
			measured: fmt.Sprintf("%.0f µs a call", c.cost()), against: fmt.Sprintf("without: %.0f µs", bare),
			ratio: fmt.Sprintf("%.3f", ratio), ok: ratio <= mostPrice,
		})
	}
	return figures
}

// priced is a gateway with some guards.
type priced struct {
	name    string
	flags   []string
	environ []string
	guards  int

	process *exec.Cmd
	load    load
	calls   int64
	cpu     time.Duration
}

// cost returns the processor time of a call in µs.
func (c *priced) cost() float64 { return float64(c.cpu.Microseconds()) / float64(c.calls) }

func (c *priced) start(ctx context.Context, registry string, client *http.Client) error {
	listener, err := loopback(ctx)
	if err != nil {
		return err
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	var log bytes.Buffer
	c.process = exec.CommandContext(ctx, program, append([]string{asGateway, "serve",
		"--registry", registry, "--http", address, "--ops-address", "", "--auth", "dev"}, c.flags...)...)
	c.process.Stderr = &log
	c.process.Env = append(os.Environ(), c.environ...)
	if err := c.process.Start(); err != nil {
		return err
	}
	request := exchange{
		client: client, method: http.MethodPost, url: "http://" + address + toolPath, header: asCaller(),
		body: func() []byte { return []byte("{}") },
	}
	for deadline := time.Now().Add(setupTimeout); ; {
		if err = request.expect(ctx, toolTasks); err == nil {
			c.load = load{name: c.name, call: request.do}
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the gateway with %v does not serve: %w\n%s", c.flags, err, log.String())
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (c *priced) measure(ctx context.Context, each time.Duration, counts bool) error {
	before, err := processorTimeOf(c.process.Process.Pid)
	if err != nil {
		return err
	}
	s, err := c.load.run(ctx, each)
	if err != nil {
		return err
	}
	after, err := processorTimeOf(c.process.Process.Pid)
	if counts {
		c.calls, c.cpu = c.calls+s.calls, c.cpu+after-before
	}
	return err
}

// processorTimeOf returns what a process has used. The kernel counts in hundredths of a second.
func processorTimeOf(pid int) (time.Duration, error) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, err
	}
	const user, system = 11, 12 // after the name, which is in brackets
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	var ticks int
	for _, field := range []int{user, system} {
		n, err := strconv.Atoi(fields[field])
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond, nil
}

// asGateway is the first argument of this program when it is to be a gateway.
const asGateway = "gateway"

// beGateway is the gateway's own program, if the arguments ask for it.
func beGateway() {
	if len(os.Args) < 2 || os.Args[1] != asGateway {
		return
	}
	os.Args = slices.Delete(os.Args, 1, 2)
	kit.Main(kit.Program[gateway.Config]{
		Name: "gateway", Default: gateway.DefaultConfig(),
		New: func(config gateway.Config) kit.Module { return gateway.Module(config, nil) },
	})
}
