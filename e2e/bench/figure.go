package main

import (
	"fmt"
	"strings"
)

// figure is a row of the table: what was promised and what was measured.
type figure struct {
	what, target      string
	measured, against string
	ratio             string
	ok                bool
	missing           string // why it was not measured, or empty
}

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
	if f.measured != "" {
		line += ": " + f.measured
	}
	if f.against != "" {
		line += fmt.Sprintf("; %s; ratio %s", f.against, f.ratio)
	}
	return line
}

// table returns the table for the document.
func table(m machine, figures []figure) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n", m)
	text.WriteString("| what | target | measured | compared with | ratio | |\n|---|---|---|---|---|---|\n")
	for _, f := range figures {
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %s | %s |\n", f.what, f.target, f.measured, f.against, f.ratio, f.verdict())
	}
	return text.String()
}
