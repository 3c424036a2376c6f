package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// speaks says which language the sentence is in, by the words that only one has.
func (s *reading) speaks() Language {
	arabic, latin := 0, 0
	for _, token := range s.Tokens {
		switch token.Script {
		case text.Arabic:
			arabic++
		case text.Latin:
			latin++
		case text.Number, text.Other:
		}
	}
	if arabic > 0 && arabic*2 >= latin {
		return Urdu
	}
	english, roman := 0, 0
	for _, w := range s.words {
		switch w.Languages {
		case l.English:
			english++
		case l.Roman:
			roman++
		}
	}
	if roman > english || roman == english && roman > 0 && (s.is(len(s.words)-1, l.Kar, l.Light, l.Is) || s.ofRoman()) {
		return RomanUrdu
	}
	return English
}

// ofRoman says whether a particle of Roman Urdu joins loanwords: ramzan ka calendar.
func (s *reading) ofRoman() bool {
	for i := 1; i < len(s.words)-1; i++ {
		if s.is(i, l.Ka) && s.words[i].Languages == l.Roman {
			return true
		}
	}
	return false
}

// neutral says whether no word of the sentence tells its language.
func (s *reading) neutral() bool {
	for _, token := range s.Tokens {
		if token.Script == text.Arabic {
			return false
		}
	}
	for _, w := range s.words {
		if w.Languages == l.English || w.Languages == l.Roman {
			return false
		}
	}
	return true
}

// asks says whether the sentence is a question.
func (s *reading) asks() bool {
	if s.has(l.What, l.Which, l.When, l.Who, l.HowMany, l.HowMuch, l.How, l.Why, l.Question, l.Where) {
		return true
	}
	for _, token := range s.Tokens {
		if token.After.Has(text.Question) {
			return true
		}
	}
	if n := len(s.words); n > 2 && s.is(n-1, l.Not) && s.is(n-2, l.Or, l.Ke) {
		return true // hua ya nahi
	}
	return len(s.words) > 2 && s.forms.QuestionVerbs[s.Tokens[0].Norm]
}

// onlyTalk says whether nothing is said but what answers, thanks or greets.
func (s *reading) onlyTalk() bool {
	for i := range s.words {
		if !s.is(i, l.Yes, l.No, l.Drop, l.Undo, l.Greeting, l.Thanks, l.Help, l.Sorry,
			l.Filler, l.Polite) {
			return false
		}
	}
	return true
}
