package hadith

import (
	"cmp"
	"slices"
)

// Epoch is a time from a day on in which the library has a number of hadiths, those with the ids 1 to Size.
type Epoch struct {
	From Day
	Size int
}

// calendar says which hadith is a day's. Days go in cycles; in each, every hadith comes once, in an order of the cycle's
// own. When the library grows, the days before stay as they were, and those left of the running cycle take the new
// hadiths in. The first epoch reaches back without end. A calendar does not change once it is made.
type calendar struct{ parts []part }

// part is the days of an epoch.
type part struct {
	Epoch
	// rest is what the running cycle had still to show when the epoch began, in order; shown what it had shown before.
	// Both are empty when a cycle begins with the epoch.
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

// grow is the part of an epoch that follows the last one.
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

// remaining is the ids 1 to size that were not shown, in an order of the cycle's own.
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

// at is the id of a day's hadith; 0 when the library is empty.
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
	// A cycle does not begin with what the one before ended with.
	if index < 2 && p.Size > 2 && p.id(cycle, 0) == c.at(day-Day(index)-1) {
		index = 1 - index
	}
	return p.id(cycle, index)
}

func (p part) id(cycle, index int) int32 {
	return int32(permute(p.Size, cycleKey(p.cycle+cycle), index) + 1)
}

func cycleKey(cycle int) uint64 { return mix(uint64(cycle)) }
