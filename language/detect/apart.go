package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/when"
)

// verbApart reads a verb of English whose particle stands behind what it is done to: take task 3 out, strike the gym one
// off, put the laundry off till Monday. What it is done to must be a task, for trash is taken out too.
func (s *clauseReading) verbApart(i int) (act, bool) {
	if s.language != English {
		return act{}, false
	}
	means := s.apart(s.Tokens[s.words[i].First].Norm)
	if means.verb.Empty() || s.is(i+1, l.Any) {
		return act{}, false
	}
	task := false
	for j := i + 1; j < min(i+8, len(s.words)) && (j == i+1 || !s.parted(j)); j++ {
		if e := s.timeAt(s.words[j].First); e != nil && e.Is(when.Number) {
			task = task || s.id.holds(s.words[j].First)
			continue
		}
		if particle := s.Tokens[s.words[j].First].Norm; j > i+1 && means.particles[particle] {
			dated := means.verb.Has(l.Move) && s.is(j+1, l.To, l.Until) || means.verb.Has(l.Move) && j+1 < len(s.words) && s.timeHolds(j+1)
			switch {
			case !dated && !s.endsParticle(j+1):
				return act{}, false
			case !dated && !task:
				return s.chore(i, means.verb)
			}
			return s.apartAct(i, j, means.verb)
		}
		task = task || s.is(j, l.Task, l.One)
	}
	return act{}, false
}

// apartAct is the act of a verb and its particle, if it is an order. The particle is no part of what it is done to.
func (s *clauseReading) apartAct(verb, particle int, does l.Set) (act, bool) {
	mood, negated := s.englishMood(verb)
	if mood != ordered && mood != wished {
		return act{}, false
	}
	s.words[particle].Word = &l.Word{Concepts: l.Set{}.With(l.Filler), Languages: l.English}
	return act{is: does, at: span{verb, verb + 1}, mood: mood, negated: negated}, true
}

// endsParticle says whether what follows a particle is only where it is taken from.
func (s *clauseReading) endsParticle(i int) bool {
	for s.is(i, l.Of, l.From, l.The, l.My, l.List, l.Filler, l.Polite) && !s.parted(i) {
		i++
	}
	return s.parted(i) || s.is(i, l.And, l.Then, l.But) || s.timeHolds(i)
}

// parts of a verb that may stand apart.
type parts struct {
	verb      l.Set
	particles formSet
}

// apart is what a verb means with a particle behind its object.
func (s *clauseReading) apart(norm string) parts {
	of := &s.forms.Apart
	for _, kind := range [...]struct {
		verbs apartVerbs
		means l.Set
	}{
		{of.Remove, l.Set{}.With(l.Delete, l.Verb)},
		{of.Finish, l.Set{}.With(l.Finish, l.Mark, l.Verb)},
		{of.Put, l.Set{}.With(l.Move, l.Verb)},
		{of.Push, l.Set{}.With(l.Move, l.Verb)},
	} {
		if kind.verbs.Verbs[norm] {
			return parts{kind.means, kind.verbs.Particles}
		}
	}
	return parts{}
}

// chore is the act of taking out what is no task: take the trash out.
func (s *clauseReading) chore(verb int, does l.Set) (act, bool) {
	mood, negated := s.englishMood(verb)
	if mood != ordered || !does.Has(l.Delete) || s.is(verb+1, l.It, l.This, l.Ordinal) {
		return act{}, false
	}
	return act{is: l.Set{}.With(l.ForeignVerb, l.Deed), at: span{verb, verb + 1}, mood: mood, negated: negated}, true
}
