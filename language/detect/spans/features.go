package spans

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/text"
)

var conceptFeatures = func() (all [l.Count]model.Feature) {
	for c := range all {
		all[c] = model.Named(l.Concept(c).String())
	}
	return all
}()

var (
	anEnd   = model.Named("the end")
	aNumber = model.Named("a number")
	aTime   = model.Named("a time")
	aPlace  = model.Named("a place")
	anAct   = model.Named("an act")
	theMain = model.Named("the act that is wanted")
)

// featurer tells the features of the tokens of a sentence.
type featurer struct {
	s      *Sentence
	known  [about][Longest + 2*around]model.Feature
	stands [Longest]l.Set
	room   [256]model.Feature
}

func (f *featurer) read(s *Sentence) {
	f.s = s
	for _, w := range s.Words {
		for t := w.First; t <= min(w.Last, len(s.Tokens)-1); t++ {
			f.stands[t] = f.stands[t].Union(w.Concepts)
		}
	}
	n := len(s.Tokens)
	for what := range f.known {
		for d := range around {
			f.known[what][d], f.known[what][around+n+d] = anEnd, anEnd
		}
	}
	for t := range s.Tokens {
		p := t + around
		f.known[form][p], f.known[key][p] = f.word(t)
		f.known[class][p] = f.class(t)
		f.known[gap][p] = f.gap(t)
		f.known[act][p] = 1
	}
	f.known[gap][around+n] = 1
	f.acts()
	f.things()
}

// things tells how far behind each token a word for a task stands, and which are said once more.
func (f *featurer) things() {
	away, parted := model.Feature(0), model.Feature(0)
	for t := len(f.s.Tokens) - 1; t >= 0; t-- {
		p := t + around
		if f.stands[t].Has(l.Task, l.Wala, l.Reminder) || f.s.Forms.Grammar.One[f.s.Tokens[t].Norm] {
			away, parted = 1, 0
			f.known[thing][p] = 100
		} else {
			f.known[thing][p] = min(away, 5) + 10*parted + 1
			if away > 0 {
				away++
			}
		}
		if f.s.Tokens[t].Before.Ends() {
			parted = min(parted+1, 2)
		}
		f.known[again][p] = 1
		for o := range f.s.Tokens {
			if o != t && f.known[key][o+around] == f.known[key][p] && f.stands[t].Empty() {
				f.known[again][p] = 2 + b(o < t)
			}
		}
	}
}

func (f *featurer) word(t int) (form, key model.Feature) {
	token := &f.s.Tokens[t]
	if token.Script == text.Number {
		return aNumber.With(model.Feature(min(len(token.Norm), 3))), aNumber
	}
	return model.Bytes([]byte(token.Norm)), model.Bytes(f.s.Keys.Of(t))
}

func (f *featurer) class(t int) model.Feature {
	if e := f.s.TimeAt(t); e != nil {
		if e.Time() && !e.Loose {
			return aTime.With(model.Feature(e.Has))
		} else if !e.Time() {
			return aNumber
		}
	}
	if f.s.Tokens[t].Script == text.Number {
		return aNumber
	}
	whole := model.Feature(2)
	var room [24]l.Concept
	for _, c := range f.stands[t].Append(room[:0]) {
		whole = whole.With(conceptFeatures[c])
	}
	if f.s.Place.CityAt.Holds(t) || f.s.Place.AreaAt.Holds(t) {
		whole = whole.With(aPlace)
	}
	return whole
}

func (f *featurer) gap(t int) model.Feature {
	if t == 0 {
		return 1
	}
	g := f.s.Tokens[t].Before
	switch {
	case g.Has(text.Quote):
		return 3
	case g.Has(text.Colon):
		return 4
	case g.Has(text.Comma | text.Question | text.Stop):
		return 2
	case g.Ends():
		return 6
	case g == text.Dash:
		return 7
	}
	return 5
}

func (f *featurer) acts() {
	s := f.s
	from, to := len(s.Tokens), 0
	for i, a := range s.Acts {
		of := anAct
		if i == s.Main {
			of = theMain
		}
		of = of.With(model.Feature(a.Mood) + 1)
		for w := a.At.From; w < min(a.At.To, len(s.Words)); w++ {
			first, last := s.Words[w].First, s.Words[w].Last
			if i == s.Main {
				from, to = min(from, first), max(to, last+1)
			}
			for t := first; t <= last; t++ {
				f.known[act][t+around] = of
			}
		}
	}
	for t := range s.Tokens {
		at := model.Feature(9)
		switch {
		case to == 0:
		case t < from:
			at = 10 + model.Feature(min(from-t, 4))
		case t >= to:
			at = 20 + model.Feature(min(t+1-to, 4))
		default:
			at = 30
		}
		if to > 0 && f.s.PartedTokens(t, from, to) {
			at += 40
		}
		f.known[side][t+around] = at
	}
}

// of returns the features of a token, until it is called again.
func (f *featurer) of(t int) []model.Feature {
	p, kind := t+around, model.Feature(f.s.Kind)+1
	all := f.room[:0]
	for i := range templates {
		if templates[i].kind && f.s.Kind == NoKind {
			continue // it would say no more than without
		}
		feature := model.Feature(i) + 1000
		for _, of := range templates[i].parts {
			feature = feature.With(f.known[of.what][p+int(of.away)])
		}
		if templates[i].kind {
			feature = feature.With(kind)
		}
		all = append(all, feature)
	}
	english := model.Feature(0)
	if f.s.Language == meaning.English {
		english = 1
	}
	n := len(f.s.Tokens)
	one := func(k model.Feature, of ...model.Feature) {
		for _, o := range of {
			k = k.With(o)
		}
		all = append(all, k)
	}
	one(1, kind)
	one(2, kind, english)
	one(3, kind, model.Feature(min(t, 5)))
	one(4, kind, model.Feature(min(n-t, 5)))
	one(5, kind, f.quoted(t))
	var room [24]l.Concept
	for _, c := range f.stands[t].Append(room[:0]) {
		x := conceptFeatures[c]
		one(10, x)
		one(11, x, kind)
		one(12, x, f.known[class][p-1])
		one(13, x, f.known[class][p+1])
	}
	if e := f.s.TimeAt(t); e != nil {
		at := model.Feature(0)
		if e.From == t {
			at = 1
		}
		if e.To == t+1 {
			at += 2
		}
		one(14, model.Feature(e.Has), at)
		one(15, model.Feature(e.Has), at, kind)
		one(16, b(e.Loose), b(e.Former), at)
	}
	return f.grams(all, f.s.Tokens[t].Norm)
}

func b(x bool) model.Feature {
	if x {
		return 1
	}
	return 0
}

// quoted says whether a token stands in quotation marks.
func (f *featurer) quoted(t int) model.Feature {
	open := 0
	for i := 0; i <= t; i++ {
		if f.s.Tokens[i].Before.Has(text.Quote) {
			open++
		}
	}
	return model.Feature(open % 2)
}

// grams adds the parts of a word.
func (f *featurer) grams(all []model.Feature, word string) []model.Feature {
	var ends [20]int
	n := 0
	for i := range word {
		if n == len(ends)-1 {
			break
		}
		ends[n] = i
		n++
	}
	ends[n] = len(word)
	for size := 2; size <= 4; size++ {
		for i := 0; i+size <= n && len(all) < len(f.room); i++ {
			at := 50 + b(i == 0) + 2*b(i+size == n)
			all = append(all, at.With(model.Bytes([]byte(word[ends[i]:ends[i+size]]))))
		}
	}
	return all
}

// Features are those of each token, for training.
func (s *Sentence) Features() [][]model.Feature {
	var f featurer
	f.read(s)
	all := make([][]model.Feature, len(s.Tokens))
	for t := range all {
		all[t] = append([]model.Feature(nil), f.of(t)...)
	}
	return all
}

// Contexts are what labels follow each other in, of each token.
func (s *Sentence) Contexts() []int {
	all := make([]int, len(s.Tokens))
	for t := range all {
		all[t] = s.context(t)
	}
	return all
}

// context is the kind of the sentence, and whether a mark stands before a token.
func (s *Sentence) context(t int) int {
	if s.Tokens[t].Before.Ends() {
		return 2*int(s.Kind) + 1
	}
	return 2 * int(s.Kind)
}
