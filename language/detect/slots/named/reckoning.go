package named

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// method finds the method by which times are to be reckoned, and the tokens that name it.
func (s sentence) method() (name string, at reading.Span) {
	for i := range s.Tokens {
		if !s.Mentions.MayBeMethod(s.Tokens[i].Norm) {
			continue
		}
		for _, method := range s.Mentions.Names {
			of := s.Mentions.Methods[method]
			if n := of.Alone.At(s.Tokens, i); n > at.To-at.From {
				name, at = method, reading.Span{From: i, To: i + n}
			}
			if n := of.With.At(s.Tokens, i); n > at.To-at.From && s.marked(i, i+n) {
				name, at = method, reading.Span{From: i, To: i + n}
			}
		}
	}
	return name, at
}

// marked says whether a word beside some tokens says that they name a method.
func (s sentence) marked(from, to int) bool {
	return s.Mentions.Markers.Behind.At(s.Tokens, to) > 0 || s.Mentions.Markers.Before.Behind(s.Tokens, from)
}

// school finds the school by which asr is to be reckoned, and the tokens that name it.
func (s sentence) school() (name string, at reading.Span) {
	for i := range s.Tokens {
		for _, school := range [...]string{"hanafi", "shafi"} {
			n := s.Mentions.Schools[school].At(s.Tokens, i)
			if n > 0 && name != "" && name != school {
				return "", reading.Span{} // both are spoken of
			}
			if n > at.To-at.From {
				name, at = school, reading.Span{From: i, To: i + n}
			}
		}
	}
	return name, at
}

// unknownMethod finds what stands where a method is named, and is none that is known: by the foo method, foo ke mutabiq.
func (s sentence) unknownMethod() (string, reading.Span) {
	for i := 1; i < len(s.Tokens); i++ {
		if s.Mentions.Markers.Unknown.At(s.Tokens, i) == 0 {
			continue
		}
		if at := s.NameEnding(i); !at.Empty() {
			return text.Tidy(s.Between(at.From, at.To-1)), at
		}
	}
	for i := range s.Tokens {
		n := s.Mentions.Markers.Before.At(s.Tokens, i)
		if n == 0 || s.Language != meaning.English || s.Forms.Grammar.Per[s.Tokens[i].Norm] || i+n >= len(s.Tokens) {
			continue
		}
		if at := s.NameBeginning(i + n); !at.Empty() && at.To == len(s.Tokens) {
			return text.Tidy(s.Between(at.From, at.To-1)), at
		}
	}
	return "", reading.Span{}
}

// askOfTime is what is asked of a prayer's time besides when it begins.
func (s sentence) askOfTime(c *meaning.Cues) {
	if !s.Has(l.Prayer) {
		return
	}
	begun, ends, until := false, false, s.Mentions.UntilWhen.Within(s.Tokens)
	for i := range s.Tokens {
		begun = begun || s.Mentions.Begun.At(s.Tokens, i) > 0
		ends = ends || s.Mentions.Ends.At(s.Tokens, i) > 0
	}
	asksYes := s.Language == meaning.English && s.Forms.QuestionVerbs[s.Tokens[0].Norm] || s.Language != meaning.English && begun
	whenAsked := s.Has(l.When, l.Which) || s.Language == meaning.English && s.Has(l.What)
	c.HowLong = !until && (s.Has(l.Left, l.HowMuch) || s.Has(l.Until) && s.Has(l.HowMany, l.How))
	c.Ends = (ends || until) && !c.HowLong
	c.Begun = asksYes && !whenAsked && !c.HowLong
}
