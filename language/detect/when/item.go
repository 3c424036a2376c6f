package when

import (
	"github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// item is a word, a phrase or a run of digits of the sentence.
type item struct {
	word     *words.Word // never nil
	from, to int32       // tokens, half open
	value    int32       // of digits; -1 for words
	digits   uint8       // how many there are
	parted   bool        // the item before it cannot belong to the same expression
}

// nowhere is what stands outside of the sentence.
var nowhere = &item{word: words.Unknown, value: -1, parted: true}

type parser struct {
	tokens []text.Token
	items  []item
}

// read cuts the tokens into items.
func (p *parser) read(g *Grammar) {
	for i := 0; i < len(p.tokens); {
		it := item{from: int32(i), to: int32(i + 1), word: words.Unknown, value: -1, parted: i > 0 && p.breaks(i)}
		token := p.tokens[i]
		if w := g.words[token.Norm]; w != nil {
			it.word = w
		} else if token.Script == text.Latin && len(token.Norm) >= words.ShortestLong-1 {
			it.word = g.misspelt(token.Norm)
		}
		if w := it.word; len(w.Phrases) > 0 {
			if rest, longer := p.phrase(w, i+1); longer != nil {
				it.word, it.to = longer, int32(i+1+rest)
			}
		}
		if token.Script == text.Number && int(it.to) == i+1 {
			it.value, it.digits = words.Digits(token.Norm)
		}
		p.items = append(p.items, it)
		i = int(it.to)
	}
}

// misspelt is the word that a spelling sounds like, or is nearest to.
func (g *Grammar) misspelt(form string) *words.Word {
	var room [16]byte
	if w := g.sounds[string(lexicon.Key(room[:0], form))]; w != nil {
		return w
	}
	return g.typos.Word(form)
}

// phrase finds the longest phrase of a word whose rest begins at a token.
func (p *parser) phrase(w *words.Word, at int) (int, *words.Word) {
next:
	for _, candidate := range w.Phrases {
		if at+len(candidate.Rest) > len(p.tokens) {
			continue
		}
		for j, form := range candidate.Rest {
			if p.tokens[at+j].Norm != form || p.breaks(at+j) {
				continue next
			}
		}
		return len(candidate.Rest), candidate.Word
	}
	return 0, nil
}

// breaks says whether what stands before a token parts it from the one before.
func (p *parser) breaks(at int) bool {
	gap := p.tokens[at].Before
	if !gap.Has(text.Stop | text.Question | text.Colon | text.Sign) {
		return false
	}
	// 5:30, 17.30 and p.m. are one; so is what stands behind an abbreviation: 5 p.m. tomorrow, Mar. 5.
	return gap.Has(text.Space|text.Question|text.Sign) && len(p.tokens[at-1].Norm) > len("sept")
}

func (p *parser) at(i int) *item {
	if i < 0 || i >= len(p.items) {
		return nowhere
	}
	return &p.items[i]
}

// has says whether an item is of any of the classes, in whatever company.
func (p *parser) has(i int, of words.Class) bool { return p.at(i).word.Class&of != 0 }

// joined says whether an item follows the one before it in the same clause and is of any of the classes.
func (p *parser) joined(i int, of words.Class) bool { return !p.at(i).parted && p.has(i, of) }

func (p *parser) plays(i int, of words.Role) bool { return p.at(i).word.Role&of != 0 }

// skipRole is skip for a word that plays a role.
func (p *parser) skipRole(i int, of words.Role) int {
	if !p.at(i).parted && p.plays(i, of) {
		return i + 1
	}
	return i
}

// skip returns the place behind an item if it is joined and of any of the classes, else the same place.
func (p *parser) skip(i int, of words.Class) int {
	if p.joined(i, of) {
		return i + 1
	}
	return i
}

// touches says whether nothing but one of the signs stands between an item and the one before it.
func (p *parser) touches(i int, sign text.Gap) bool {
	return i > 0 && i < len(p.items) && p.tokens[p.items[i].from].Before == sign
}

// isDigits says whether an item is a run of digits.
func (p *parser) isDigits(i int) bool { return p.at(i).value >= 0 }

// ends says whether a clause may end before an item.
func (p *parser) ends(i int) bool {
	return i >= len(p.items) || p.tokens[p.items[i].from].Before.Ends()
}
