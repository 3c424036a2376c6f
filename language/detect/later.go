package detect

import (
	"slices"
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/when"
)

// later says whether what is ordered is for when something will have happened: when I finish, mark it; ho jaye to hata
// dena; khatam hone ke baad.
func later(c *clauseReading, named map[string]bool) bool {
	s := gateSentence{c}
	for i := range s.Tokens {
		if s.timeAt(i) != nil || i > 0 && named[s.Tokens[i].Norm] && len(named) > 1 {
			continue
		}
		if s.opens(&s.clauses.English, i) || s.opens(&s.clauses.Urdu, i) || s.afterwards(i, named) {
			return true
		}
	}
	return false
}

// postpones says whether a task that is named by its number is to be finished or removed at a time to come: tomorrow, after
// Isha. A time behind "for", "due" and the like tells of the task.
func postpones(s *clauseReading, intent Intent, slots Slots, in Input) bool {
	if intent != CompleteTask && intent != DeleteTask || slots.TaskID == nil || s.main < 0 || s.acts[s.main].mood == told {
		return false
	}
	times := slices.DeleteFunc(s.timesOf(), func(e when.Expression) bool {
		before := s.wordAt(e.From) - 1
		return !s.sameClause(before+1, s.acts[s.main].at.from) || s.is(before, l.For, l.Date, l.Of, l.From, l.Ka, l.Task) ||
			s.is(s.wordAt(e.To), l.Ka, l.Wala)
	})
	m := when.Resolve(in.Options(false), times...)
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

// opens says whether a clause begins at a token by which an order is not for now.
func (s gateSentence) opens(o *openers, token int) bool {
	length := o.Openers.at(s.Tokens, token)
	if length == 0 {
		if length = o.Led.at(s.Tokens, token); length == 0 || !s.led(o, token+length) {
			return false
		}
	}
	next := token + length
	if next >= len(s.Tokens) || s.Tokens[next].Before.Ends() || o.But.at(s.Tokens, next) > 0 || o.Except.at(s.Tokens, token) > 0 ||
		o.Except.at(s.Tokens, token-1) > 0 {
		return false
	}
	if w := s.wordAt(token); w < len(s.words) && s.words[w].First == token && s.is(w, l.Polite, l.Filler) {
		return false // if possible is one word
	}
	return !s.tellsPast(o, next)
}

// led says whether a clause follows "after", and not a noun: after I finish, after finishing.
func (s gateSentence) led(o *openers, token int) bool {
	if o.Subjects.at(s.Tokens, token) > 0 {
		return true
	}
	return token < len(s.Tokens) && len(s.Tokens[token].Norm) > len("doing") && strings.HasSuffix(s.Tokens[token].Norm, "ing")
}

// tellsPast says whether the clause from a token on tells what has been.
func (s gateSentence) tellsPast(o *openers, from int) bool {
	for i := from; i < len(s.Tokens) && (i == from || !s.Tokens[i].Before.Ends()); i++ {
		w := s.wordAt(i)
		past := w < len(s.words) && s.words[w].First == i && s.is(w, l.Past) && !s.is(w, l.Base) && s.words[w].Languages&l.English != 0 &&
			!s.is(w-1, l.It, l.Task, l.Mark) && !s.id.holds(i-1) // … mark it done
		if (past || o.Past.at(s.Tokens, i) > 0) && o.Still.at(s.Tokens, i-1) == 0 {
			return true
		}
	}
	return false
}

// afterwards says whether an infinitive of Urdu with "after" begins at a token, and an order follows it.
func (s gateSentence) afterwards(token int, named map[string]bool) bool {
	w := s.wordAt(token)
	if w >= len(s.words) || s.words[w].First != token || !s.is(w, l.Inf) || s.main < 0 || s.acts[s.main].at.from <= w || s.parted(w+1) {
		return false
	}
	at := s.words[w].Last + 1
	length := s.clauses.Afterwards.Phrases.at(s.Tokens, at)
	if length == 0 || at+length >= len(s.Tokens) {
		return false
	}
	return s.clauses.Afterwards.But.at(s.Tokens, at+length) == 0 && !named[s.Tokens[at+length].Norm]
}
