package main

import (
	"context"
	"fmt"
	"time"

	"github.com/salaatflow/platform/e2e/bench/clients"
)

// lane is a call that is repeated, and the program that answers it, whose processor time alone is measured.
type lane struct {
	name    string
	program *child
	request clients.Request
}

// turnTaken is what came of a lane in one turn.
type turnTaken struct {
	clients.Result
	cpu     time.Duration // of the program
	clients time.Duration // of the process that called it
}

// cost returns the program's processor time of a call in µs.
func (t turnTaken) cost() float64 { return micros(t.cpu, t.Calls) }

func micros(d time.Duration, calls int64) float64 {
	return float64(d.Nanoseconds()) / 1e3 / float64(calls)
}

// take has the clients make the lane's calls for a while.
func (l lane) take(c *clients.Clients, inFlight int, d time.Duration) (t turnTaken, err error) {
	var before [2]time.Duration
	used := func() (both [2]time.Duration, err error) {
		if both[0], err = processorTimeOf(l.program.Process.Pid); err != nil {
			return both, err
		}
		both[1], err = processorTimeOf(c.PID())
		return both, err
	}
	t.Result, err = c.Run(clients.Order{Request: l.request, InFlight: inFlight, For: d}, func() (err error) {
		before, err = used()
		return err
	})
	if err != nil {
		return t, fmt.Errorf("%s, %d in flight: %w", l.name, inFlight, err)
	}
	after, err := used()
	t.cpu, t.clients = after[0]-before[0], after[1]-before[1]
	return t, err
}

// outcome is what lanes took: by name and calls in flight, a turn for each round.
type outcome map[string]map[int][]turnTaken

// takeTurns has the lanes take turns: in each round all of them, with each number of calls in flight, and in another order than before.
func takeTurns(ctx context.Context, c *clients.Clients, lanes []lane, inFlight []int, rounds int, each time.Duration) (outcome, error) {
	o := outcome{}
	for round := range rounds {
		for turn := range len(lanes) * len(inFlight) {
			l := lanes[(turn+round)%len(lanes)]
			n := inFlight[turn/len(lanes)]
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			taken, err := l.take(c, n, each)
			if err != nil {
				return nil, err
			}
			if o[l.name] == nil {
				o[l.name] = map[int][]turnTaken{}
			}
			o[l.name][n] = append(o[l.name][n], taken)
		}
	}
	return o, nil
}

// median returns the median of the rounds.
func (o outcome) median(name string, inFlight int, of func(turnTaken) float64) float64 {
	var all []float64
	for _, t := range o[name][inFlight] {
		all = append(all, of(t))
	}
	return median(all)
}

// ratio returns how many times as much processor time the other takes for a call, the median of the rounds.
func (o outcome) ratio(name, other string, inFlight int) float64 {
	var all []float64
	for i, t := range o[name][inFlight] {
		all = append(all, o[other][inFlight][i].cost()/t.cost())
	}
	return median(all)
}

// busiestClients returns the lane whose calls took the clients the largest part of what these cores have, and that part.
func (o outcome) busiestClients(cores int) (name string, part float64) {
	for lane, numbers := range o {
		for _, turns := range numbers {
			var parts []float64
			for _, t := range turns {
				parts = append(parts, t.clients.Seconds()/t.Took.Seconds()/float64(cores))
			}
			if p := median(parts); p > part || p == part && lane < name {
				name, part = lane, p
			}
		}
	}
	return name, part
}
