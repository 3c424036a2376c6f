// Command bench measures in one run what the platform promises about its speed, and writes the tables of
// docs/benchmarks.md. Everything runs on this machine, on loopback. What is besidePeers is measured in turns, so that
// other work on the machine affects both sides.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"
)

func main() {
	beChild()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var s settings
	flag.BoolVar(&s.quick, "quick", false, "measure each only for a moment, in about two minutes in all; writes nothing")
	flag.StringVar(&s.only, "only", "", "measure only `one` of "+strings.Join(names(), ", ")+", and write nothing")
	flag.BoolVar(&s.write, "write", false, "with -only: write its pictures, and its rows if they are not among others in a table")
	flag.BoolVar(&s.check, "check", false,
		"measure what has ratios, fail if one is more than 10 % worse than in the document, and write nothing")
	flag.StringVar(&s.document, "document", "docs/benchmarks.md", "the `file` whose tables are rewritten")
	flag.IntVar(&s.services, "services", 1000, "with -only growth: how `many` services of fifty tools")
	flag.StringVar(&s.profiles, "profiles", "", "write profiles of the loads to this `folder`")
	flag.Parse()
	if err := run(ctx, s, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// settings are the flags of a run.
type settings struct {
	quick    bool
	only     string // empty for everything
	write    bool
	check    bool
	document string
	services int    // of growth
	profiles string // empty for none
}

// effort is how long everything is measured. Rounds are short and many, because other work on the machine changes from
// one second to the next.
type effort struct {
	rounds   int           // of the loads that are besidePeers
	each     time.Duration // for one load in one round
	repeats  int           // of Go benchmarks that take nanoseconds
	short    bool          // without the million tasks, whose creation takes most of a minute
	services int           // of growth
	profiles string
}

func (s settings) effort() effort {
	if s.quick {
		return effort{rounds: 1, each: 100 * time.Millisecond, repeats: 1, short: true, services: s.services, profiles: s.profiles}
	}
	return effort{rounds: 41, each: 350 * time.Millisecond, repeats: 51, services: s.services, profiles: s.profiles}
}

// measurement is what is measured together.
type measurement struct {
	name    string
	section section // where its figures go
	measure func(context.Context, effort) ([]figure, error)
	checked bool // its ratios must not get worse
}

// measurements are what a run measures, in the order of the tables.
var measurements = []measurement{
	{"peers", besidePeers, onTestbed(measurePeers), true},
	{"curves", measured, onTestbed(measureCurves), false},
	{"names", measured, measureNames, false},
	{"audit", measured, measureAudit, false},
	{"price", measured, withPlatform(measurePrice), true},
	{"tls", measured, measureTLS, false},
	{"isolation", measured, measureIsolation, false},
	{"lists", measured, measureLists, true},
	{"search", measured, measureSearch, false},
	{"import", measured, measureImport, false},
	{"detect", measured, measureDetect, false},
	{"masjids", measured, measureMasjids, false},
	{"prayer-times", measured, measurePrayerTimes, false},
	{"registry", measured, measureRegistry, false},
	{"start", measured, measureStart, false},
	{"growth", many, measureGrowth, false},
}

func names() (all []string) {
	for _, m := range measurements {
		all = append(all, m.name)
	}
	return all
}

// chosen returns the measurements of a run.
func (s settings) chosen() ([]measurement, error) {
	if s.check && (s.quick || s.write) {
		return nil, errors.New("-check measures as long as it takes, and writes nothing: leave out -quick and -write")
	}
	if s.only == "" {
		return measurements, nil
	}
	for _, m := range measurements {
		if m.name != s.only {
			continue
		}
		return []measurement{m}, nil
	}
	return nil, fmt.Errorf("%q is none of %s", s.only, strings.Join(names(), ", "))
}

func run(ctx context.Context, s settings, out io.Writer) error {
	chosen, err := s.chosen()
	if err != nil {
		return err
	}
	if s.check {
		return check(ctx, s, chosen, out)
	}
	machine := thisMachine()
	fmt.Fprintln(out, machine)
	figures, started := map[section][]figure{}, time.Now()
	for _, m := range chosen {
		began := time.Now()
		found, err := m.measure(ctx, s.effort())
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		fmt.Fprintf(out, "%s, in %.0f s:\n", m.name, time.Since(began).Seconds())
		for _, f := range found {
			fmt.Fprintln(out, "  "+f.String())
		}
		figures[m.section] = append(figures[m.section], found...)
	}
	fmt.Fprintf(out, "in all %.0f s\n", time.Since(started).Seconds())
	if s.quick || s.only != "" && !s.write {
		return nil
	}
	texts := map[section]string{}
	for in, found := range figures {
		if err := draw(s.document, found); err != nil {
			return err
		}
		if s.only == "" || in != measured {
			texts[in] = in.text(machine, found)
		}
	}
	return rewrite(s.document, texts)
}
