package fileimport

import (
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// runs matches the beginning of a cell that a spreadsheet may take for a formula, with whatever it skips before. number
// matches what looks like a formula but is a number.
var (
	runs   = regexp.MustCompile(`^[\s'"\x00\x{a0}\x{feff}]*[=+\-@＝＋－＠\t\r\n]`)
	number = regexp.MustCompile(`^-[0-9]+(?:\.[0-9]+)?$`)
)

func mayRun(cell string) bool { return runs.MatchString(cell) && !number.MatchString(cell) }

// CellWriter writes comma-separated values that no spreadsheet runs. It puts an apostrophe before each value that looks
// like a formula. Cell removes it.
type CellWriter struct{ rows *csv.Writer }

// NewCellWriter returns a writer to w. The output is complete after Close.
func NewCellWriter(w io.Writer) CellWriter { return CellWriter{csv.NewWriter(w)} }

// Write writes one line.
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

// Close writes buffered output.
func (w CellWriter) Close() error {
	w.rows.Flush()
	return w.rows.Error()
}

// Cell returns the value that CellWriter was given for a cell.
func Cell(cell string) string {
	if value, quoted := strings.CutPrefix(cell, "'"); quoted && mayRun(value) {
		return value
	}
	return cell
}
