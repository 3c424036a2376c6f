package searchtext

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// longestWord is how many bytes of a word Forms and Term.Exact have: a longer one is found by its beginning.
const longestWord = 64

// Forms returns every form of a word of a text that a query may ask for, each once, in the order of the text. A word is
// taken for Urdu or Arabic by the letters of the whole text, and for English when it has none of theirs.
func Forms(text string) []string {
	var forms []string
	known := map[string]bool{}
	for _, e := range entriesOf(text) {
		for _, form := range append([]string{e.word}, e.others...) {
			if form = shortened(form); !known[form] {
				known[form] = true
				forms = append(forms, form)
			}
		}
	}
	return forms
}

// article is what names have that Urdu took over from Arabic, and that people leave out when they look for them.
const article = "ال"

// entriesOf returns the words of a text in any of the languages.
func entriesOf(text string) []entry {
	arabicScript := Arabic
	if strings.ContainsAny(text, urduOnly) {
		arabicScript = Urdu
	}
	var entries []entry
	for _, s := range words(text) {
		word := text[s.start:s.end]
		of := English
		if isArabic(word) {
			of = arabicScript
		}
		e := entryOf(word, of)
		if e.word == "" {
			continue
		}
		if name, has := strings.CutPrefix(e.word, article); has && of == Urdu && utf8.RuneCountInString(name) >= fewest {
			e.others = append(e.others, name)
		}
		entries = append(entries, e)
	}
	return entries
}

func shortened(word string) string {
	if len(word) <= longestWord {
		return word
	}
	end := longestWord
	for !utf8.RuneStart(word[end]) {
		end--
	}
	return word[:end]
}

// IsPhrase reports whether the term is several words that must follow each other.
func (t Term) IsPhrase() bool { return len(t.Forms[0]) > 1 }

// Exact returns the forms of each of the term's words, as Forms has them: a text in which the term occurs has one of each.
func (t Term) Exact() [][]string {
	all := make([][]string, len(t.Forms[0]))
	for i := range all {
		for _, form := range t.Forms {
			all[i] = append(all[i], shortened(form[i]))
		}
	}
	if !t.IsPhrase() {
		if t.Stem != "" {
			all[0] = append(all[0], shortened(t.Stem))
		}
		for _, word := range t.Whole {
			all[0] = append(all[0], shortened(word))
		}
	}
	for i := range all {
		slices.Sort(all[i])
		all[i] = slices.Compact(all[i])
	}
	return all
}

// HasPhrase reports whether any term is a phrase.
func (q Query) HasPhrase() bool { return slices.ContainsFunc(q.Terms, Term.IsPhrase) }

// PhrasesIn reports whether a text has every phrase of the query.
func (q Query) PhrasesIn(text string) bool {
	var entries []entry
	for _, term := range q.Terms {
		if !term.IsPhrase() {
			continue
		}
		if entries == nil {
			entries = entriesOf(text)
		}
		if !slices.ContainsFunc(term.Forms, func(form []string) bool { return follow(entries, form) }) {
			return false
		}
	}
	return true
}

// follow reports whether words follow each other among entries.
func follow(entries []entry, words []string) bool {
	for from := 0; from+len(words) <= len(entries); from++ {
		matches := 0
		for matches < len(words) && entries[from+matches].has(words[matches]) {
			matches++
		}
		if matches == len(words) {
			return true
		}
	}
	return false
}

func (e entry) has(word string) bool { return e.word == word || slices.Contains(e.others, word) }
