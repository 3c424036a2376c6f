package store

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/searchtext"
)

// postings are the hadiths of each word.
type postings map[string]*posting

// posting holds the steps from each id to the next, in the order in which they were gathered. Most take a byte or two.
type posting struct {
	steps []byte
	last  int32
	count int
}

// add adds the words of a hadith, once for each id.
func (p postings) add(id int32, words string) {
	for word := range strings.FieldsSeq(words) {
		known := p[word]
		if known == nil {
			known = &posting{}
			p[strings.Clone(word)] = known
		}
		if known.last == id {
			continue
		}
		known.steps = binary.AppendVarint(known.steps, int64(id-known.last))
		known.last = id
		known.count++
	}
}

// words returns all words in order.
func (p postings) words() []string {
	words := make([]string, 0, len(p))
	for word := range p {
		words = append(words, word)
	}
	slices.Sort(words)
	return words
}

// beginningLetters is the shortest beginning, in letters, as in searchtext.Parse.
const beginningLetters = 2

// common calls keep with each word and each beginning that at least as many hadiths have as least returns.
func (p postings) common(least func(key string) int, keep func(key string, hadiths idset) error) error {
	words := p.words()
	for _, word := range words {
		if p[word].count < least(word) {
			continue
		}
		if err := keep(word, p[word].set()); err != nil {
			return err
		}
	}
	return p.beginnings(words, "", least, keep)
}

// beginnings does the same for the beginnings of the words, which are in order, that are longer than the given one.
func (p postings) beginnings(
	words []string, beginning string, least func(string) int, keep func(string, idset) error,
) error {
	for len(words) > 0 {
		if words[0] == beginning {
			words = words[1:]
			continue
		}
		_, size := utf8.DecodeRuneInString(words[0][len(beginning):])
		longer := words[0][:len(beginning)+size]
		end := 1
		times := p[words[0]].count
		for end < len(words) && strings.HasPrefix(words[end], longer) {
			times += p[words[end]].count
			end++
		}
		if times >= least(longer) && !searchtext.IsLabel(longer) {
			if err := p.beginningOf(words[:end], longer, least, keep); err != nil {
				return err
			}
		}
		words = words[end:]
	}
	return nil
}

func (p postings) beginningOf(
	words []string, beginning string, least func(string) int, keep func(string, idset) error,
) error {
	if searchtext.Letters(beginning) >= beginningLetters {
		set := p.any(words)
		if set.count() < least(beginning) {
			return nil
		}
		if err := keep(beginning+"*", set); err != nil {
			return err
		}
	}
	return p.beginnings(words, beginning, least, keep)
}

// any returns the hadiths that have any of the words.
func (p postings) any(words []string) (all idset) {
	for _, word := range words {
		p[word].addTo(&all)
	}
	return all
}

// under returns the hadiths of a key, which is a word or a beginning. words are all words in order.
func (p postings) under(key string, words []string) idset {
	beginning, isBeginning := strings.CutSuffix(key, "*")
	if !isBeginning {
		beginning = key
	}
	from, _ := slices.BinarySearch(words, beginning)
	until := from
	for until < len(words) && (words[until] == key || isBeginning && strings.HasPrefix(words[until], beginning)) {
		until++
	}
	return p.any(words[from:until])
}

func (p *posting) set() (s idset) {
	p.addTo(&s)
	return s
}

func (p *posting) addTo(s *idset) {
	id := int64(0)
	for steps := p.steps; len(steps) > 0; {
		step, size := binary.Varint(steps)
		steps = steps[size:]
		id += step
		s.add(int32(id))
	}
}
