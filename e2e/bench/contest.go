package main

import (
	"context"
	"fmt"
)

// contest holds the samples of loads that were measured in turns, by load and round. The first load is the baseline.
type contest struct {
	loads   []load
	samples [][]sample
}

// compete runs the loads in turns, in a different order in each round, after a warm-up round.
func compete(ctx context.Context, e effort, loads ...load) (contest, error) {
	c := contest{loads: loads, samples: make([][]sample, len(loads))}
	for _, l := range loads {
		if _, err := l.run(ctx, e.each/2); err != nil {
			return contest{}, err
		}
	}
	for round := range e.rounds {
		for turn := range loads {
			i := (turn + round) % len(loads)
			s, err := loads[i].profiled(ctx, e, round)
			if err != nil {
				return contest{}, err
			}
			c.samples[i] = append(c.samples[i], s)
		}
	}
	return c, nil
}

// figure compares a load with the baseline. The ratios are medians over the rounds: of the calls per second, and of the
// calls per second of processor time, on which other work on the machine has less effect.
func (c contest) figure(i int, what, against string, target float64) figure {
	var rates, costs []float64
	for round, s := range c.samples[i] {
		baseline := c.samples[0][round]
		rates = append(rates, s.rate()/baseline.rate())
		costs = append(costs, baseline.cost()/s.cost())
	}
	return figure{
		what: what, target: fmt.Sprintf("≥ %.3g × as many calls", target),
		measured: c.rate(i), against: against + ": " + c.rate(0),
		ratio: fmt.Sprintf("%.2f; by processor time %.2f", median(rates), median(costs)),
		ok:    median(rates) >= target,
	}
}

func (c contest) rate(i int) string {
	var rates, costs []float64
	for _, s := range c.samples[i] {
		rates, costs = append(rates, s.rate()), append(costs, s.cost())
	}
	return fmt.Sprintf("%.0f calls/s, %.0f µs CPU each", median(rates), median(costs))
}
