package naming

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/text"
)

// The kinds of features.
var (
	ofEnglish = model.Named("English")
	ofWord    = model.Named("word")
	ofPair    = model.Named("two words")
	ofWhole   = model.Named("all that a word stands for")
	ofWholes  = model.Named("all that two words stand for")
	ofMixed   = model.Named("a word and all that the next stands for")
	ofConcept = model.Named("concept")
	ofTaken   = model.Named("says something else")
	ofLeft    = model.Named("is left")
	ofBefore  = model.Named("what stands before")
	ofBehind  = model.Named("what stands behind")
	ofAct     = model.Named("act")
	ofMain    = model.Named("the act that is wanted")
	ofSide    = model.Named("where the act stands")
	ofFirst   = model.Named("from the beginning")
	ofLast    = model.Named("from the end")
	aTime     = model.Named("a time")
	aNumber   = model.Named("a number")
	anEnd     = model.Named("the end")
)

// conceptFeatures are the features of concepts, by their numbers.
var conceptFeatures = func() (all [l.Count]model.Feature) {
	for c := range all {
		all[c] = model.Named(l.Concept(c).String())
	}
	return all
}()

// featurer tells the features of the tokens of a sentence.
type featurer struct {
	s        *clauses.Clauses
	taken    []bool // the tokens that say something else
	kind     model.Feature
	stands   [longest]l.Set             // for what each token does
	wholes   [longest + 1]model.Feature // for all that
	words    [longest + 1]model.Feature // their forms
	acts     [longest]model.Feature     // the acts that they belong to; 0 for none
	from, to int                        // the tokens of the act that is wanted; none where to is not behind from
	room     [roomForFeatures]model.Feature
}

// roomForFeatures is for more than any token has.
const roomForFeatures = 64

func (f *featurer) read(of *Sentence) {
	s := of.Read
	f.s, f.taken, f.kind, f.from = s, of.Taken, model.Feature(of.Kind)+1, len(s.Tokens)
	for _, w := range s.Words {
		for t := w.First; t <= w.Last; t++ {
			f.stands[t] = f.stands[t].Union(w.Concepts)
		}
	}
	for i, a := range s.Acts {
		act := ofAct.With(model.Feature(a.Mood) + 1)
		for w := a.At.From; w < min(a.At.To, len(s.Words)); w++ {
			first, last := s.Words[w].First, s.Words[w].Last
			if i == s.Main {
				act = ofMain.With(model.Feature(a.Mood) + 1)
				f.from, f.to = min(f.from, first), max(f.to, last+1)
			}
			for t := first; t <= last; t++ {
				f.acts[t] = act
			}
		}
	}
	for t := range s.Tokens {
		f.words[t], f.wholes[t] = f.word(t), f.whole(t)
	}
	f.words[len(s.Tokens)], f.wholes[len(s.Tokens)] = anEnd, anEnd
}

func (f *featurer) word(t int) model.Feature {
	if f.s.Tokens[t].Script == text.Number {
		return aNumber
	}
	return model.Bytes(f.s.Keys.Of(t))
}

func (f *featurer) whole(t int) model.Feature {
	whole := ofWhole
	if e := f.s.TimeAt(t); e != nil && e.Time() {
		whole = aTime
	} else {
		var room [24]l.Concept
		for _, c := range f.stands[t].Append(room[:0]) {
			whole = whole.With(conceptFeatures[c])
		}
	}
	if f.taken[t] {
		whole = whole.With(ofTaken)
	}
	return whole
}

// of returns the features of a token, until it is called again. Some are told of each kind of name apart, too.
func (f *featurer) of(t int) []model.Feature {
	behind := f.gap(t + 1)
	all := append(f.room[:0],
		ofWord.With(f.words[t]),
		ofBefore.With(f.words[t]).With(f.gap(t)),
		ofBehind.With(f.words[t]).With(behind),
		ofPair.With(f.words[t]).With(f.words[t+1]).With(behind),
		ofWholes.With(f.wholes[t]).With(f.wholes[t+1]).With(behind),
		ofMixed.With(f.words[t]).With(f.wholes[t+1]),
	)
	of := len(all)
	all = append(all, ofWhole.With(f.wholes[t]), ofBefore.With(f.gap(t)), ofBehind.With(behind), f.side(t),
		ofFirst.With(model.Feature(min(t, edge))), ofLast.With(model.Feature(min(len(f.s.Tokens)-t, edge))))
	if f.s.Language == meaning.English {
		all = append(all, ofEnglish)
	}
	if all = append(all, ofLeft); f.taken[t] {
		all[len(all)-1] = ofTaken
	}
	if f.acts[t] != 0 {
		all = append(all, f.acts[t])
	}
	var room [24]l.Concept
	for _, c := range f.stands[t].Append(room[:0]) {
		all = append(all, ofConcept.With(conceptFeatures[c]))
	}
	for _, feature := range all[of:] {
		all = append(all, feature.With(f.kind))
	}
	return all
}

// edge is how far from the beginning and the end of a sentence its tokens are told apart, and how far from the act three more.
const edge = 3

// gap says whether a sentence begins or ends before a token, whether a mark stands there, or nothing.
func (f *featurer) gap(t int) model.Feature {
	switch {
	case t == 0 || t == len(f.s.Tokens):
		return 1
	case f.s.Tokens[t].Before.Has(text.Comma | text.Colon | text.Question | text.Stop):
		return 2
	}
	return 3
}

// side says on which side of the act that is wanted a token stands, and how far away.
func (f *featurer) side(t int) model.Feature {
	switch {
	case f.to == 0:
		return ofSide
	case t < f.from:
		return ofSide.With(ofBefore).With(model.Feature(min(f.from-t, edge+1)))
	case t >= f.to:
		return ofSide.With(ofBehind).With(model.Feature(min(t+1-f.to, edge+1)))
	}
	return ofSide.With(ofMain)
}

// tellsElse says whether a token tells when something is due or that all of a kind are meant, and not what it is called.
func (f *featurer) tellsElse(t int) bool {
	e := f.s.TimeAt(t)
	return f.taken[t] && e != nil && e.Time() || f.stands[t].Has(l.All)
}
