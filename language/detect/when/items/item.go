// Package items reads a sentence as a run of words, phrases and digits of the tables of times, and the numbers and the amounts of time that
// they tell. What time that makes says package when.
package items

import (
	"github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// Item is a word, a phrase or a run of digits of the sentence.
type Item struct {
	Word     *words.Word // never nil
	From, To int32       // tokens, half open
	Value    int32       // of digits; -1 for words
	Digits   uint8       // how many there are
	Parted   bool        // the item before it cannot belong to the same expression
}

// nowhere is what stands outside of the sentence.
var nowhere = &Item{Word: words.Unknown, Value: -1, Parted: true}

// List is a sentence as its items.
type List struct {
	Tokens []text.Token
	Items  []Item
}

// Table knows the words of times by their forms. It never changes.
type Table struct {
	words  map[string]*words.Word
	typos  words.Typos
	sounds words.Sounds
}

// Load loads the tables of words.
func Load() (*Table, error) {
	table, err := words.Load()
	if err != nil {
		return nil, err
	}
	key := func(form string) string { return string(lexicon.Key(nil, form)) }
	return &Table{words: table, typos: words.TyposOf(table), sounds: words.SoundsOf(table, key)}, nil
}

// Word is what the tables say about a form as it stands; nil for nothing.
func (t *Table) Word(form string) *words.Word { return t.words[form] }

// Read cuts tokens into items.
func (t *Table) Read(tokens []text.Token) List {
	p := List{Tokens: tokens, Items: make([]Item, 0, len(tokens))}
	for i := 0; i < len(p.Tokens); {
		it := Item{From: int32(i), To: int32(i + 1), Word: words.Unknown, Value: -1, Parted: i > 0 && p.breaks(i)}
		token := p.Tokens[i]
		if w := t.words[token.Norm]; w != nil {
			it.Word = w
		} else if w := t.contracted(token.Norm); w != nil {
			it.Word = w
		} else if token.Script == text.Latin && len(token.Norm) >= words.ShortestLong-1 {
			it.Word = t.misspelt(token.Norm)
		}
		if w := it.Word; len(w.Phrases) > 0 {
			if rest, longer := p.phrase(w, i+1); longer != nil {
				it.Word, it.To = longer, int32(i+1+rest)
			}
		}
		if token.Script == text.Number && int(it.To) == i+1 {
			it.Value, it.Digits = words.Digits(token.Norm)
		}
		p.Items = append(p.Items, it)
		i = int(it.To)
	}
	return p
}

// contracted is the number of which a word tells more with "is" at its end: sixteen's done. It is nil for any other word.
func (t *Table) contracted(form string) *words.Word {
	last := len(form) - 1
	if last < 1 || form[last] != 's' {
		return nil
	}
	if w := t.words[form[:last]]; w != nil && w.Class == words.Number && (w.Weak|w.Rare)&words.Number == 0 && w.Number > fewest {
		return w
	}
	return nil
}

// fewest is the number up to which a number with an s at its end is mostly something else: ones, twos.
const fewest = 2

// misspelt is the word that a spelling sounds like, or is nearest to.
func (t *Table) misspelt(form string) *words.Word {
	var room [16]byte
	if w := t.sounds[string(lexicon.Key(room[:0], form))]; w != nil {
		return w
	}
	return t.typos.Word(form)
}

// phrase finds the longest phrase of a word whose rest begins at a token.
func (p *List) phrase(w *words.Word, at int) (int, *words.Word) {
next:
	for _, candidate := range w.Phrases {
		if at+len(candidate.Rest) > len(p.Tokens) {
			continue
		}
		for j, form := range candidate.Rest {
			if p.Tokens[at+j].Norm != form || p.breaks(at+j) {
				continue next
			}
		}
		return len(candidate.Rest), candidate.Word
	}
	return 0, nil
}

// breaks says whether what stands before a token parts it from the one before.
func (p *List) breaks(at int) bool {
	gap := p.Tokens[at].Before
	if !gap.Has(text.Stop | text.Question | text.Colon | text.Sign) {
		return false
	}
	// 5:30, 17.30 and p.m. are one; so is what stands behind an abbreviation: 5 p.m. tomorrow, Mar. 5.
	return gap.Has(text.Space|text.Question|text.Sign) && len(p.Tokens[at-1].Norm) > len("sept")
}

// At is the item at a place; outside of the sentence stands none that is anything.
func (p *List) At(i int) *Item {
	if i < 0 || i >= len(p.Items) {
		return nowhere
	}
	return &p.Items[i]
}

// Has says whether an item is of any of the classes, in whatever company.
func (p *List) Has(i int, of words.Class) bool { return p.At(i).Word.Class&of != 0 }

// Joined says whether an item follows the one before it in the same clause and is of any of the classes.
func (p *List) Joined(i int, of words.Class) bool { return !p.At(i).Parted && p.Has(i, of) }

// Plays says whether a word plays any of the roles.
func (p *List) Plays(i int, of words.Role) bool { return p.At(i).Word.Role&of != 0 }

// SkipRole is Skip for a word that plays a role.
func (p *List) SkipRole(i int, of words.Role) int {
	if !p.At(i).Parted && p.Plays(i, of) {
		return i + 1
	}
	return i
}

// Skip returns the place behind an item if it is joined and of any of the classes, else the same place.
func (p *List) Skip(i int, of words.Class) int {
	if p.Joined(i, of) {
		return i + 1
	}
	return i
}

// Touches says whether nothing but one of the signs stands between an item and the one before it.
func (p *List) Touches(i int, sign text.Gap) bool {
	return i > 0 && i < len(p.Items) && p.Tokens[p.Items[i].From].Before == sign
}

// IsDigits says whether an item is a run of digits.
func (p *List) IsDigits(i int) bool { return p.At(i).Value >= 0 }

// Ends says whether a clause may end before an item.
func (p *List) Ends(i int) bool {
	return i >= len(p.Items) || p.Tokens[p.Items[i].From].Before.Ends()
}

// Span returns the tokens of some items, half open.
func (p *List) Span(first, next int) (from, to int) {
	return int(p.Items[first].From), int(p.Items[next-1].To)
}
