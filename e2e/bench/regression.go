package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	// tolerance is the part of a ratio that may be lost.
	tolerance = 0.10
	// tries is how often a measurement must say that a ratio is lost, before it is: other work on the machine says so once.
	tries = 3
)

// ratio is a ratio of a table.
type ratio struct {
	value float64
	less  bool // is better
}

// worse reports whether a ratio is so much worse than another as not to be tolerated.
func (r ratio) worse(than ratio) bool {
	if r.less {
		return r.value > than.value*(1+tolerance)
	}
	return r.value < than.value*(1-tolerance)
}

var (
	ratioOfCell = regexp.MustCompile(`, ([0-9.]+) ×$`)
	firstNumber = regexp.MustCompile(`^[0-9.]+`)
)

// ratiosIn returns the ratios of the tables in a text, by what they are of. Rows that promise neither more nor less than a ratio
// have none, unless their cells are ratios.
func ratiosIn(text string) (map[string]ratio, error) {
	found := map[string]ratio{}
	var header []string
	for line := range strings.Lines(text) {
		row := cellsOf(line)
		switch {
		case row == nil:
			header = nil
		case header == nil:
			header = row
		case strings.Trim(strings.Join(row, ""), "-") == "":
		case len(row) != len(header):
			return nil, fmt.Errorf("a row has %d columns, and its table %d: %s", len(row), len(header), line)
		default:
			if err := ratiosOfRow(found, header, row); err != nil {
				return nil, fmt.Errorf("%w: %s", err, line)
			}
		}
	}
	return found, nil
}

// cellsOf returns the cells of a line, or nil if it is none of a table.
func cellsOf(line string) (cells []string) {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "|") {
		return nil
	}
	for cell := range strings.SplitSeq(strings.TrimSuffix(line[1:], "|"), "|") {
		cells = append(cells, strings.TrimSpace(cell))
	}
	return cells
}

func ratiosOfRow(found map[string]ratio, header, row []string) error {
	cell := func(column string) string {
		if i := slices.Index(header, column); i >= 0 {
			return row[i]
		}
		return ""
	}
	what, target := cell("what"), cell("target")
	add := func(key, number string, less bool) error {
		value, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return err
		}
		if _, twice := found[key]; twice {
			return fmt.Errorf("there are two rows of %s", key)
		}
		found[key] = ratio{value, less}
		return nil
	}
	if slices.Contains(header, "ratio") {
		number := firstNumber.FindString(cell("ratio"))
		less := strings.HasPrefix(target, "≤")
		if number == "" || !less && !strings.HasPrefix(target, "≥") {
			return nil
		}
		return add(what, number, less)
	}
	for i, text := range row {
		if match := ratioOfCell.FindStringSubmatch(text); match != nil {
			if err := add(fmt.Sprintf("%s, against %s, %s", what, cell("compared with"), header[i]), match[1], false); err != nil {
				return err
			}
		}
	}
	return nil
}

// check measures what has ratios, and fails if one is worse than in the document, by more than is tolerated and each time.
func check(ctx context.Context, s settings, all []measurement, out io.Writer) error {
	text, err := os.ReadFile(s.document)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(m measurement) bool { return m.checked }) {
		return errors.New("nothing is compared: what is to be measured has no ratios that are checked")
	}
	var lost []error
	for _, m := range all {
		if m.checked {
			lost = append(lost, m.check(ctx, s.effort(), string(text), out))
		}
	}
	return errors.Join(lost...)
}

// check compares a measurement with what a document says of it.
func (m measurement) check(ctx context.Context, e effort, document string, out io.Writer) error {
	section, err := m.section.of(document)
	if err != nil {
		return err
	}
	committed, err := ratiosIn(section)
	if err != nil {
		return err
	}
	said := map[string][]string{} // what is worse, and how much each time
	for try := range tries {
		figures, err := m.measure(ctx, e)
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		now, err := ratiosIn(m.section.text(machine{}, figures))
		if err != nil {
			return err
		}
		if err := m.same(committed, now); err != nil {
			return err
		}
		worse := map[string][]string{}
		for _, key := range slices.Sorted(maps.Keys(now)) {
			was, there := committed[key]
			fmt.Fprintf(out, "%s: %.3g, in the table %.3g\n", key, now[key].value, was.value)
			if _, before := said[key]; there && now[key].worse(was) && (before || try == 0) {
				worse[key] = append(said[key], strconv.FormatFloat(now[key].value, 'g', 3, 64))
			}
		}
		if said = worse; len(said) == 0 {
			return nil
		}
		fmt.Fprintf(out, "%s: %d ratios are worse by more than %.0f %%, after %d of %d times\n", m.name, len(said), tolerance*100, try+1, tries)
	}
	var lost []error
	for _, key := range slices.Sorted(maps.Keys(said)) {
		lost = append(lost, fmt.Errorf("%s: %s, in the table %.3g", key, strings.Join(said[key], ", "), committed[key].value))
	}
	return errors.Join(lost...)
}

// same fails unless what is measured is what the table has: a row that is left out cannot get worse. Other measurements have rows in
// the same table, unless it is one of their own.
func (m measurement) same(committed, now map[string]ratio) error {
	if len(now) == 0 {
		return fmt.Errorf("%s: it has measured no ratio", m.name)
	}
	for _, key := range slices.Sorted(maps.Keys(now)) {
		if _, there := committed[key]; !there {
			return fmt.Errorf("%s: the table has no row of %s: run make bench", m.name, key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(committed)) {
		if _, there := now[key]; !there && m.section != measured {
			return fmt.Errorf("%s: the table has %s, which is not measured", m.name, key)
		}
	}
	return nil
}
