package output

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"
	"golang.org/x/text/unicode/bidi"
)

// width measures text as a terminal does: marks above and below letters and joiners take no place.
var width = runewidth.Condition{StrictEmojiNeutral: true}

// gap stands between two columns.
const gap = "  "

// Rows are the rows of a table, the first of them its header.
type Rows [][]string

// Add appends a row.
func (r *Rows) Add(cells ...string) { *r = append(*r, cells) }

// Write prints the rows with their columns aligned. Empty cells are dashes.
func (r Rows) Write(out io.Writer) error { return r.Within(out, "", 0) }

// leastWrapped is the narrowest that a last column is wrapped to. Narrower text is harder to read than a long line.
const leastWrapped = 30

// Within prints the rows behind an indent, with the words of the last column on as many lines as keep them within the columns of a
// terminal. It does not wrap if columns is 0, or if there is no room for that column.
func (r Rows) Within(out io.Writer, indent string, columns int) error {
	var widths []int
	cells := make([][]string, len(r))
	for i, row := range r {
		cells[i] = make([]string, len(row))
		for j, cell := range row {
			cells[i][j] = oneLine(cell)
			if j == len(widths) {
				widths = append(widths, 0)
			}
			widths[j] = max(widths[j], width.StringWidth(cells[i][j]))
		}
	}
	before := len(indent)
	for _, column := range widths[:max(len(widths)-1, 0)] {
		before += column + len(gap)
	}
	var text strings.Builder
	for _, row := range cells {
		text.WriteString(indent)
		for j, cell := range row {
			if j < len(row)-1 {
				text.WriteString(isolated(cell) + strings.Repeat(" ", widths[j]-width.StringWidth(cell)) + gap)
				continue
			}
			lines := []string{cell}
			if j == len(widths)-1 && columns-before >= leastWrapped {
				lines = wrapped(cell, columns-before)
			}
			for i, line := range lines {
				if i > 0 {
					text.WriteString("\n" + strings.Repeat(" ", before))
				}
				text.WriteString(isolated(line))
			}
		}
		text.WriteByte('\n')
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// Fits reports whether the rows can be printed within the columns of a terminal, with room to wrap the last one.
func (r Rows) Fits(columns int) bool {
	var before, last int
	for j := range len(r[0]) {
		widest := 0
		for _, row := range r {
			widest = max(widest, width.StringWidth(oneLine(row[j])))
		}
		before, last = before+last, widest+len(gap)
	}
	return before+min(last-len(gap), leastWrapped) <= columns
}

// wrapped returns text in lines of at most so many columns, which only a longer word exceeds.
func wrapped(text string, columns int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && width.StringWidth(line)+1+width.StringWidth(word) > columns {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}

// oneLine returns a cell that cannot leave its place.
func oneLine(cell string) string {
	cell = escaped(strings.Join(strings.Fields(cell), " "), nonJoiner, joiner)
	if cell == "" {
		return "-"
	}
	return cell
}

// isolated returns a cell with its direction kept to itself (Unicode UAX #9, isolates): a terminal that puts Urdu from right to
// left would take the cells beside it along. Columns of other cells hold no marks.
func isolated(cell string) string {
	const firstStrong, end = "\u2068", "\u2069"
	if !strings.ContainsFunc(cell, fromRight) {
		return cell
	}
	return firstStrong + cell + end
}

func fromRight(r rune) bool {
	properties, _ := bidi.LookupRune(r)
	return properties.Class() == bidi.R || properties.Class() == bidi.AL
}

// Shortened returns text of at most columns, with an ellipsis if some is left out.
func Shortened(text string, columns int) string { return width.Truncate(text, columns, "…") }

// The joiners with which Urdu, Persian and emoji are written.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
)

// Visible returns text in which everything can be seen: what a terminal would not print, or would take as a command, is
// written as an escape. Lines stay.
func Visible(text string) string { return escaped(text, '\n') }

// Readable returns text as Visible does, except for what Urdu is written with: joiners, and marks of direction that end with
// their line.
func Readable(text string) string {
	return escaped(text, '\n', nonJoiner, joiner, '\u200e', '\u200f', '\u2066', '\u2067', '\u2068', '\u2069')
}

// escaped returns text with escapes for what a terminal would not print, except for what stays.
func escaped(text string, stays ...rune) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) || slices.Contains(stays, r) {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRuneToASCII(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}
