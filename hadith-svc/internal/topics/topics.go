// Package topics knows what hadiths may be about: the names of each topic in English, Roman Urdu, Urdu and Arabic, and
// the words of a text by which one sees that it is about the topic.
package topics

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/salaatflow/platform/language/searchtext"
)

//go:embed topics.json
var text []byte

// fillerText holds the words around a topic that mean nothing for it, by language.
//
//go:embed fillers.json
var fillerText []byte

// entry is a topic in topics.json.
type entry struct {
	Key string `json:"key"`
	// Names are the topic's names, by language.
	Names map[string][]string `json:"names"`
	// Words are the words of texts on the topic, by language.
	Words map[searchtext.Language][]string `json:"words"`
}

// Table holds all topics. It is safe for concurrent use.
type Table struct {
	names map[string]string                           // keys by folded name
	words map[searchtext.Language]map[string][]string // keys by words of texts
	forms map[string][]string                         // words of texts by key
	// fillers are the folded words that surround the name of a topic.
	fillers map[string]bool
}

// Known returns the topics that come with the program.
var Known = sync.OnceValue(func() *Table {
	entries, err := read()
	if err != nil {
		panic(err) // it is built in, and a test reads it
	}
	fillers, err := readFillers()
	if err != nil {
		panic(err) // the same
	}
	return newTable(entries, fillers)
})

func readFillers() (byLanguage map[string][]string, err error) {
	if err := json.Unmarshal(fillerText, &byLanguage); err != nil {
		return nil, fmt.Errorf("read fillers.json: %w", err)
	}
	return byLanguage, nil
}

func read() (entries []entry, err error) {
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, fmt.Errorf("read topics.json: %w", err)
	}
	return entries, nil
}

func newTable(entries []entry, fillers map[string][]string) *Table {
	t := &Table{
		names: map[string]string{}, words: map[searchtext.Language]map[string][]string{},
		forms: map[string][]string{}, fillers: map[string]bool{},
	}
	for _, words := range fillers {
		for _, word := range words {
			t.fillers[searchtext.Name(word)] = true
		}
	}
	for _, e := range entries {
		for _, name := range e.names() {
			t.names[name] = e.Key
		}
		for language, words := range e.Words {
			if t.words[language] == nil {
				t.words[language] = map[string][]string{}
			}
			for _, word := range words {
				form := searchtext.Word(word, language)
				t.words[language][form] = append(t.words[language][form], e.Key)
				t.forms[e.Key] = append(t.forms[e.Key], form)
			}
		}
	}
	return t
}

// names returns all names of the topic, including its key, folded and each once.
func (e entry) names() []string {
	names := []string{searchtext.Name(e.Key)}
	for _, called := range e.Names {
		for _, name := range called {
			names = append(names, searchtext.Name(name))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Named returns the key of the topic with a name in any language, which may have other words around it, such as "the
// importance of patience". It returns false if there is none.
func (t *Table) Named(name string) (key string, ok bool) {
	spelt := searchtext.Name(name)
	if key, ok = t.called(spelt); ok {
		return key, true
	}
	words := slices.DeleteFunc(strings.Fields(spelt), func(word string) bool { return t.fillers[word] })
	if key, ok = t.called(strings.Join(words, " ")); ok {
		return key, true
	}
	return t.endingOf(words)
}

// called returns the key of a topic by its name, of which the last word may be oblique as Urdu has it before ke, par and mein.
func (t *Table) called(name string) (key string, ok bool) {
	if key, ok = t.names[name]; ok || name == "" {
		return key, ok
	}
	for _, ending := range obliqueEndings() {
		stem, oblique := strings.CutSuffix(name, ending.Oblique)
		if !oblique || len([]rune(stem)) < shortestStem {
			continue
		}
		for _, direct := range ending.Direct {
			if key, ok = t.names[stem+direct]; ok {
				return key, true
			}
		}
	}
	return "", false
}

// shortestStem is how many letters stand before an ending at least.
const shortestStem = 2

// endingOf returns the topic that the last words name, where all of them do not: kindness to neighbours. A single word that others
// describe is one only if the words before it are a topic's too.
func (t *Table) endingOf(words []string) (string, bool) {
	for from := 1; from < len(words); from++ {
		last, ok := t.called(strings.Join(words[from:], " "))
		if !ok {
			continue
		}
		if _, first := t.called(strings.Join(words[:from], " ")); first {
			return last, true
		}
	}
	return "", false
}

// A text is about a topic if one in oneIn of its words is the topic's, and more than one is unless the text is as short as
// short. A text that only mentions the topic, or lists it among others, has fewer.
const (
	oneIn = 50
	short = 25 // words
)

// Of returns the keys of the topics that a text in a language is about, sorted.
func (t *Table) Of(text string, language searchtext.Language) []string {
	known := t.words[language]
	if text == "" || known == nil {
		return nil
	}
	times, words := map[string]int{}, 0
	for _, forms := range searchtext.Words(text, language) {
		words++
		for _, key := range keysOf(known, forms) {
			times[key]++
		}
	}
	var about []string
	for key, n := range times {
		if n*oneIn >= words && (n > 1 || words <= short) {
			about = append(about, key)
		}
	}
	slices.Sort(about)
	return about
}

// keysOf returns the topics of a word, by the first of its forms that belongs to a topic.
func keysOf(known map[string][]string, forms []string) []string {
	for _, form := range forms {
		if keys := known[form]; keys != nil {
			return keys
		}
	}
	return nil
}

// maxWords is the largest number of words in the name of a topic.
const maxWords = 5

// Widen makes each word of a query that names a topic, and several words that do so together, also find the hadiths on
// that topic, which have the label that label returns.
func (t *Table) Widen(query searchtext.Query, label func(key string) string) searchtext.Query {
	var wide searchtext.Query
	for i := 0; i < len(query.Terms); {
		term, taken := t.widened(query.Terms[i:], label)
		wide.Terms = append(wide.Terms, term)
		i += taken
	}
	return wide
}

// widened returns the first of several terms, or as many of the first as form a name together.
func (t *Table) widened(terms []searchtext.Term, label func(string) string) (searchtext.Term, int) {
	for n := min(maxWords, len(terms)); n > 0; n-- {
		words, ok := searchtext.Plain(terms[:n])
		if !ok {
			continue
		}
		key, ok := t.names[searchtext.Name(strings.Join(words, " "))]
		if !ok {
			continue
		}
		term := terms[0]
		if n > 1 {
			term = searchtext.Phrase(words)
		}
		return term.Or(t.finding(key, label(key))), n
	}
	return terms[0], 1
}

// finding returns the words that find hadiths on a topic.
func (t *Table) finding(key, label string) []string {
	words := append([]string{label}, t.forms[key]...)
	slices.Sort(words)
	return slices.Compact(words)
}
