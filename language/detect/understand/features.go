package understand

import (
	"math/bits"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
)

// FeaturesOf returns what the model decides by, for training.
func (d *Decider) FeaturesOf(c *clauses.Clauses) []model.Feature {
	f := Find(c, meaning.NoTopic)
	v := d.rules.decide(&f)
	return d.features(sentence{c}, &f, &v)
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
	sentence
	found []model.Feature
	room  [longestKeys]byte
	units []unit
	seen  [seenSize]model.Feature // those found, at their hash or behind it
}

const seenSize = 2048

const longestKeys = 64

// most is how many features of a sentence count; those of longer ones than people write are cut.
const most = 1500

func (d *Decider) features(s sentence, f *Findings, v *verdict) []model.Feature {
	c := featurer{sentence: s, found: make([]model.Feature, 0, 64+24*len(s.Tokens))}
	if d.Has(Spellings) {
		c.ofTokens()
	}
	if c.readUnits(); d.Has(Concepts) {
		c.ofUnits()
	}
	if d.Has(Acts) {
		c.ofActs()
	}
	if d.Has(Facts) {
		c.ofFacts(f)
	}
	if d.Has(Domains) {
		c.ofDomain(f)
	}
	if d.Has(Rules) {
		c.ofRules(d.rules, v)
	}
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

// ofActs adds what is done, and how it is said.
func (c *featurer) ofActs() {
	for i, a := range c.Acts {
		how := ofAct.With(model.Feature(a.Mood) + 1)
		if a.Negated {
			how = how.With(yes)
		}
		var room [12]lexicon.Concept
		what := lexicon.Set.Append(a.Is, room[:0])
		for _, concept := range what {
			if inflections.Has(concept) {
				continue
			}
			c.add(how.With(conceptFeatures[concept]))
			if i == c.Main {
				c.add(ofMain.With(how).With(conceptFeatures[concept]))
			}
			if i == len(c.Acts)-1 {
				c.add(ofLast.With(how).With(conceptFeatures[concept]))
			}
		}
	}
}

// ofFacts adds the facts that hold, and pairs of them with what is done.
func (c *featurer) ofFacts(f *Findings) {
	var held [factCount]model.Feature
	n := 0
	for i := range factCount {
		if f.Is(i) {
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
	c.add(ofStrays.With(model.Feature(min(f.Strays, 5) + 1)))
}

// ofRules adds the rules that hold.
func (c *featurer) ofRules(r *rules, v *verdict) {
	first := true
	for i, held := range v.held {
		for ; held != 0; held &= held - 1 {
			rule := &r.rules[i*64+bits.TrailingZeros64(held)]
			c.add(rule.held)
			if first {
				c.add(rule.chose)
				c.add(ofChoice.With(model.Named(string(rule.intent))))
			}
			first = false
		}
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
func (c *featurer) ofDomain(f *Findings) {
	named := model.Feature(1)
	for i, domain := range domains {
		if c.All.Meets(domain) {
			named |= 2 << i
		}
	}
	if f.Is(id) {
		named |= 2 << len(domains)
	}
	named = ofDomain.With(named)
	c.add(named)
	for i := range factCount {
		if f.Is(i) {
			c.add(named.With(factFeatures[i]))
		}
	}
	c.add(named.With(ofStrays).With(model.Feature(min(f.Strays, 5) + 1)))
	if n := len(c.units); n > 0 {
		c.add(named.With(ofFirst).With(c.units[0].whole))
		c.add(named.With(ofLast).With(c.units[n-1].formed))
	}
	if c.Main >= 0 {
		a := c.Acts[c.Main]
		how := named.With(ofMain).With(model.Feature(a.Mood) + 1)
		if a.Negated {
			how = how.With(yes)
		}
		c.add(how.With(c.unitOfConcepts(a.Is).whole))
	}
}
