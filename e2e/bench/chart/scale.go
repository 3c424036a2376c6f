package chart

import (
	"math"
	"slices"
)

// scale places the numbers of an axis.
type scale struct {
	log      bool
	from, to float64
	length   float64 // in pixels
	ticks    []float64
}

// newScale returns a scale that has all values, and ends at ticks.
func newScale(a Axis, values []float64, length float64) scale {
	s := scale{log: a.Log, length: length}
	least, most := slices.Min(values), slices.Max(values)
	if a.Log {
		s.ticks = logTicks(least, most)
	} else {
		s.ticks = linearTicks(most)
	}
	s.from, s.to = s.ticks[0], s.ticks[len(s.ticks)-1]
	return s
}

// scaleOf returns a scale that has all values, and these for ticks: what was measured, not what is between.
func scaleOf(a Axis, values []float64, length float64) scale {
	values = distinct(values)
	s := scale{log: a.Log, to: values[len(values)-1], length: length}
	if a.Log {
		s.from = values[0]
	}
	s.ticks = thinned(s, values)
	return s
}

// at returns how far along the axis a number is, in pixels.
func (s scale) at(v float64) float64 {
	if s.from == s.to { // there is one number
		return s.length / 2
	}
	if s.log {
		return s.length * math.Log(v/s.from) / math.Log(s.to/s.from)
	}
	return s.length * (v - s.from) / (s.to - s.from)
}

// linearTicks returns 0 and at most five round numbers, the last of which is not less than most.
func linearTicks(most float64) []float64 {
	if most == 0 {
		return []float64{0, 1}
	}
	const parts = 5
	exponent := math.Floor(math.Log10(most / parts))
	for ; ; exponent++ {
		for _, digit := range []float64{1, 2, 2.5, 5} {
			step := round(digit, exponent)
			if step*parts < most {
				continue
			}
			ticks := []float64{0}
			for n := 1.0; ticks[len(ticks)-1] < most; n++ {
				ticks = append(ticks, round(digit*n, exponent))
			}
			return ticks
		}
	}
}

// logTicks returns 1, 2 and 5 times powers of ten from below least to above most, and only the powers if those are many.
func logTicks(least, most float64) []float64 {
	const many = 7
	for _, digits := range [][]float64{{1, 2, 5}, {1}} {
		var all []float64
		for exponent := math.Floor(math.Log10(least)); len(all) < 2 || all[len(all)-1] < most; exponent++ {
			for _, digit := range digits {
				tick := round(digit, exponent)
				if len(all) > 0 && tick <= least { // one is enough below
					all = all[:0]
				}
				if len(all) < 2 || all[len(all)-1] < most {
					all = append(all, tick)
				}
			}
		}
		if len(all) <= many || len(digits) == 1 {
			return all
		}
	}
	return nil // not reached: one digit is the last choice
}

// round returns digit × 10^exponent without what binary fractions add.
func round(digit, exponent float64) float64 {
	if exponent < 0 {
		return math.Round(digit*10) / 10 / math.Pow(10, -exponent)
	}
	return digit * math.Pow(10, exponent)
}

// distinct returns each value once, in order.
func distinct(values []float64) []float64 {
	return slices.Compact(slices.Sorted(slices.Values(values)))
}

// thinned leaves out values whose labels would overlap those before.
func thinned(s scale, values []float64) (kept []float64) {
	const apart = 48 // pixels
	for _, v := range values {
		if len(kept) == 0 || s.at(v)-s.at(kept[len(kept)-1]) >= apart {
			kept = append(kept, v)
		}
	}
	return kept
}
