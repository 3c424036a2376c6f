package reading

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// speaks says which language the sentence is in, by the words that only one has.
func (s *Reading) speaks() meaning.Language {
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
		return meaning.Urdu
	}
	english, roman := 0, 0
	for _, w := range s.Words {
		switch w.Languages {
		case l.English:
			english++
		case l.Roman:
			roman++
		}
	}
	if roman > english || roman == english && roman > 0 && (s.Is(len(s.Words)-1, l.Kar, l.Light, l.Is, l.Show, l.Tell) || s.ofRoman()) {
		return meaning.RomanUrdu
	}
	return meaning.English
}

// ofRoman says whether a particle of Roman Urdu joins loanwords: ramzan ka calendar.
func (s *Reading) ofRoman() bool {
	for i := 1; i < len(s.Words)-1; i++ {
		if s.Is(i, l.Ka) && s.Words[i].Languages == l.Roman {
			return true
		}
	}
	return false
}

// Neutral says whether no word of the sentence tells its language.
func (s *Reading) Neutral() bool {
	for _, token := range s.Tokens {
		if token.Script == text.Arabic {
			return false
		}
	}
	for _, w := range s.Words {
		if w.Languages == l.English || w.Languages == l.Roman {
			return false
		}
	}
	return true
}

// Asks says whether the sentence is a question.
func (s *Reading) Asks() bool {
	if s.Has(l.What, l.Which, l.When, l.Who, l.HowMany, l.HowMuch, l.How, l.Why, l.Question, l.Where) {
		return true
	}
	for _, token := range s.Tokens {
		if token.After.Has(text.Question) {
			return true
		}
	}
	if n := len(s.Words); n > 2 && s.Is(n-1, l.Not) && s.Is(n-2, l.Or, l.Ke) {
		return true // hua ya nahi
	}
	return len(s.Words) > 2 && s.Language == meaning.English && s.BeginsToAsk(0)
}

// BeginsToAsk says whether a word is a verb of English by which a question begins: is, did, and not we're.
func (s *Reading) BeginsToAsk(i int) bool {
	return s.Forms.QuestionVerbs[s.Norm(i)] && !s.Contracted(s.Words[i].First) && !s.orders(i)
}

// orders says whether a verb by which a question may begin orders what a task is to be: have 18 at 7 pm, have the tutor task read X.
func (s *Reading) orders(i int) bool {
	if !s.Forms.Ordering[s.Norm(i)] || s.After(len(s.Words)-1).Has(text.Question) {
		return false
	}
	if s.Is(i+1, l.Past, l.Completed) && !s.Is(i+1, l.Base) || s.Is(i+1, l.It, l.This) && s.Is(i+2, l.Past) && !s.Is(i+2, l.Completed) {
		return true // have done task 10, have them removed
	}
	if s.Is(i+1, l.Task, l.NumberWord) && i+2 < len(s.Words) {
		_, to, number := s.Num(s.Words[i+2].First)
		return number && s.Is(s.WordAt(to), l.Past) // have task 5 moved
	}
	for j := i + 2; j < len(s.Words)-1 && s.Is(i+1, l.The, l.My); j++ {
		if s.Is(j, l.Task, l.One) && !s.OfSeveral(j) && !s.Is(j+1, l.Is, l.Can) && (!s.Is(j+1, l.Past) || s.Is(j+1, l.Base)) {
			return true
		}
	}
	_, to, number := s.Num(s.Words[min(i+1, len(s.Words)-1)].First)
	next := s.WordAt(to)
	return number && next < len(s.Words) && !s.Is(next, l.Ka, l.Task, l.Is, l.Past)
}

// OnlyTalk says whether nothing is said but what answers, thanks or greets.
func (s *Reading) OnlyTalk() bool {
	for i := range s.Words {
		if !s.Is(i, l.Yes, l.No, l.Drop, l.Undo, l.Greeting, l.Thanks, l.Help, l.Sorry,
			l.Filler, l.Polite) {
			return false
		}
	}
	return true
}

// OfSeveral says whether a word of English speaks of several tasks.
func (s *Reading) OfSeveral(i int) bool {
	w := s.Words[i]
	return s.Is(i, l.Task) && w.Languages&l.English != 0 && s.Forms.Grammar.PluralEndings.End(s.Tokens[w.Last].Norm)
}
