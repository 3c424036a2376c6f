package understand

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/text"
)

// FeaturesOf returns what the model decides by: of a sentence, and of what was spoken of before it.
func (d *Decider) FeaturesOf(c *clauses.Clauses, about meaning.Topic) []model.Feature {
	f := featurer{Clauses: c, found: make([]model.Feature, 0, 64+24*len(c.Tokens))}
	if d.Has(Spellings) {
		f.ofTokens()
	}
	if f.readUnits(); d.Has(Concepts) {
		f.ofUnits()
	}
	if d.Has(Acts) {
		f.ofActs()
	}
	if d.Has(Marks) {
		f.ofMarks()
	}
	if d.Has(Domains) {
		f.ofDomain(f.domain())
	}
	if d.Has(Topic) && about != meaning.NoTopic {
		f.ofDomain(ofTopic.With(model.Feature(about)))
		f.ofTopic(model.Feature(about))
	}
	return f.found
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
	ofMark     = model.Named("a mark")
	ofTopic    = model.Named("what was spoken of")
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

// conceptFeatures are the features of concepts, by their numbers.
var conceptFeatures = func() (all [lexicon.Count]model.Feature) {
	for c := range all {
		all[c] = model.Named(lexicon.Concept(c).String())
	}
	return all
}()

// featurer collects the features of a sentence.
type featurer struct {
	*clauses.Clauses
	found []model.Feature
	room  [longestKeys]byte
	units []unit
	seen  [seenSize]model.Feature // those found, at their hash or behind it
}

const seenSize = 2048

const longestKeys = 64

// most is how many features of a sentence count; those of longer ones than people write are cut.
const most = 1500

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

// ofMarks adds whether a question mark ends the sentence, and what parts the words, with those beside it.
func (c *featurer) ofMarks() {
	n := len(c.Words)
	if n == 0 {
		return
	}
	if c.After(n - 1).Has(text.Question) {
		c.add(ofMark.With(ofLast))
		c.add(ofMark.With(ofFirst).With(c.units[0].whole))
	}
	for i := 1; i < n; i++ {
		if gap := kindOf(c.Before(i)); gap != 0 {
			mark := ofMark.With(gap)
			c.add(mark)
			c.add(mark.With(ofFirst).With(c.unitOf(i, c.Words[i].First).whole))
			c.add(mark.With(ofLast).With(c.unitOf(i-1, c.Words[i-1].First).whole))
		}
	}
}

// kindOf is what parts words in a gap; 0 for nothing but space.
func kindOf(gap text.Gap) model.Feature {
	return model.Feature(gap & (text.Comma | text.Stop | text.Question | text.Colon | text.Dash | text.Quote))
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

// domain is which of the things that tools are about the sentence names, and which it does not.
func (c *featurer) domain() model.Feature {
	named := model.Feature(1)
	for i, domain := range domains {
		if c.All.Meets(domain) {
			named |= 2 << i
		}
	}
	for i, holds := range [...]bool{!c.ID.Empty(), c.Moments(), c.Asks(), c.Main < 0} {
		if holds {
			named |= 2 << (len(domains) + i)
		}
	}
	return ofDomain.With(named)
}

// ofDomain adds what the sentence is about with what else tells what is wanted: a time that is asked for is another one where no prayer is
// named.
func (c *featurer) ofDomain(named model.Feature) {
	c.add(named)
	c.add(named.With(ofStrays).With(model.Feature(min(Strays(c.Clauses), 5) + 1)))
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

// ofTopic adds each word with what was spoken of before, and how long the sentence is: short ones go on with it.
func (c *featurer) ofTopic(about model.Feature) {
	topic := ofTopic.With(about)
	c.add(topic.With(c.domain()))
	c.add(topic.With(ofLength).With(model.Feature(min(len(c.units), 12)/2 + 1)))
	for _, u := range c.units {
		c.add(topic.With(ofConcept).With(u.whole))
	}
}

// Strays counts the words that nothing is known of, outside of names of places and masjids.
func Strays(c *clauses.Clauses) (count int) {
	for i, w := range c.Words {
		if w.Concepts.Empty() && !c.Masjid.Holds(w.First) && !c.Place.AreaAt.Holds(w.First) && !c.Place.CityAt.Holds(w.First) &&
			c.TimeAt(w.First) == nil && c.Tokens[w.First].Script != text.Number && !c.Joins(i) {
			count++
		}
		if w.Concepts.Has(lexicon.Foreign, lexicon.ForeignVerb) && !c.Masjid.Holds(w.First) {
			count++
		}
	}
	return count
}
