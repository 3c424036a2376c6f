package lexicon

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/detect/text"
)

// builder makes a Lexicon of what the data files say.
type builder struct {
	all     file
	exact   map[string]*Word   // spellings of one token
	joined  map[string][]*Word // two words written as one
	phrases map[string]*Word   // spellings of several tokens, their keys parted by spaces
	near    map[string]bool    // spellings that a misspelt word may be taken for
}

func (b *builder) build() error {
	for _, entry := range b.all.Words {
		if err := b.addWord(entry); err != nil {
			return err
		}
	}
	for _, entry := range b.all.Verbs {
		if err := b.addVerb(entry); err != nil {
			return err
		}
	}
	return b.join()
}

func (b *builder) addWord(entry wordEntry) error {
	set, err := concepts(entry.Is)
	if err != nil {
		return err
	}
	for language, spellings := range map[Languages][]string{English: entry.En, Roman: entry.Roman, Urdu: entry.Urdu} {
		for _, spelling := range spellings {
			if err := b.add(spelling, set, entry.Value, language); err != nil {
				return err
			}
		}
	}
	return nil
}

// add makes one spelling known; one that is known already stands for both.
func (b *builder) add(spelling string, set Set, value string, language Languages) error {
	tokens := text.Parse(spelling).Tokens
	if len(tokens) == 0 {
		return fmt.Errorf("%q is no word", spelling)
	}
	words, at := b.exact, tokens[0].Norm
	if len(tokens) > 1 {
		words, at = b.phrases, phraseKey(tokens)
	}
	word := words[at]
	if word == nil {
		word = &Word{}
		words[at] = word
	}
	if value != "" && word.Value != "" && word.Value != value {
		return fmt.Errorf("%q is %s and %s", spelling, word.Value, value)
	}
	if value != "" {
		word.Value = value
	}
	word.Concepts = word.Concepts.Union(set)
	word.Languages |= language
	if len(tokens) == 1 && set.Meets(misspeltOften) && (language == English || !set.Has(Verb) || set.Has(Loan)) {
		b.near[at] = true
	}
	return nil
}

func phraseKey(tokens []text.Token) string {
	var key []byte
	for i := range tokens {
		if i > 0 {
			key = append(key, ' ')
		}
		key = appendKey(key, &tokens[i])
	}
	return string(key)
}

func (b *builder) addVerb(entry verbEntry) error {
	set, err := concepts(entry.Is)
	if err != nil {
		return err
	}
	set = set.With(Verb)
	for _, verb := range entry.En {
		for form, spelling := range inflections(verb) {
			if err := b.add(spelling, set.With(form), "", English); err != nil {
				return err
			}
		}
	}
	for language, stems := range map[Languages][]string{Roman: entry.Roman, Urdu: entry.Urdu} {
		for _, stem := range stems {
			if err := b.addStem(stem, set, language); err != nil {
				return err
			}
		}
	}
	for form, spellings := range entry.Forms {
		concept, known := conceptOf[form]
		if !known {
			return fmt.Errorf("there is no form %s", form)
		}
		for _, spelling := range spellings {
			if err := b.add(spelling, set.With(concept), "", languageOf(spelling, concept)); err != nil {
				return err
			}
		}
	}
	return nil
}

func languageOf(spelling string, form Concept) Languages {
	switch {
	case text.Parse(spelling).Tokens[0].Script == text.Arabic:
		return Urdu
	case form == Past || form == Gerund || form == Base || form == Third:
		return English
	default:
		return Roman
	}
}

// addStem adds a verb of Urdu in all its forms.
func (b *builder) addStem(stem string, set Set, language Languages) error {
	name := "roman"
	if language == Urdu {
		name = "urdu"
	}
	for _, written := range stemSpellings(stem, language) {
		if err := b.add(written, set.With(Stem), "", language); err != nil {
			return err
		}
		for _, ending := range b.all.Endings[name] {
			form, known := conceptOf[ending.Form]
			if !known {
				return fmt.Errorf("there is no form %s", ending.Form)
			}
			suffixes := ending.Consonant
			if endsInVowel(written) {
				suffixes = ending.Vowel
			}
			for _, suffix := range suffixes {
				if err := b.add(written+suffix, set.With(form), "", language); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// stemSpellings adds the way in which people shorten a stem: bna for bana, nkal for nikal.
func stemSpellings(stem string, language Languages) []string {
	if language == Urdu || len(stem) < 3 || isVowel(stem[0]) || !isVowel(stem[1]) || isVowel(stem[2]) {
		return []string{stem}
	}
	return []string{stem, stem[:1] + stem[2:]}
}

func endsInVowel(stem string) bool {
	return strings.HasSuffix(stem, "ا") || strings.HasSuffix(stem, "و") || isVowel(stem[len(stem)-1])
}

// join adds what people write as one word: a stem and the verb that carries its form (krdo, بنادو, hogaya).
func (b *builder) join() error {
	type spelled struct {
		norm string
		word *Word
	}
	var stems, carriers []spelled
	for _, norm := range slices.Sorted(maps.Keys(b.exact)) {
		word := b.exact[norm]
		if word.Concepts.Has(Stem) && word.Languages&(Roman|Urdu) != 0 {
			stems = append(stems, spelled{norm, word})
		}
		if word.Concepts.Has(Light) {
			carriers = append(carriers, spelled{norm, word})
		}
	}
	for _, stem := range stems {
		for _, carrier := range carriers {
			one := stem.norm + carrier.norm
			if stem.word.Languages&carrier.word.Languages == 0 || b.exact[one] != nil {
				continue
			}
			b.joined[one] = []*Word{stem.word, carrier.word}
		}
	}
	return nil
}

func (b *builder) lexicon() *Lexicon {
	l := &Lexicon{
		exact: map[string][]*Word{}, keys: map[string][]*Word{}, skeletons: map[string][]*Word{},
		nearly: map[string][]string{}, phrases: map[string][]phrase{}, plain: map[string]struct{}{},
	}
	for norm, word := range b.exact {
		l.exact[norm] = []*Word{word}
	}
	for norm, words := range b.joined {
		l.exact[norm] = words
	}
	for _, word := range b.all.Plain {
		l.plain[word] = struct{}{}
	}
	for _, norm := range slices.Sorted(maps.Keys(l.exact)) {
		l.index(norm, l.exact[norm], b.near[norm])
	}
	for _, key := range slices.Sorted(maps.Keys(b.phrases)) {
		keys, word := fields(key), b.phrases[key]
		l.phrases[keys[0]] = append(l.phrases[keys[0]], phrase{rest: keys[1:], word: word})
		l.begins.Add(keys[0])
	}
	sortPhrases(l.phrases)
	return l
}

// index makes a word found by other spellings. A spelling that different words share finds none of them.
func (l *Lexicon) index(norm string, words []*Word, near bool) {
	token := text.Parse(norm).Tokens[0]
	key := appendKey(nil, &token)
	if len(words) == 1 && words[0].Languages == English && words[0].Concepts.Has(Foreign, ForeignVerb) {
		return // door is no spelling of dour
	}
	share(l.keys, string(key), words)
	if token.Script == text.Latin {
		if skeleton := Skeleton(nil, key); len(skeleton) >= 3 {
			share(l.skeletons, string(skeleton), words)
		}
	}
	if !near || len(key) < leastMisspelt || key[0] >= utf8.RuneSelf && len(key) < 2*leastMisspelt ||
		words[0].Languages == Roman && len(key) <= leastMisspelt {
		return
	}
	l.addNearly(string(key), string(key))
	for i := range key {
		l.addNearly(string(key[:i])+string(key[i+1:]), string(key))
	}
}

func (l *Lexicon) addNearly(part, key string) {
	for _, known := range l.nearly[part] {
		if known == key {
			return
		}
	}
	l.nearly[part] = append(l.nearly[part], key)
}

func share(index map[string][]*Word, key string, words []*Word) {
	others, taken := index[key]
	if !taken {
		index[key] = words
		return
	}
	if others != nil && !same(others, words) {
		index[key] = nil
	}
}

// forms tell spellings of one verb apart which sound alike; the first one in order is taken.
var forms = []Concept{Stem, Imp, Inf, Perf, Hab, Fut, Base, Third, Past, Gerund, Loan}

func same(a, b []*Word) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Concepts.Without(forms...) != b[i].Concepts.Without(forms...) || a[i].Value != b[i].Value {
			return false
		}
	}
	return true
}
