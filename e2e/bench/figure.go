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
}

// verdict is whether the promise is kept.
func (f figure) verdict() string {
	if f.ok {
		return "ok"
	}
	return "**short**"
}

// String is the figure on one line.
func (f figure) String() string {
	line := fmt.Sprintf("%-5s %s: %s, wanted %s", strings.Trim(f.verdict(), "*"), f.what, f.measured, f.target)
	if f.against != "" {
		line += fmt.Sprintf("; against %s, ratio %s", f.against, f.ratio)
	}
	return line
}

// table is what goes into the document.
func table(m machine, figures []figure) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n", m)
	text.WriteString("| what | target | measured | compared with | ratio | |\n|---|---|---|---|---|---|\n")
	for _, f := range figures {
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %s | %s |\n", f.what, f.target, f.measured, f.against, f.ratio, f.verdict())
	}
	return text.String()
}
