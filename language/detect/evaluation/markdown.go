package evaluation

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/detect"
)

// Set is a name for labelled sentences, and what was measured on them.
type Set struct {
	Name   string
	Report *Report
}

var languages = [...]detect.Language{detect.English, detect.RomanUrdu, detect.Urdu}

// WriteFigures writes a table of the figures of some sets.
func WriteFigures(w io.Writer, sets []Set) {
	fmt.Fprintln(w, "| sentences | script | intents | stated slots | writes where none is meant |")
	fmt.Fprintln(w, "|---|---|---|---|---|")
	for _, set := range sets {
		for _, language := range languages {
			if s := set.Report.ByLanguage[language]; s != nil {
				writeScore(w, set.Name, string(language), *s)
			}
		}
		writeScore(w, set.Name, "all", set.Report.All)
	}
}

func writeScore(w io.Writer, name, script string, s Score) {
	fmt.Fprintf(w, "| %s | %s | %d of %d, %.1f %% | %d of %d, %.1f %% | %d |\n",
		name, script, s.Right, s.Sentences, 100*s.Intents(), s.SlotsRight, s.Slots, 100*s.Stated(), s.Writes)
}

// WriteConfusion writes which intents were detected for which labelled ones, those only that were mistaken.
func (r *Report) WriteConfusion(w io.Writer) {
	var columns []detect.Intent
	for pair := range r.Confusion {
		for _, intent := range pair {
			if !slices.Contains(columns, intent) {
				columns = append(columns, intent)
			}
		}
	}
	slices.Sort(columns)
	fmt.Fprint(w, "| labelled \\ detected |")
	for i := range columns {
		fmt.Fprintf(w, " %d |", i+1)
	}
	fmt.Fprintf(w, "\n|---%s|\n", strings.Repeat("|---", len(columns)))
	for i, labelled := range columns {
		fmt.Fprintf(w, "| %d %s |", i+1, labelled)
		for _, detected := range columns {
			if n := r.Confusion[[2]detect.Intent{labelled, detected}]; n > 0 {
				fmt.Fprintf(w, " %d |", n)
			} else {
				fmt.Fprint(w, " |")
			}
		}
		fmt.Fprintln(w)
	}
}

// WriteMisses lists every sentence that was misunderstood.
func (r *Report) WriteMisses(w io.Writer) {
	misses := slices.Clone(r.Misses)
	slices.SortStableFunc(misses, func(a, b Miss) int { return cmp.Compare(a.Sentence.Lang, b.Sentence.Lang) })
	for _, miss := range misses {
		fmt.Fprintf(w, "- `%s`", strings.ReplaceAll(miss.Sentence.Text, "`", "'"))
		if !slices.Contains(miss.Sentence.Intents, miss.Got.Intent) {
			fmt.Fprintf(w, ": %s, not %s", miss.Got.Intent, joined(miss.Sentence.Intents))
		}
		for _, slot := range miss.Slots {
			if slot[0] != '(' && slices.Contains(miss.Sentence.Intents, miss.Got.Intent) {
				fmt.Fprintf(w, "; %s", strings.ReplaceAll(slot, "<nil>", "nothing"))
			}
		}
		fmt.Fprintln(w)
	}
}

func joined(intents []detect.Intent) string {
	all := make([]string, len(intents))
	for i, intent := range intents {
		all[i] = string(intent)
	}
	return strings.Join(all, " or ")
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
