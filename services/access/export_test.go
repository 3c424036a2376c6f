package access

import "github.com/salaatflow/platform/services/clock"

// Fixed returns a decider whose rules never change.
func Fixed(rules *Rules, clk clock.Clock) *Decider {
	f := &file{}
	f.rules.Store(rules)
	return &Decider{rules: f, clock: clk}
}
