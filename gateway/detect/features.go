package detect

import (
	"github.com/salaatflow/platform/gateway/detect/lexicon"
	"github.com/salaatflow/platform/gateway/detect/model"
	"github.com/salaatflow/platform/gateway/detect/text"
	"github.com/salaatflow/platform/gateway/detect/when"
)

// Features are what the model decides by.
//
// Features returns those of a sentence, for training.
func (d *Detector) Features(in Input) []model.Feature {
	s := d.read(in.Text)
	f := s.facts(NoTopic)
	return d.features(s, &f)
}

// The kinds of features. What a feature says must not depend on numbers that change when a concept is added: they are
// hashes of names.
var (
	ofWord     = model.Named("word")
	ofWords    = model.Named("two words")
	ofPart     = model.Named("part of a word")
	ofSkip     = model.Named("a word, later another")
	ofConcept  = model.Named("concept")
	ofConcepts = model.Named("two concepts")
	ofLater    = model.Named("a concept, later another")
	ofForm     = model.Named("form")
	ofForms    = model.Named("two forms")
	ofThree    = model.Named("three concepts")
	ofFirst    = model.Named("at the beginning")
	ofLast     = model.Named("at the end")
	ofFact     = model.Named("fact")
	ofFacts    = model.Named("two facts")
	ofRule     = model.Named("a rule that holds")
	ofChoice   = model.Named("the first rule that holds")
	ofAct      = model.Named("act")
	ofMain     = model.Named("the act that is wanted")
	ofLength   = model.Named("length")
	ofStrays   = model.Named("strays")
	aNumber    = model.Named("a number")
	aTime      = model.Named("a time")
	anArea     = model.Named("an area")
	aCity      = model.Named("a city")
	aMasjid    = model.Named("a masjid's name")
	unknownOne = model.Named("an unknown word")
	theID      = model.Named("a task's number")
	ofDomain   = model.Named("what the sentence is about")
	yes        = model.Named("yes")
)

// conceptFeatures and factFeatures are the features of concepts and facts, by their numbers.
var (
	conceptFeatures = func() (all [lexicon.Count]model.Feature) {
		for c := range all {
			all[c] = model.Named(lexicon.Concept(c).String())
		}
		return all
	}()
	factFeatures = func() (all [factCount]model.Feature) {
		for f := range all {
			all[f] = model.Named(factNames[f])
		}
		return all
	}()
)

// featurer collects the features of a sentence.
type featurer struct {
	*sentence
	found []model.Feature
	room  [longestKeys]byte
	units []unit
	seen  [seenSize]model.Feature // those found, at their hash or behind it
}

const seenSize = 2048

const longestKeys = 64

// most is how many features of a sentence count; those of longer ones than people write are cut.
const most = 1500

func (d *Detector) features(s *sentence, f *facts) []model.Feature {
	c := featurer{sentence: s, found: make([]model.Feature, 0, 640)}
	c.ofTokens()
	c.ofUnits()
	c.ofActs()
	c.ofFacts(f)
	c.ofDomain(f)
	d.ofRules(&c, f)
	return c.found
}

// add adds a feature that is not there yet: what is said twice does not count twice.
func (c *featurer) add(f model.Feature) {
	at := f % seenSize
	for c.seen[at] != 0 {
		if c.seen[at] == f {
			return
		}
		at = (at + 1) % seenSize
	}
	if len(c.found) < most {
		c.seen[at] = f
		c.found = append(c.found, f)
	}
}

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
	case c.place.areaAt.holds(i):
		return anArea
	}
	key := append(append(c.room[:0], ' '), c.key(i)...)
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

// forms are the concepts that say in which form a word is.
var forms = lexicon.Set{}.With(
	lexicon.Verb, lexicon.Stem, lexicon.Imp, lexicon.Inf, lexicon.Perf, lexicon.Hab, lexicon.Fut, lexicon.Base, lexicon.Third,
	lexicon.Past, lexicon.Gerund, lexicon.Light, lexicon.Loan, lexicon.State,
)

func (c *featurer) ofUnits() {
	c.units = make([]unit, 0, len(c.words))
	for i := range c.words {
		c.addUnit(i)
	}
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
		if i > 1 {
			c.add(ofThree.With(c.units[i-2].whole).With(c.units[i-1].whole).With(u.whole))
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
	first := c.words[i].First
	u := c.unitOf(i, first)
	if n := len(c.units); n > 0 && u.n == 0 && c.units[n-1] == u {
		return
	}
	c.units = append(c.units, u)
}

func (c *featurer) unitOf(i, first int) unit {
	switch {
	case c.place.areaAt.holds(first):
		return unit{whole: anArea, formed: anArea}
	case c.place.cityAt.holds(first):
		return unit{whole: aCity, formed: aCity}
	case c.id.holds(first):
		return unit{whole: theID, formed: theID}
	case c.masjid.holds(first) && c.bare(i):
		return unit{whole: aMasjid, formed: aMasjid}
	}
	if e := c.timeAt(first); e != nil && e.Time() {
		c.conceptsIn(i)
		kind := aTime.With(model.Feature(e.Has &^ when.Number))
		return unit{whole: aTime, formed: kind}
	}
	if c.Tokens[first].Script == text.Number {
		return unit{whole: aNumber, formed: aNumber}
	}
	return c.unitOfConcepts(c.words[i].Concepts)
}

// conceptsIn adds what a word within a time stands for.
func (c *featurer) conceptsIn(i int) {
	var room [12]lexicon.Concept
	for _, concept := range c.words[i].Concepts.Append(room[:0]) {
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
		if forms.Has(concept) {
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

// ofActs adds what is done, and how it is said.
func (c *featurer) ofActs() {
	for i, a := range c.acts {
		how := ofAct.With(model.Feature(a.mood) + 1)
		if a.negated {
			how = how.With(yes)
		}
		var room [12]lexicon.Concept
		what := lexicon.Set.Append(a.is, room[:0])
		for _, concept := range what {
			if forms.Has(concept) {
				continue
			}
			c.add(how.With(conceptFeatures[concept]))
			if i == c.main {
				c.add(ofMain.With(how).With(conceptFeatures[concept]))
			}
			if i == len(c.acts)-1 {
				c.add(ofLast.With(how).With(conceptFeatures[concept]))
			}
		}
	}
}

// ofFacts adds the facts that hold, and pairs of them with what is done.
func (c *featurer) ofFacts(f *facts) {
	var held [factCount]model.Feature
	n := 0
	for i := range factCount {
		if f.is(i) {
			held[n] = factFeatures[i]
			n++
		}
	}
	for i, a := range held[:n] {
		c.add(ofFact.With(a))
		for _, b := range held[:i] {
			c.add(ofFacts.With(a).With(b))
		}
	}
	c.add(ofStrays.With(model.Feature(min(f.strays, 5) + 1)))
}

// ofRules adds the rules that hold.
func (d *Detector) ofRules(c *featurer, f *facts) {
	first := true
	for i := range d.rules.rules {
		rule := &d.rules.rules[i]
		if !rule.holds(f) {
			continue
		}
		name := model.Named(rule.name)
		c.add(ofRule.With(name))
		if first {
			c.add(ofChoice.With(name))
			c.add(ofChoice.With(model.Named(string(rule.intent))))
		}
		first = false
	}
}

// domains are the things that tools are about.
var domains = [...]lexicon.Set{
	lexicon.Set{}.With(lexicon.Task, lexicon.List),
	lexicon.Set{}.With(lexicon.Masjid),
	lexicon.Set{}.With(lexicon.Prayer, lexicon.Namaz, lexicon.Jamaat, lexicon.Iftar, lexicon.Sehri),
	lexicon.Set{}.With(lexicon.Hadith),
	lexicon.Set{}.With(lexicon.Self, lexicon.Profile, lexicon.Account),
	lexicon.Set{}.With(lexicon.Foreign, lexicon.ForeignVerb, lexicon.Smalltalk),
}

// ofDomain adds which of the things that tools are about the sentence names, and which it does not, with what else tells
// what is wanted: a time that is asked for is another one where no prayer is named.
func (c *featurer) ofDomain(f *facts) {
	named := model.Feature(1)
	for i, domain := range domains {
		if c.all.Meets(domain) {
			named |= 2 << i
		}
	}
	if f.is(id) {
		named |= 2 << len(domains)
	}
	named = ofDomain.With(named)
	c.add(named)
	for i := range factCount {
		if f.is(i) {
			c.add(named.With(factFeatures[i]))
		}
	}
	c.add(named.With(ofStrays).With(model.Feature(min(f.strays, 5) + 1)))
	if n := len(c.units); n > 0 {
		c.add(named.With(ofFirst).With(c.units[0].whole))
		c.add(named.With(ofLast).With(c.units[n-1].formed))
	}
	for _, u := range c.units {
		c.add(named.With(u.whole))
	}
	if c.main >= 0 {
		a := c.acts[c.main]
		how := named.With(ofMain).With(model.Feature(a.mood) + 1)
		if a.negated {
			how = how.With(yes)
		}
		c.add(how.With(c.unitOfConcepts(a.is).whole))
	}
}
