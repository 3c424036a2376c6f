// Package clients makes the calls of a benchmark in a process of its own, so that their processor time is not mistaken for that of
// the program that answers them. They speak HTTP/1.1 over plain connections and do next to nothing with an answer.
package clients

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Order is what the clients are to do: repeat a request for some time.
type Order struct {
	Request  Request
	InFlight int // callers, each with a connection of its own
	For      time.Duration
}

// Result is what came of an order.
type Result struct {
	Calls    int64 // that were answered as they should be, which is all of them
	Took     time.Duration
	P50, P99 time.Duration
}

// Request is an HTTP request and the answer that it must get.
type Request struct {
	Address string // host:port
	Method  string
	Path    string
	Header  [][2]string
	Body    string // with Number in the place of a number of ten digits, which is another each time; may be empty
	// Length is that of each answer's body in bytes, 0 for any; Holds is part of it, and Lacks, unless it is empty, is not.
	Length       int
	Holds, Lacks string
}

// Number is in the place of a request's number.
const Number = "1000000000"

// Clients is the process that makes the calls. One goroutine at a time uses it.
type Clients struct {
	orders  *json.Encoder
	answers *json.Decoder
	process *exec.Cmd
	input   io.Closer
}

// Start starts the process, whose program calls Serve.
func Start(process *exec.Cmd) (*Clients, error) {
	in, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := process.Start(); err != nil {
		return nil, err
	}
	return &Clients{orders: json.NewEncoder(in), answers: json.NewDecoder(bufio.NewReader(out)), process: process, input: in}, nil
}

// PID is the process.
func (c *Clients) PID() int { return c.process.Process.Pid }

// Stop ends the process.
func (c *Clients) Stop() error { return errors.Join(c.input.Close(), c.process.Wait()) }

// answer is what the process says: that its callers are connected, and then what came of the order.
type answer struct {
	Result Result
	Failed string
}

// Run has the clients connect and make a call each, calls ready, and then has them do the rest of what is ordered.
func (c *Clients) Run(order Order, ready func() error) (Result, error) {
	if err := c.orders.Encode(order); err != nil {
		return Result{}, err
	}
	if _, err := c.said(); err != nil {
		return Result{}, err
	}
	if err := ready(); err != nil {
		return Result{}, err
	}
	if err := c.orders.Encode(true); err != nil {
		return Result{}, err
	}
	return c.said()
}

func (c *Clients) said() (Result, error) {
	var a answer
	if err := c.answers.Decode(&a); err != nil {
		return Result{}, fmt.Errorf("the clients' process: %w", err)
	}
	if a.Failed != "" {
		return Result{}, errors.New(a.Failed)
	}
	return a.Result, nil
}

// Serve does what is ordered on in, says so on out, and returns at the end of in.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	orders, answers := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var order Order
		switch err := orders.Decode(&order); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		callers, err := connect(ctx, order)
		if err := answers.Encode(answer{Failed: text(err)}); err != nil {
			return err
		}
		if err != nil {
			continue
		}
		var begin bool
		if err := orders.Decode(&begin); err != nil {
			return err
		}
		result, err := run(ctx, callers, order.For)
		if err := answers.Encode(answer{Result: result, Failed: text(err)}); err != nil {
			return err
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// connect returns callers that have been answered once.
func connect(ctx context.Context, order Order) (callers []*caller, err error) {
	defer func() {
		if err != nil {
			closeAll(callers)
		}
	}()
	for i := range order.InFlight {
		c, err := dial(ctx, order, i)
		if err != nil {
			return callers, err
		}
		callers = append(callers, c)
		if err := c.call(); err != nil {
			return callers, err
		}
	}
	return callers, nil
}

func closeAll(callers []*caller) {
	for _, c := range callers {
		_ = c.conn.Close() // nothing is lost
	}
}

// run has all callers call for some time. The first error ends it.
func run(ctx context.Context, callers []*caller, d time.Duration) (Result, error) {
	defer closeAll(callers)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var ended atomic.Bool
	var busy sync.WaitGroup
	took := make([][]time.Duration, len(callers))
	began := time.Now()
	for i, c := range callers {
		busy.Go(func() {
			for at := time.Now(); !ended.Load(); {
				if err := c.call(); err != nil {
					cancel(err)
					return
				}
				now := time.Now()
				took[i] = append(took[i], now.Sub(at))
				at = now
			}
		})
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	ended.Store(true)
	busy.Wait()
	r := Result{Took: time.Since(began)}
	all := slices.Concat(took...)
	if err := context.Cause(ctx); err != nil {
		return Result{}, err
	}
	if len(all) == 0 {
		return Result{}, errors.New("there were no calls")
	}
	slices.Sort(all)
	r.Calls, r.P50, r.P99 = int64(len(all)), all[len(all)/2], all[len(all)*99/100]
	return r, nil
}

// valid returns an error unless an answer is the one that is expected.
func (r Request) valid(status int, body []byte) error {
	switch {
	case status/100 != 2:
	case r.Length > 0 && len(body) != r.Length:
	case !bytes.Contains(body, []byte(r.Holds)):
	case r.Lacks != "" && bytes.Contains(body, []byte(r.Lacks)):
	default:
		return nil
	}
	return fmt.Errorf("%s %s answers %d with %d bytes, of %d expected: %.300s", r.Method, r.Path, status, len(body), r.Length, body)
}
