package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/services/identity"
)

// mostPrice is how much processor time of a gateway its guards may take, together.
const mostPrice = 1.10

// A turn is as long as an outbox takes for what it does by the clock, such as to flush and to send, so that its calls share that
// as they do in a gateway that is always busy. There are fewer of them: there are many gateways and two calls.
const priceTurn, priceRounds = time.Second, 11

// busyPace has gateways collect garbage as one does that is busy (services/gcpace). Left to themselves, these collect as idle ones do,
// which is eight times as often, since each waits for longer than it is called.
const busyPace = "GOGC=400"

// measurePrice lists the user's tasks and changes one, by tool call through gateways that are processes of their own, and
// compares their processor time: of one without guards, one for each guard, and one with all.
func measurePrice(ctx context.Context, e effort, p *running, client *http.Client) (figures []figure, err error) {
	folder, err := os.MkdirTemp("", "salaatflow-bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	guarded, err := guards(ctx, folder)
	contestants := []*priced{{name: "none"}}
	defer func() { err = errors.Join(err, stopAll(guarded, contestants)) }()
	if err != nil {
		return nil, err
	}
	contestants = append(contestants, &priced{name: "none, measured again"})
	all := &priced{name: "all together: sign-in, policy, limits, audit"}
	for _, g := range guarded {
		contestants = append(contestants, (&priced{name: g.name}).with(g))
		if !g.variant {
			all.with(g)
		}
	}
	contestants = append(contestants, all)
	for i, c := range contestants {
		c.environ = append(c.environ, busyPace)
		c.flags = append(c.flags, c.outbox(folder, i)...)
		if err := c.start(ctx, p, client); err != nil {
			return nil, err
		}
	}
	for round := range min(e.rounds, priceRounds) + 1 { // the first warms up
		for turn := range contestants {
			client.CloseIdleConnections() // a gateway closes those that were idle for long, while it was not its turn
			if err := contestants[(turn+round)%len(contestants)].measure(ctx, e.turn(), round > 0); err != nil {
				return nil, err
			}
		}
	}
	if e.profiles != "" {
		for _, c := range []*priced{contestants[0], all} {
			if err := c.profile(ctx, e); err != nil {
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
		if c.process != nil {
			failed = append(failed, c.process.kill())
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
	for i, call := range pricedCalls {
		bare := contestants[0].loads[i].cost()
		for _, c := range contestants[1:] {
			cost := c.loads[i].cost()
			figures = append(figures, figure{
				what: "processor time of a gateway, " + call.what + ", " + c.name, target: fmt.Sprintf("≤ %.2f ×", mostPrice),
				measured: fmt.Sprintf("%.0f µs and %.1f KiB allocated a call", cost, c.loads[i].kibibytes()),
				against:  fmt.Sprintf("without: %.0f µs and %.1f KiB", bare, contestants[0].loads[i].kibibytes()),
				ratio:    fmt.Sprintf("%.3f", cost/bare), ok: cost/bare <= mostPrice,
			})
		}
	}
	return figures
}

// pricedCalls are the tool calls that guards are measured with.
var pricedCalls = []struct {
	what, tool string
	arguments  func(n int64) []byte
}{
	{"a tool call that lists 20 tasks", toolnames.ListTasks, func(int64) []byte { return []byte("{}") }},
	{"a tool call that changes a task", toolnames.UpdateTask, func(n int64) []byte {
		return fmt.Appendf(nil, `{"task_id": 1, "title": "Read Surah al-Kahf, from verse %d"}`, n)
	}},
}

// priced is a gateway with some guards.
type priced struct {
	name    string
	flags   []string
	environ []string
	token   string // of the caller; empty in development
	records bool   // for the audit
	folder  string // of the records

	process *child
	inside  inside
	changes atomic.Int64
	loads   []*pricedLoad
}

// pricedLoad is what one kind of call took.
type pricedLoad struct {
	load
	calls     int64
	cpu       time.Duration
	allocated float64
}

// cost returns the processor time of a call in µs.
func (l *pricedLoad) cost() float64 { return float64(l.cpu.Microseconds()) / float64(l.calls) }

// kibibytes returns how much memory is allocated for a call.
func (l *pricedLoad) kibibytes() float64 { return l.allocated / float64(l.calls) / (1 << 10) }

// with adds a guard, and returns the gateway.
func (c *priced) with(g guard) *priced {
	c.flags, c.environ = append(c.flags, g.flags...), append(c.environ, g.environ...)
	c.records = c.records || g.records
	c.token += g.token
	return c
}

// outbox returns the flags of an outbox of its own, if the gateway records.
func (c *priced) outbox(folder string, i int) []string {
	if !c.records {
		return nil
	}
	c.folder = filepath.Join(folder, "outbox-"+strconv.Itoa(i))
	return []string{"--audit-outbox", c.folder}
}

// settled returns when audit-svc has what was recorded: to send it is the gateway's own doing.
func (c *priced) settled(ctx context.Context) error {
	if !c.records {
		return nil
	}
	return shipped(ctx, c.folder)
}

func (c *priced) start(ctx context.Context, p *running, client *http.Client) error {
	address, err := freeAddress(ctx)
	if err != nil {
		return err
	}
	ops, err := freeAddress(ctx)
	if err != nil {
		return err
	}
	c.inside = inside{client, ops}
	arguments := []string{"--registry", p.Registry().String(), "--credential-file", p.CredentialFile(), "--http", address,
		"--ops-address", ops, "--pprof"}
	header := asCaller()
	if c.token != "" {
		header.Del("X-User-Id")
		header.Set("Authorization", "Bearer "+c.token)
	} else {
		arguments = append(arguments, "--auth", "dev")
	}
	if c.process, err = startChild(ctx, asGateway, c.environ, append(arguments, c.flags...)...); err != nil {
		return err
	}
	if err := c.prepare(ctx, p, client, "http://"+address, header); err != nil {
		return fmt.Errorf("the gateway with %v does not serve: %w\n%s", c.flags, err, c.process.log.String())
	}
	return nil
}

// turn is how long a gateway is called before it is the next one's turn.
func (e effort) turn() time.Duration {
	if e.short {
		return e.each
	}
	return priceTurn
}

// prepare waits until the gateway serves, makes sure that its caller has tasks, and that calls are answered as they should be.
func (c *priced) prepare(ctx context.Context, p *running, client *http.Client, url string, header http.Header) error {
	for _, call := range pricedCalls {
		request := exchange{
			client: client, method: http.MethodPost, url: url + "/api/v1/tools/" + call.tool, header: header,
			body:  func() []byte { return call.arguments(c.changes.Add(1)) },
			valid: func(answer []byte) bool { return bytes.Contains(answer, []byte(`"success":true`)) },
		}
		c.loads = append(c.loads, &pricedLoad{load: load{name: c.name, call: request.do, settle: c.settled}})
	}
	list := exchange{client: client, method: http.MethodPost, url: url + toolPath, header: header, body: func() []byte { return []byte("{}") }}
	var answer bytes.Buffer
	if err := retried(ctx, func() error { _, err := list.receive(ctx, &answer); return err }); err != nil {
		return err
	}
	if len(toolTasks(answer.Bytes())) == 0 { // whoever signs in the first time has none
		if err := p.giveTasks(ctx, client, url, header); err != nil {
			return err
		}
	}
	if _, err := list.receive(ctx, &answer); err != nil {
		return err
	}
	if listed := len(toolTasks(answer.Bytes())); listed != tasksListed {
		return fmt.Errorf("it lists %d tasks, not %d", listed, tasksListed)
	}
	return c.loads[1].call(ctx)
}

// retried does what fails while a gateway starts until it succeeds.
func retried(ctx context.Context, do func() error) error {
	for deadline := time.Now().Add(setupTimeout); ; {
		err := do()
		if err == nil || time.Now().After(deadline) {
			return err
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// giveTasks makes tasks of the user whom the gateway takes the caller for.
func (r *running) giveTasks(ctx context.Context, client *http.Client, url string, header http.Header) error {
	var answer bytes.Buffer
	who := exchange{client: client, method: http.MethodGet, url: url + "/api/v1/users/me", header: header}
	if _, err := who.receive(ctx, &answer); err != nil {
		return err
	}
	var user struct{ ID int32 }
	if err := json.Unmarshal(answer.Bytes(), &user); err != nil {
		return err
	}
	ctx = identity.NewContext(ctx, identity.Caller{UserID: user.ID, Role: identity.RoleUser})
	return addTasks(ctx, tasksv1.NewTaskServiceClient(r.tasks))
}

func (c *priced) measure(ctx context.Context, each time.Duration, counts bool) error {
	for _, l := range c.loads {
		allocated, err := c.inside.allocated(ctx)
		if err != nil {
			return err
		}
		before, err := processorTimeOf(c.process.Process.Pid)
		if err != nil {
			return err
		}
		s, err := l.run(ctx, each)
		if err != nil {
			return err
		}
		after, err := processorTimeOf(c.process.Process.Pid)
		if err != nil {
			return err
		}
		allocatedSince, err := c.inside.allocated(ctx)
		if err != nil {
			return err
		}
		if counts {
			l.calls, l.cpu, l.allocated = l.calls+s.calls, l.cpu+after-before, l.allocated+allocatedSince-allocated
		}
	}
	return nil
}

// profile writes profiles of the gateway while it serves each kind of call.
func (c *priced) profile(ctx context.Context, e effort) error {
	seconds := 30
	if e.short {
		seconds = 1
	}
	for i, l := range c.loads {
		name, _, _ := strings.Cut(c.name, ":")
		if err := c.inside.profiled(ctx, l, seconds, e.profiles, strings.ReplaceAll(name, " ", "-")+"-"+pricedCalls[i].tool); err != nil {
			return err
		}
	}
	return nil
}
