package making

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// Ordered returns the acts of a sentence and the one that makes the task. In English an order that stands apart from the thing has all its
// words (write this down, put that on so I don't forget), and one that follows something told with no mark between them is the order
// all the same (please before I start the dinner put X on my list).
func (s Sentence) Ordered() (acts []clauses.Act, main int) {
	main = s.First()
	if s.Language != meaning.English {
		return s.inUrdu(main)
	}
	if main >= 0 && s.Is(s.Acts[main].At.From, l.Note) && !s.Acts[main].Does(l.Note) {
		acts = slices.Clone(s.Acts)
		acts[main].Is = s.Words[acts[main].At.From].Concepts // put down bring the kettle back
		return acts, main
	}
	if main < 0 || !s.makes(s.Acts[main]) || s.pointsBehind(s.Acts[main].At.From) {
		for i := range s.Words {
			if words := s.jotted(i); !words.Empty() && (main < 0 || !s.makes(s.Acts[main]) || s.Acts[main].At.From == i) {
				return s.with(clauses.Act{Is: l.Set{}.With(l.Put, l.Verb), At: words, Mood: clauses.Ordered})
			}
		}
	}
	if main >= 0 {
		return s.Acts, main
	}
	for i, a := range s.Acts {
		if s.Asked(a) {
			acts = slices.Clone(s.Acts)
			acts[i].Mood = clauses.Ordered
			return acts, i
		}
	}
	return s.Acts, main
}

// with are the acts of a sentence with one more, and which of them it is.
func (s Sentence) with(more clauses.Act) (acts []clauses.Act, at int) {
	for _, a := range s.Acts {
		if a.At.Touches(more.At) {
			continue
		}
		if a.At.From < more.At.From {
			at = len(acts) + 1
		}
		acts = append(acts, a)
	}
	return slices.Insert(acts, at, more), at
}

// makes says whether an act by itself orders that something be made, and is more than a "don't forget" at the end.
func (s Sentence) makes(a clauses.Act) bool {
	return a.Mood == clauses.Ordered && a.Does(l.Create, l.Make, l.Put, l.Remind) && !s.Is(a.At.From, l.Not)
}

// Asked says whether in English a verb that makes a task stands where it could be told or named, but one is asked politely for it before
// in its clause: please before I start the dinner put X on my list.
func (s Sentence) Asked(a clauses.Act) bool {
	if a.Urdu || a.Negated || !a.Does(l.Create, l.Put, l.Remind) || !s.Is(a.At.From, l.Base) {
		return false
	}
	if a.Mood != clauses.Told && a.Mood != clauses.Mentioned || s.Is(a.At.From-1, l.Me, l.Someone, l.You, l.Not, l.Is, l.To) {
		return false
	}
	for i := a.At.From - 1; i >= 0; i-- {
		if s.Is(i, l.Polite) && !s.Is(i+1, l.Not) {
			return true
		}
		if s.Parted(i) {
			break
		}
	}
	return false
}

// jotted are the words with a verb at their beginning by which in English it is ordered that this or that be noted: write this down, put
// that on, stick it in there for me; with the courtesies behind them.
func (s Sentence) jotted(verb int) reading.Span {
	jotting, token := &s.Forms.Jotting, s.Words[verb].First
	if token+2 >= len(s.Tokens) || !jotting.Verbs[s.Tokens[token].Norm] || !jotting.Objects[s.Tokens[token+1].Norm] {
		return reading.Span{}
	}
	if s.Is(verb-1, l.Me, l.Someone, l.Not) && !s.Parted(verb) || s.Tokens[token+1].Before.Ends() {
		return reading.Span{}
	}
	behind := token + 2
	for n := 1; n > 0 && behind < len(s.Tokens) && !s.Tokens[behind].Before.Ends(); behind += n {
		n = jotting.Particles.At(s.Tokens, behind)
	}
	if behind == token+2 {
		return reading.Span{}
	}
	to := s.WordAt(behind)
	for to < len(s.Words) && !s.Parted(to) && s.courtesy(to) {
		to++
	}
	return reading.Span{From: verb, To: to}
}

// courtesy says whether a word behind an order only softens it: will you dear.
func (s Sentence) courtesy(i int) bool {
	return s.Is(i, l.Polite, l.Can, l.You, l.Filler) && !s.Is(i, l.To, l.Then) || s.Forms.Endearments[s.Norm(i)]
}

// pointsBehind says whether this or that stands behind a verb.
func (s Sentence) pointsBehind(verb int) bool {
	token := s.Words[verb].First + 1
	return token < len(s.Tokens) && s.Forms.Jotting.Objects[s.Tokens[token].Norm]
}
