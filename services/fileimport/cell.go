package fileimport

import (
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// runs is what a spreadsheet may take a cell of a CSV file for a formula by, what it passes over before included. number is what
// looks like one and is none.
var (
	runs   = regexp.MustCompile(`^[\s'"\x00\x{a0}\x{feff}]*[=+\-@＝＋－＠\t\r\n]`)
	number = regexp.MustCompile(`^-[0-9]+(?:\.[0-9]+)?$`)
)

func mayRun(cell string) bool { return runs.MatchString(cell) && !number.MatchString(cell) }

// CellWriter writes comma-separated values of which a spreadsheet runs none: an apostrophe stands before each that it would take
// for a formula, which Cell takes away.
type CellWriter struct{ rows *csv.Writer }

// NewCellWriter writes to w. What is written is complete after Close.
func NewCellWriter(w io.Writer) CellWriter { return CellWriter{csv.NewWriter(w)} }

// Write writes a line.
func (w CellWriter) Write(cells []string) error {
	line := make([]string, len(cells))
	for i, cell := range cells {
		if line[i] = cell; mayRun(cell) {
			line[i] = "'" + cell
		}
	}
	if err := w.rows.Write(line); err != nil {
		return fmt.Errorf("write a line: %w", err)
	}
	return nil
}

// Close writes what is left.
func (w CellWriter) Close() error {
	w.rows.Flush()
	return w.rows.Error()
}

// Cell is the value of a cell as CellWriter was given it.
func Cell(cell string) string {
	if value, quoted := strings.CutPrefix(cell, "'"); quoted && mayRun(value) {
		return value
	}
	return cell
}
