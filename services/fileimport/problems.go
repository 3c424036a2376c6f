package fileimport

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// shownProblems is how many skipped records are named; the others are counted.
const shownProblems = 20

// Problems holds the records that were skipped. The zero value has none.
type Problems struct {
	// Count is how many there are.
	Count int
	// First describes the first of them: file, place and reason.
	First []string
}

// Add counts a skipped record of a file at a place such as "line 7".
func (p *Problems) Add(file, place string, reason error) {
	p.Count++
	if len(p.First) < shownProblems {
		p.First = append(p.First, Shown(fmt.Sprintf("%s, %s: %v", file, place, reason)))
	}
}

// maxShown bounds what is shown of a file, in characters.
const maxShown = 400

// Shown is a text of a file as a report may show it: in one line, without what a terminal would act on, and not too long.
func Shown(text string) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return unicode.ReplacementChar
		}
		return r
	}, text))
	if len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return string(runes)
}

// Print writes them, one per line.
func (p *Problems) Print(out io.Writer) error {
	var err error
	for _, problem := range p.First {
		_, wrong := fmt.Fprintln(out, "  skipped:", problem)
		err = errors.Join(err, wrong)
	}
	if more := p.Count - len(p.First); more > 0 {
		_, wrong := fmt.Fprintf(out, "  … and %d more\n", more)
		err = errors.Join(err, wrong)
	}
	return err
}
