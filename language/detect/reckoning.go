package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// method finds the method by which times are to be reckoned, and the tokens that name it.
func (s slotSentence) method() (name string, at span) {
	for i := range s.Tokens {
		for _, method := range s.mentions.names {
			of := s.mentions.Methods[method]
			if n := of.Alone.at(s.Tokens, i); n > at.to-at.from {
				name, at = method, span{i, i + n}
			}
			if n := of.With.at(s.Tokens, i); n > at.to-at.from && s.marked(i, i+n) {
				name, at = method, span{i, i + n}
			}
		}
	}
	return name, at
}

// marked says whether a word beside some tokens says that they name a method.
func (s slotSentence) marked(from, to int) bool {
	return s.mentions.Markers.Behind.at(s.Tokens, to) > 0 || s.mentions.Markers.Before.behind(s.Tokens, from)
}

// school finds the school by which asr is to be reckoned, and the tokens that name it.
func (s slotSentence) school() (name string, at span) {
	for i := range s.Tokens {
		for _, school := range [...]string{"hanafi", "shafi"} {
			n := s.mentions.Schools[school].at(s.Tokens, i)
			if n > 0 && name != "" && name != school {
				return "", span{} // both are spoken of
			}
			if n > at.to-at.from {
				name, at = school, span{i, i + n}
			}
		}
	}
	return name, at
}

// unknownMethod finds what stands where a method is named, and is none that is known: by the foo method, foo ke mutabiq.
func (s slotSentence) unknownMethod() (string, span) {
	for i := 1; i < len(s.Tokens); i++ {
		if s.mentions.Markers.Unknown.at(s.Tokens, i) == 0 {
			continue
		}
		if at := s.nameEnding(i); !at.empty() {
			return text.Tidy(s.Between(at.from, at.to-1)), at
		}
	}
	for i := range s.Tokens {
		n := s.mentions.Markers.Before.at(s.Tokens, i)
		if n == 0 || s.language != English || s.Tokens[i].Norm == "per" || i+n >= len(s.Tokens) {
			continue
		}
		if at := s.nameBeginning(i + n); !at.empty() && at.to == len(s.Tokens) {
			return text.Tidy(s.Between(at.from, at.to-1)), at
		}
	}
	return "", span{}
}

// askOfTime is what is asked of a prayer's time besides when it begins.
func (s slotSentence) askOfTime(c *Cues) {
	if !s.has(l.Prayer) {
		return
	}
	begun, ends, until := false, false, s.says(s.mentions.UntilWhen)
	for i := range s.Tokens {
		begun = begun || s.mentions.Begun.at(s.Tokens, i) > 0
		ends = ends || s.mentions.Ends.at(s.Tokens, i) > 0
	}
	asksYes := s.language == English && s.forms.QuestionVerbs[s.Tokens[0].Norm] || s.language != English && begun
	whenAsked := s.has(l.When, l.Which) || s.language == English && s.has(l.What)
	c.HowLong = !until && (s.has(l.Left, l.HowMuch) || s.has(l.Until) && s.has(l.HowMany, l.How))
	c.Ends = (ends || until) && !c.HowLong
	c.Begun = asksYes && !whenAsked && !c.HowLong
}

// says says whether one of the runs is anywhere in the sentence.
func (s slotSentence) says(r runs) bool {
	for i := range s.Tokens {
		if r.at(s.Tokens, i) > 0 {
			return true
		}
	}
	return false
}
