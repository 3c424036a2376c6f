package toolchoice

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Floor is how often the judge's order begins with the right tool, of the requests for which there is one.
type Floor struct {
	// All is of all requests, and ByLanguage of those in each.
	All        Places            `json:"all"`
	ByLanguage map[string]Places `json:"by_language"`
	// Confused are how often the judge put another tool first, by the right one and that one.
	Confused map[[2]string]int `json:"-"`
}

// Places counts at which place of an order the right tool stood.
type Places struct {
	Asked int `json:"asked"`
	First int `json:"first"`
	Three int `json:"among_three"`
}

func (p Places) with(place int) Places {
	p.Asked++
	if place == 0 {
		p.First++
	}
	if place >= 0 && place < 3 {
		p.Three++
	}
	return p
}

// MeasureFloor asks the judge all requests.
func MeasureFloor(judge *Judge, requests []Request) Floor {
	floor := Floor{ByLanguage: map[string]Places{}, Confused: map[[2]string]int{}}
	for _, one := range requests {
		if one.Tool == "" {
			continue // the judge always finds something, so there is nothing to be right in
		}
		order := judge.Order(one.Text)
		place := slices.Index(order, one.Tool)
		floor.All = floor.All.with(place)
		floor.ByLanguage[one.Language] = floor.ByLanguage[one.Language].with(place)
		if place != 0 {
			floor.Confused[[2]string{one.Tool, cmp.Or(append(order, nothing)[0], nothing)}]++
		}
	}
	return floor
}

// nothing stands for no tool in tables.
const nothing = "none"

// leastConfused is how often two tools are to be confused to stand in the table.
const leastConfused = 3

// Markdown returns the tables of docs/benchmarks.md.
func (f Floor) Markdown() string {
	var b strings.Builder
	b.WriteString("| | requests | first | among the first three |\n|---|---|---|---|\n")
	row := func(name string, p Places) {
		fmt.Fprintf(&b, "| %s | %d | %s | %s |\n", name, p.Asked, share(p.First, p.Asked), share(p.Three, p.Asked))
	}
	row("all", f.All)
	for _, language := range languages {
		if places, asked := f.ByLanguage[language]; asked {
			row(languageNames[language], places)
		}
	}
	fmt.Fprintf(&b, "\nWhat is found first in the place of the right one, %d times or more:\n\n", leastConfused)
	b.WriteString("| right | found first | times |\n|---|---|---|\n")
	for _, pair := range f.pairs() {
		if times := f.Confused[pair]; times >= leastConfused {
			fmt.Fprintf(&b, "| `%s` | %s | %d |\n", pair[0], quoted(pair[1]), times)
		}
	}
	return b.String()
}

// pairs returns the tools that were confused, those first that were most often.
func (f Floor) pairs() [][2]string {
	return slices.SortedFunc(maps.Keys(f.Confused), func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(f.Confused[b], f.Confused[a]), slices.Compare(a[:], b[:]))
	})
}

func quoted(tool string) string {
	if tool == nothing {
		return tool
	}
	return "`" + tool + "`"
}

// share says how many of all these are, in percent with its interval of 95 % by Wilson: what the share of all that people may ask is
// likely to be between.
func share(count, all int) string {
	if all == 0 {
		return "–"
	}
	const z = 1.96
	n, p := float64(all), float64(count)/float64(all)
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	around := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return fmt.Sprintf("%.0f %% (%.0f–%.0f)", 100*p, 100*(middle-around), 100*(middle+around))
}
