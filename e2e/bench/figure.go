package main

import (
	"fmt"
	"strings"

	"github.com/salaatflow/platform/e2e/bench/chart"
)

// figure is a row of the table: what was promised and what was measured.
type figure struct {
	what, target      string
	measured, against string
	ratio             string
	ok                bool
	missing           string       // why it was not measured, or empty
	cells             []cell       // in place of measured and ratio, if there are several
	picture           *chart.Chart // of how it grows, or nil
	name              string       // of the picture's file, without its ending
}

// cell is a measurement under a condition, which is its column.
type cell struct {
	column, measured string
	ratio            float64
}

// String returns the cell's text.
func (c cell) String() string { return fmt.Sprintf("%s, %.2f ×", c.measured, c.ratio) }

// verdict returns whether the promise is kept, for the table.
func (f figure) verdict() string {
	switch {
	case f.missing != "":
		return "not measured: " + f.missing
	case f.ok:
		return "ok"
	default:
		return "**short**"
	}
}

// String returns the figure on one line.
func (f figure) String() string {
	line := fmt.Sprintf("%s (%s): %s", f.what, f.target, strings.Trim(f.verdict(), "*"))
	if f.cells != nil {
		line += ", against " + f.against
	}
	if f.measured != "" {
		line += ": " + f.measured
	}
	if f.against != "" && f.cells == nil {
		line += fmt.Sprintf("; %s; ratio %s", f.against, f.ratio)
	}
	for _, c := range f.cells {
		line += fmt.Sprintf("; %s: %s", c.column, c)
	}
	return line
}

// text returns what a section says of its figures.
func (s section) text(m machine, figures []figure) string {
	if s == besidePeers {
		return matrix(m, figures)
	}
	return table(m, figures)
}

// table returns a table with a row for each figure.
func table(m machine, figures []figure) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n", m)
	text.WriteString("| what | target | measured | compared with | ratio | |\n|---|---|---|---|---|---|\n")
	for _, f := range figures {
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %s | %s |\n", f.what, f.target, f.measured, f.against, f.ratio, f.verdict())
	}
	return text.String()
}

// matrix returns a table with a row for each figure that has cells, and below it the others.
func matrix(m machine, figures []figure) string {
	var rows, others strings.Builder
	header := ""
	for _, f := range figures {
		if f.cells == nil {
			fmt.Fprintf(&others, "- %s\n", f)
			continue
		}
		if header == "" {
			header = "| what | compared with | target |"
			for _, c := range f.cells {
				header += " " + c.column + " |"
			}
			header += " |\n" + strings.Repeat("|---", len(f.cells)+4) + "|\n"
		}
		fmt.Fprintf(&rows, "| %s | %s | %s |", f.what, f.against, f.target)
		for _, c := range f.cells {
			fmt.Fprintf(&rows, " %s |", c)
		}
		fmt.Fprintf(&rows, " %s |\n", f.verdict())
	}
	return fmt.Sprintf("%s %s\n\n%s%s\n%s", m, versions(), header, rows.String(), others.String())
}
