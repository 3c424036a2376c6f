package understand

import (
	"github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// ofTokens adds the words as they are spelled, but for what people spell in many ways: alone, beside each other, and
// their parts.
func (c *featurer) ofTokens() {
	var room [24]model.Feature
	words := room[:0]
	for i := range c.Tokens {
		word := c.spelled(i)
		words = append(words, word)
		c.add(ofWord.With(word))
		n := len(words) - 1
		if n > 0 {
			c.add(ofWords.With(words[n-1]).With(word))
		}
		for j := max(0, n-4); j < n-1; j++ {
			c.add(ofSkip.With(words[j]).With(word))
		}
	}
	if n := len(words); n > 0 {
		c.add(ofFirst.With(words[0]))
		c.add(ofLast.With(words[n-1]))
	}
}

// spelled is the feature of a token's spelling; its parts are added.
func (c *featurer) spelled(i int) model.Feature {
	token := c.Tokens[i]
	switch {
	case token.Script == text.Number:
		return aNumber
	case c.Place.AreaAt.Holds(i):
		return anArea
	}
	key := append(append(c.room[:0], ' '), c.Key(i)...)
	word := model.Bytes(key[1:])
	key = append(key, ' ')
	step := 1
	if token.Script == text.Arabic {
		step = 2
	}
	for n := 3; n <= 4; n++ {
		for from := 0; ; {
			to := letters(key, from, n, step)
			if to < 0 {
				break
			}
			c.add(ofPart.With(model.Bytes(key[from:to])))
			if key[from] == ' ' {
				from++
			} else {
				from += step
			}
		}
	}
	return word
}

// letters finds the end of n letters from a byte on; -1 where there are fewer. The spaces around a word are one byte.
func letters(key []byte, from, n, step int) int {
	for ; n > 0; n-- {
		if from >= len(key) {
			return -1
		}
		if key[from] == ' ' {
			from++
		} else {
			from += step
		}
	}
	if from > len(key) {
		return -1
	}
	return from
}

// unit is a word, or a run of words that are one thing: a time, a name.
type unit struct {
	whole  model.Feature    // all that it stands for, but for its form
	formed model.Feature    // and its form
	parts  [4]model.Feature // what it stands for
	n      int
}

// inflections are the concepts that say in which form a word is.
var inflections = lexicon.Set{}.With(
	lexicon.Verb, lexicon.Stem, lexicon.Imp, lexicon.Inf, lexicon.Perf, lexicon.Hab, lexicon.Fut, lexicon.Base, lexicon.Third,
	lexicon.Past, lexicon.Gerund, lexicon.Light, lexicon.Loan, lexicon.State,
)

// readUnits reads the words into units.
func (c *featurer) readUnits() {
	c.units = make([]unit, 0, len(c.Words))
	for i := range c.Words {
		c.addUnit(i)
	}
}

// ofUnits adds the concepts, alone, beside each other and in order.
func (c *featurer) ofUnits() {
	for i, u := range c.units {
		c.add(ofConcept.With(u.whole))
		if u.formed != u.whole {
			c.add(ofForm.With(u.formed))
		}
		if u.n > 1 {
			for _, p := range u.parts[:u.n] {
				c.add(ofConcept.With(p))
			}
		}
		if i > 0 {
			c.pair(c.units[i-1], u)
		}
		for j := max(0, i-5); j < i-1; j++ {
			c.add(ofLater.With(c.units[j].whole).With(u.whole))
		}
	}
	if n := len(c.units); n > 0 {
		c.add(ofFirst.With(c.units[0].formed))
		c.add(ofLast.With(c.units[n-1].formed))
		if n > 1 {
			c.add(ofFirst.With(c.units[0].formed).With(c.units[1].formed))
			c.add(ofLast.With(c.units[n-2].formed).With(c.units[n-1].formed))
		}
		c.add(ofLength.With(model.Feature(min(n, 12)/2 + 1)))
	}
}

// pair adds what it says that two units stand beside each other.
func (c *featurer) pair(a, b unit) {
	c.add(ofConcepts.With(a.whole).With(b.whole))
	if a.formed != a.whole || b.formed != b.whole {
		c.add(ofForms.With(a.formed).With(b.formed))
	}
	if a.n*b.n <= 1 {
		return
	}
	for _, p := range a.parts[:a.n] {
		for _, q := range b.parts[:b.n] {
			c.add(ofConcepts.With(p).With(q))
		}
	}
}

// addUnit adds the unit that a word is, or begins; the other words of a name or time add nothing.
func (c *featurer) addUnit(i int) {
	first := c.Words[i].First
	u := c.unitOf(i, first)
	if n := len(c.units); n > 0 && u.n == 0 && c.units[n-1] == u {
		return
	}
	c.units = append(c.units, u)
}

func (c *featurer) unitOf(i, first int) unit {
	switch {
	case c.Place.AreaAt.Holds(first):
		return unit{whole: anArea, formed: anArea}
	case c.Place.CityAt.Holds(first):
		return unit{whole: aCity, formed: aCity}
	case c.ID.Holds(first):
		return unit{whole: theID, formed: theID}
	case c.Masjid.Holds(first) && c.Bare(i):
		return unit{whole: aMasjid, formed: aMasjid}
	}
	if e := c.TimeAt(first); e != nil && e.Time() {
		c.conceptsIn(i)
		kind := aTime.With(model.Feature(e.Has &^ when.Number))
		return unit{whole: aTime, formed: kind}
	}
	if c.Tokens[first].Script == text.Number {
		return unit{whole: aNumber, formed: aNumber}
	}
	return c.unitOfConcepts(c.Words[i].Concepts)
}

// conceptsIn adds what a word within a time stands for.
func (c *featurer) conceptsIn(i int) {
	var room [12]lexicon.Concept
	for _, concept := range c.Words[i].Concepts.Append(room[:0]) {
		c.add(aTime.With(conceptFeatures[concept]))
	}
}

func (c *featurer) unitOfConcepts(set lexicon.Set) (u unit) {
	if set.Empty() {
		return unit{whole: unknownOne, formed: unknownOne}
	}
	var room [12]lexicon.Concept
	u.whole, u.formed = ofConcept, ofForm
	for _, concept := range set.Append(room[:0]) {
		f := conceptFeatures[concept]
		u.formed = u.formed.With(f)
		if inflections.Has(concept) {
			continue
		}
		u.whole = u.whole.With(f)
		if u.n < len(u.parts) {
			u.parts[u.n] = f
			u.n++
		}
	}
	if u.n == 0 {
		u.whole = u.formed
	}
	return u
}
