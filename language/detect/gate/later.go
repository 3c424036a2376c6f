package gate

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/forms"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// Later says whether what is ordered is for when something will have happened: when I finish, mark it; ho jaye to hata
// dena; khatam hone ke baad.
func Later(c *clauses.Clauses, named map[string]bool) bool {
	s := sentence{c}
	for i := range s.Tokens {
		if s.TimeAt(i) != nil || i > 0 && named[s.Tokens[i].Norm] && len(named) > 1 {
			continue
		}
		if s.opens(&s.ClauseWords.English, i) || !s.name(i) && s.opens(&s.ClauseWords.Urdu, i) || s.afterwards(i, named) {
			return true
		}
	}
	return false
}

// Postpones says whether a task that is named by its number is to be finished or removed at a time to come: tomorrow, after
// Isha. A time behind "for", "due" and the like tells of the task.
func Postpones(s *clauses.Clauses, intent meaning.Intent, slots meaning.Slots, in meaning.Input) bool {
	if intent != meaning.CompleteTask && intent != meaning.DeleteTask || slots.TaskID == nil || s.Main < 0 ||
		s.Acts[s.Main].Mood == clauses.Told {
		return false
	}
	times := slices.DeleteFunc(s.TimesOf(), func(e when.Expression) bool {
		before := s.WordAt(e.From) - 1
		ofThing := s.Is(before, l.For, l.Date, l.Of, l.From, l.Ka, l.Task) || s.Is(s.WordAt(e.To), l.Ka, l.Wala)
		return ofThing || !s.SameClause(before+1, s.Acts[s.Main].At.From) || tellsWhy(s, s.Acts[s.Main].At.To, before)
	})
	m := due.Resolve(in.Options(false), times...)
	now := in.Now.In(in.Zone)
	switch {
	case len(times) == 0:
		return false
	case m.Relation != when.NoRelation:
		return true
	case len(m.Due) > len("2006-01-02"):
		return m.Due > now.Format("2006-01-02T15:04:05")
	}
	return m.Due > now.Format("2006-01-02")
}

// tellsWhy says whether in English a clause begins between two words that tells why: scrap it because they are open on Sundays.
func tellsWhy(s *clauses.Clauses, from, to int) bool {
	for i := from; i < to && s.Language == meaning.English; i++ {
		if s.Forms.Joints.Always[s.Norm(i)] && !s.Is(i, l.If) {
			return true
		}
	}
	return false
}

// opens says whether a clause begins at a token by which an order is not for now.
func (s sentence) opens(o *forms.Openers, token int) bool {
	length := o.Openers.At(s.Tokens, token)
	if length == 0 {
		if length = o.Led.At(s.Tokens, token); length == 0 || !s.led(o, token+length) {
			return false
		}
	}
	next := token + length
	if next >= len(s.Tokens) || s.Tokens[next].Before.Ends() || o.But.At(s.Tokens, next) > 0 || o.Except.At(s.Tokens, token) > 0 ||
		o.Except.At(s.Tokens, token-1) > 0 {
		return false
	}
	if w := s.WordAt(token); w < len(s.Words) && s.Words[w].First == token && s.Is(w, l.Polite, l.Filler) {
		return false // if possible is one word
	}
	return !s.tellsPast(o, next)
}

// name says whether a token that may open a clause of Urdu is a name in English: my flu jab.
func (s sentence) name(token int) bool {
	return s.Language == meaning.English && s.Bare(s.WordAt(token))
}

// shortGerund is the length of words that may end as a gerund and are none: doing, thing.
const shortGerund = 5

// led says whether a clause follows "after", and not a noun: after I finish, after finishing.
func (s sentence) led(o *forms.Openers, token int) bool {
	if o.Subjects.At(s.Tokens, token) > 0 {
		return true
	}
	return token < len(s.Tokens) && len(s.Tokens[token].Norm) > shortGerund && s.Forms.Grammar.Gerunds.End(s.Tokens[token].Norm)
}

// tellsPast says whether the clause from a token on tells what has been.
func (s sentence) tellsPast(o *forms.Openers, from int) bool {
	for i := from; i < len(s.Tokens) && (i == from || !s.Tokens[i].Before.Ends()); i++ {
		w := s.WordAt(i)
		past := w < len(s.Words) && s.Words[w].First == i && s.Is(w, l.Past) && !s.Is(w, l.Base) && s.Words[w].Languages&l.English != 0 &&
			!s.Is(w-1, l.It, l.Task, l.Mark) && !s.ID.Holds(i-1) // … mark it done
		if (past || o.Past.At(s.Tokens, i) > 0) && o.Still.At(s.Tokens, i-1) == 0 {
			return true
		}
	}
	return false
}

// afterwards says whether an infinitive of Urdu with "after" begins at a token, and an order follows it.
func (s sentence) afterwards(token int, named map[string]bool) bool {
	w := s.WordAt(token)
	if w >= len(s.Words) || s.Words[w].First != token || !s.Is(w, l.Inf) || s.Main < 0 || s.Acts[s.Main].At.From <= w || s.Parted(w+1) {
		return false
	}
	at := s.Words[w].Last + 1
	length := s.ClauseWords.Afterwards.Phrases.At(s.Tokens, at)
	if length == 0 || at+length >= len(s.Tokens) {
		return false
	}
	return s.ClauseWords.Afterwards.But.At(s.Tokens, at+length) == 0 && !named[s.Tokens[at+length].Norm]
}
