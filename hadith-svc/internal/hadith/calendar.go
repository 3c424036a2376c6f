package hadith

import (
	"cmp"
	"slices"
)

// Epoch is the time, from a day on, in which the library has a certain number of hadiths: those with the ids 1 to Size.
type Epoch struct {
	From Day
	Size int
}

// calendar determines the hadith of each day. Days go in cycles. In each cycle every hadith comes once, in the cycle's
// own order. When the library grows, earlier days stay as they were, and the rest of the running cycle takes the new
// hadiths in. The first epoch has no beginning. A calendar is immutable.
type calendar struct{ parts []part }

// part is the days of an epoch.
type part struct {
	Epoch
	// rest is what the running cycle had still to show when the epoch began, in order, and shown what it had shown. Both
	// are empty if a cycle begins with the epoch.
	rest, shown []int32
	// cycle is the number of the first cycle after rest.
	cycle int
}

func newCalendar(epochs []Epoch) calendar {
	var c calendar
	for i, epoch := range epochs {
		if i == 0 {
			c.parts = append(c.parts, part{Epoch: epoch})
			continue
		}
		c.parts = append(c.parts, c.grow(epoch))
	}
	return c
}

// grow returns the part of an epoch that follows the last one.
func (c calendar) grow(epoch Epoch) part {
	last := c.parts[len(c.parts)-1]
	passed := int(epoch.From - last.From)
	var shown []int32
	cycle := last.cycle
	first := epoch.From - Day(passed)
	if passed < len(last.rest) {
		shown = slices.Clone(last.shown)
	} else {
		inCycles := passed - len(last.rest)
		cycle += inCycles/last.Size + 1
		first = epoch.From - Day(inCycles%last.Size)
	}
	for day := first; day < epoch.From; day++ {
		shown = append(shown, c.at(day))
	}
	if len(shown) == 0 {
		return part{Epoch: epoch, cycle: max(cycle-1, 0)}
	}
	return part{Epoch: epoch, shown: shown, rest: remaining(epoch.Size, shown, cycle), cycle: cycle}
}

// remaining returns the ids 1 to size that were not shown, in the cycle's own order.
func remaining(size int, shown []int32, cycle int) []int32 {
	seen := make([]bool, size+1)
	for _, id := range shown {
		seen[id] = true
	}
	var rest []int32
	for id := range size {
		if !seen[id+1] {
			rest = append(rest, int32(id+1))
		}
	}
	key := func(id int32) uint64 { return mix(cycleKey(cycle) ^ mix(uint64(id))) }
	slices.SortFunc(rest, func(a, b int32) int { return cmp.Compare(key(a), key(b)) })
	return rest
}

// at returns the id of a day's hadith, or 0 if the library is empty.
func (c calendar) at(day Day) int32 {
	if len(c.parts) == 0 {
		return 0
	}
	i := len(c.parts) - 1
	for i > 0 && c.parts[i].From > day {
		i--
	}
	p := c.parts[i]
	k := int(day - p.From)
	if k >= 0 && k < len(p.rest) {
		return p.rest[k]
	}
	k -= len(p.rest)
	cycle := floorDiv(k, p.Size)
	index := k - cycle*p.Size
	// A cycle does not begin with the hadith that ended the cycle before.
	if index < 2 && p.Size > 2 && p.id(cycle, 0) == c.at(day-Day(index)-1) {
		index = 1 - index
	}
	return p.id(cycle, index)
}

func (p part) id(cycle, index int) int32 {
	return int32(permute(p.Size, cycleKey(p.cycle+cycle), index) + 1)
}

func cycleKey(cycle int) uint64 { return mix(uint64(cycle)) }
