package when_test

import (
	"cmp"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// TestSentencesInThreeScripts reads the tables of testdata: a sentence, what it tells about time and numbers, and what is
// left of it without the words that tell the time.
func TestSentencesInThreeScripts(t *testing.T) {
	g := grammar(t)
	for _, name := range []string{"english", "roman", "urdu"} {
		for row := range rows(t, name) {
			told, left := understand(g, row.sentence, monday(t))
			if told != row.told {
				t.Errorf("%s:%d: %q tells %q, want %q", name, row.line, row.sentence, told, row.told)
			}
			if left != row.left {
				t.Errorf("%s:%d: of %q is left %q, want %q", name, row.line, row.sentence, left, row.left)
			}
		}
	}
}

func grammar(tb testing.TB) *when.Grammar {
	tb.Helper()
	g, err := when.New()
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// monday is the time at which the tables are said: Monday 2026-03-02 10:00 in Karachi.
func monday(tb testing.TB) due.Options {
	tb.Helper()
	return said(tb, "2026-03-02 10:00", "Asia/Karachi")
}

func said(tb testing.TB, at, zone string) due.Options {
	tb.Helper()
	place, err := time.LoadLocation(zone)
	if err != nil {
		tb.Fatal(err)
	}
	now, err := time.ParseInLocation("2006-01-02 15:04", at, place)
	if err != nil {
		tb.Fatal(err)
	}
	return due.Options{Now: now, Zone: place}
}

type row struct {
	line                 int
	sentence, told, left string
}

func rows(tb testing.TB, name string) func(yield func(row) bool) {
	tb.Helper()
	content, err := os.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		tb.Fatal(err)
	}
	return func(yield func(row) bool) {
		line := 0
		for text := range strings.Lines(string(content)) {
			line++
			cells := strings.Split(strings.TrimSpace(text), "|")
			if strings.HasPrefix(text, "#") || len(cells) != 3 {
				continue
			}
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			if !yield(row{line, cells[0], cells[1], cells[2]}) {
				return
			}
		}
	}
}

// understand is what a sentence tells in the words of the tables, and what is left of it.
func understand(g *when.Grammar, sentence string, o due.Options) (told, left string) {
	s := text.Parse(sentence)
	found := g.Parse(s)
	var words []string
	var rest strings.Builder
	from := 0
	for _, e := range found {
		switch {
		case e.Is(when.Number):
			words = append(words, "#"+strconv.Itoa(e.Number))
		case e.Is(when.Ordinal):
			words = append(words, "first:"+strconv.Itoa(e.Number))
		case !e.Loose:
			rest.WriteString(sentence[from:s.Tokens[e.From].Start])
			from = s.Tokens[e.To-1].End
		}
	}
	rest.WriteString(sentence[from:])
	told = strings.TrimSpace(momentWords(due.Resolve(o, found...)) + " " + strings.Join(words, " "))
	return told, strings.Trim(strings.Join(strings.Fields(rest.String()), " "), ".")
}

func momentWords(m due.Moment) string {
	words := []string{strings.TrimSuffix(m.Due, ":00"), m.Recurrence}
	if len(m.Due) == len("2006-01-02") {
		words[0] = m.Due
	}
	if m.Irregular {
		words = append(words, "irregular")
	}
	prayer := cmp.Or(m.Prayer, "it")
	switch {
	case m.Minutes > 0:
		words = append(words, prayer+"+"+strconv.Itoa(m.Minutes))
	case m.Minutes < 0:
		words = append(words, prayer+strconv.Itoa(m.Minutes))
	case m.Relation != when.NoRelation:
		relations := map[when.Relation]string{when.After: "after ", when.Before: "before ", when.At: "at ", when.Until: "until "}
		words = append(words, relations[m.Relation]+prayer)
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}
