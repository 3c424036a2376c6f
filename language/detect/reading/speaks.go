package reading

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
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
	if arabic > 0 && arabic*2 >= latin && !s.ordersInEnglish() {
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
	last := len(s.Words) - 1
	ends := s.Is(last, l.Kar, l.Light, l.Is, l.Show, l.Tell) || s.Is(last, l.Perf) && s.Words[last].Languages == l.Roman
	framed := roman > 0 && (ends || s.ofRoman())
	switch {
	case roman > english, roman == english && framed, english == 0 && s.inRoman():
		return meaning.RomanUrdu
	}
	return meaning.English
}

// ordersInEnglish says whether a sentence begins with an order in English, and ends with no verb of Urdu: its Urdu words are of a name.
func (s *Reading) ordersInEnglish() bool {
	first, last := s.Tokens[0], s.Tokens[len(s.Tokens)-1]
	if first.Script != text.Latin || last.Script != text.Arabic && last.Script != text.Latin {
		return false
	}
	ends := last.Script == text.Arabic && s.Is(len(s.Words)-1, l.Kar, l.Light, l.Is, l.Show, l.Tell, l.Perf, l.Imp)
	to := false
	for i := range s.Words {
		to = to || s.Is(i, l.To, l.As) && s.Words[i].Languages&l.English != 0
	}
	return s.Is(0, l.Rename, l.Verb) && to && !ends
}

// ofRoman says whether a particle of Roman Urdu joins loanwords: ramzan ka calendar, 20 march ko fajr.
func (s *Reading) ofRoman() bool {
	for i := 1; i < len(s.Words)-1; i++ {
		joins := s.Is(i, l.Ka) || s.Is(i, l.Ko) && s.endsTime(i)
		if joins && s.Words[i].Languages == l.Roman {
			return true
		}
	}
	return false
}

// endsTime says whether a day or a time ends before a word, or with it.
func (s *Reading) endsTime(i int) bool {
	first := s.Words[i].First
	return slices.ContainsFunc(s.Times, func(e when.Expression) bool { return e.To == first || e.To == first+1 })
}

// inRoman says whether a name of a place is followed by the postposition that English has as another word: multan me maghrib.
func (s *Reading) inRoman() bool {
	return slices.ContainsFunc([]Span{s.Place.CityAt, s.Place.AreaAt}, func(at Span) bool {
		i := s.WordAt(at.To)
		return !at.Empty() && i < len(s.Words) && s.Is(i, l.In) && s.Words[i].Languages&l.Roman != 0
	})
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
	return s.Forms.QuestionVerbs[s.Norm(i)] && !s.Contracted(s.Words[i].First) && !s.orders(i) && !s.softens(i)
}

// softens says whether words of which the first may begin a question are a courtesy before an order: do the needful regarding X.
func (s *Reading) softens(i int) bool {
	return s.Is(i, l.Polite) && !s.Is(i, l.Can, l.You) && s.Words[i].Last > s.Words[i].First
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
