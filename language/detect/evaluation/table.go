package evaluation

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/salaatflow/platform/language/detect"
)

// Set is a name for labelled sentences, and what was measured on them.
type Set struct {
	Name   string
	Report *Report
}

var languages = [...]detect.Language{detect.English, detect.RomanUrdu, detect.Urdu}

// WriteTable writes the figures of some sets by script, and of some lists.
func WriteTable(w io.Writer, sets []Set, lists []List) {
	fmt.Fprintln(w, "| sentences | script | intents | 95 % | slots | 95 % | extra slots | wrong writes | µs, p50 | p99 |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|")
	for _, set := range sets {
		for _, language := range languages {
			if s := set.Report.ByLanguage[language]; s != nil {
				s.write(w, set.Name, string(language))
			}
		}
		set.Report.All.write(w, set.Name, "all")
	}
	for _, list := range lists {
		fmt.Fprintf(w, "| %s | all | %s | | | | | |\n", list.Name, list.Right)
	}
}

func (s *Score) write(w io.Writer, name, script string) {
	fmt.Fprintf(w, "| %s | %s | %s | %s | %d | %d | %d | %d |\n", name, script, s.Intents, s.Slots, s.Extras, s.Writes,
		s.Quantile(0.5)/time.Microsecond, s.Quantile(0.99)/time.Microsecond)
}

// String is two columns: how many are right, and where the share lies.
func (s Share) String() string {
	from, to := s.Within()
	return fmt.Sprintf("%d of %d, %.2f %% | %.1f to %.1f", s.Right, s.All, 100*s.Of(), 100*from, 100*to)
}

// Replace puts text between a marker and its end: <!-- name --> and <!-- /name -->.
func Replace(page []byte, name string, text []byte) ([]byte, error) {
	begin, end := []byte("<!-- "+name+" -->\n"), []byte("<!-- /"+name+" -->")
	before, rest, found := bytes.Cut(page, begin)
	_, after, ended := bytes.Cut(rest, end)
	if !found || !ended {
		return nil, fmt.Errorf("the page has no %s … %s", bytes.TrimSpace(begin), end)
	}
	return slices.Concat(before, begin, text, end, after), nil
}
