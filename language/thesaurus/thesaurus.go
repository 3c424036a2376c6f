// Package thesaurus makes texts comparable that say the same in other words, or in another language: each text becomes terms, which
// are its words in one form and what they mean. What means what, in English, Roman Urdu and Urdu, is in data files.
package thesaurus

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/language/detect/text"
)

//go:embed data/*.yaml
var data embed.FS

// Thesaurus knows words and what they mean. It never changes and may be shared.
type Thesaurus struct {
	english, urdu table // words by their stem; by the key that spellings of them share
	empty         map[string]bool
}

// table finds the entries that begin with a word.
type table struct {
	whole     map[string][]entry // by the form of the first word, the longest first
	beginning map[string][]entry // by what a first word begins with
	longest   int                // of those beginnings, in bytes
}

// entry is one spelling of some meanings.
type entry struct {
	rest []form // of the words after the first
	is   []string
}

// form is a word as it is compared.
type form struct {
	word      string
	beginning bool // of longer words too
}

// mark begins the term of a meaning, and no word.
const mark = "="

// group is an entry of a data file. A word that ends in * stands for all that begin so.
type group struct {
	Is    []string `yaml:"is"`
	En    []string `yaml:"en"`
	Roman []string `yaml:"roman"`
	Urdu  []string `yaml:"urdu"`
}

type file struct {
	Means []group  `yaml:"means"`
	Empty []string `yaml:"empty"` // words that say nothing of what a text is about
}

// Load reads the data files that come with the program.
func Load() (*Thesaurus, error) {
	t := &Thesaurus{english: newTable(), urdu: newTable(), empty: map[string]bool{}}
	names, err := fs.Glob(data, "data/*.yaml")
	if err != nil {
		return nil, fmt.Errorf("thesaurus: %w", err)
	}
	for _, name := range names {
		if err := t.add(name); err != nil {
			return nil, fmt.Errorf("thesaurus: %s: %w", name, err)
		}
	}
	t.english.sort()
	t.urdu.sort()
	return t, nil
}

func (t *Thesaurus) add(name string) error {
	read, err := data.ReadFile(name)
	if err != nil {
		return err
	}
	var one file
	if err := yaml.Unmarshal(read, &one); err != nil {
		return err
	}
	for _, line := range one.Empty {
		for word := range strings.FieldsSeq(line) {
			t.empty[word] = true
		}
	}
	for _, means := range one.Means {
		if len(means.Is) == 0 {
			return fmt.Errorf("%v means nothing", means)
		}
		is := make([]string, 0, len(means.Is))
		for _, meaning := range means.Is {
			is = append(is, mark+meaning)
		}
		for _, spelling := range means.En {
			t.english.add(spelling, is, stemOf)
		}
		for _, spelling := range slices.Concat(means.Roman, means.Urdu) {
			t.urdu.add(spelling, is, keyOf)
		}
	}
	return nil
}

func newTable() table { return table{whole: map[string][]entry{}, beginning: map[string][]entry{}} }

func (t *table) add(spelling string, is []string, formOf func(*text.Token) string) {
	var forms []form
	for word := range strings.FieldsSeq(spelling) {
		bare, beginning := strings.CutSuffix(word, "*")
		for _, token := range text.Parse(bare).Tokens {
			forms = append(forms, form{formOf(&token), beginning})
		}
	}
	if len(forms) == 0 {
		return
	}
	into := t.whole
	if forms[0].beginning {
		into, t.longest = t.beginning, max(t.longest, len(forms[0].word))
	}
	into[forms[0].word] = append(into[forms[0].word], entry{forms[1:], is})
}

func (t table) sort() {
	for _, entries := range []map[string][]entry{t.whole, t.beginning} {
		for _, of := range entries {
			slices.SortStableFunc(of, func(a, b entry) int { return len(b.rest) - len(a.rest) })
		}
	}
}

// Terms returns the terms of a text in any of the languages, as often as it has them: of each word that says something its form, and
// of each spelling that is known what it means.
func (t *Thesaurus) Terms(of string) []string { return t.read(of, t.lookUp).terms() }

// Wanted returns the terms by which to look for texts that are about what somebody says. A word that is known counts by what it means
// alone, so that it counts no more than others.
func (t *Thesaurus) Wanted(said string) []string {
	read := t.read(said, t.lookUp)
	terms := read.meant
	for i, one := range read.said {
		if !read.known[read.at[i]] {
			terms = append(terms, one)
		}
	}
	return terms
}

// reading is what was read in a text.
type reading struct {
	said  []string // forms of the words that say something
	at    []int    // which of the text's words each is
	meant []string // meanings
	known []bool   // which of the text's words mean something
}

func (r reading) terms() []string { return append(r.said, r.meant...) }

func (t *Thesaurus) read(of string, lookUp func(*text.Token) *word) reading {
	tokens := text.Parse(of).Tokens
	stems, keys := make([]string, len(tokens)), make([]string, len(tokens))
	words := make([]*word, len(tokens))
	r := reading{said: make([]string, 0, 2*len(tokens)), known: make([]bool, len(tokens))}
	for i := range tokens {
		words[i] = lookUp(&tokens[i])
		stems[i], keys[i] = words[i].stem, words[i].key
		if words[i].says {
			r.said, r.at = append(r.said, stems[i]), append(r.at, i)
		}
	}
	for i, one := range words {
		r.mean(i, one.english, stems)
	}
	for i, one := range words {
		r.mean(i, one.urdu, keys)
	}
	return r
}

// mean adds what the words mean that begin at one: the longest spelling that begins there.
func (r *reading) mean(from int, known heads, words []string) {
	is, length := known.at(words[from:])
	r.meant = append(r.meant, is...)
	for i := range length {
		r.known[from+i] = true
	}
}

// leastBeginning is the fewest bytes of a beginning.
const leastBeginning = 2

func longest(entries []entry, words []string) (is []string, length int) {
	for _, known := range entries {
		if known.follows(words[1:]) {
			return known.is, 1 + len(known.rest)
		}
	}
	return nil, 0
}

func (e entry) follows(words []string) bool {
	if len(e.rest) > len(words) {
		return false
	}
	for i, want := range e.rest {
		if words[i] != want.word && (!want.beginning || !strings.HasPrefix(words[i], want.word)) {
			return false
		}
	}
	return true
}
