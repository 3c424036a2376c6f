// Command bench measures in one run what the platform promises about its speed, and writes the table of
// docs/benchmarks.md. Everything runs on this machine, on loopback. What is compared is measured in turns, so that
// other work on the machine affects both sides.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"
)

func main() {
	beChild()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var s settings
	flag.BoolVar(&s.quick, "quick", false, "only check that everything runs; takes seconds, measures nothing, writes nothing")
	flag.StringVar(&s.only, "only", "",
		"measure only `names`, http, audit, price, tls, isolation, mcp, lists, search, import, detect, masjids, prayer-times or registry, "+
			"and write nothing")
	flag.StringVar(&s.document, "document", "docs/benchmarks.md", "the `file` whose table is rewritten")
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
	document string
	profiles string // empty for none
}

// effort is how long everything is measured. Rounds are short and many, because other work on the machine changes from
// one second to the next.
type effort struct {
	rounds   int           // of the loads that are compared
	each     time.Duration // for one load in one round
	repeats  int           // of Go benchmarks that take nanoseconds
	short    bool          // without the million tasks, whose creation takes most of a minute
	profiles string
}

func (s settings) effort() effort {
	if s.quick {
		return effort{rounds: 1, each: 100 * time.Millisecond, repeats: 1, short: true, profiles: s.profiles}
	}
	return effort{rounds: 41, each: 350 * time.Millisecond, repeats: 51, profiles: s.profiles}
}

// measurements are what a run measures, in the order of the table.
var measurements = []struct {
	name    string
	measure func(context.Context, effort) ([]figure, error)
}{
	{"names", measureNames},
	{"http", withPlatform(measureHTTP)},
	{"audit", measureAudit},
	{"price", withPlatform(measurePrice)},
	{"tls", measureTLS},
	{"isolation", measureIsolation},
	{"mcp", withPlatform(measureMCP)},
	{"lists", measureLists},
	{"search", measureSearch},
	{"import", measureImport},
	{"detect", measureDetect},
	{"masjids", measureMasjids},
	{"prayer-times", measurePrayerTimes},
	{"registry", measureRegistry},
}

func run(ctx context.Context, s settings, out io.Writer) error {
	machine := thisMachine()
	fmt.Fprintln(out, machine)
	var figures []figure
	for _, m := range measurements {
		if s.only != "" && s.only != m.name {
			continue
		}
		measured, err := m.measure(ctx, s.effort())
		if err != nil {
			return err
		}
		for _, f := range measured {
			if s.quick && f.missing == "" {
				fmt.Fprintln(out, "runs:", f.what)
				continue
			}
			fmt.Fprintln(out, f)
		}
		figures = append(figures, measured...)
	}
	if s.quick || s.only != "" {
		return nil
	}
	return rewrite(s.document, table(machine, figures))
}
