package clauses

import (
	"github.com/salaatflow/platform/language/detect/forms"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/when"
)

// verbApart reads a verb of English whose particle stands behind what it is done to: take task 3 out, strike the gym one
// off, put the laundry off till Monday. What it is done to must be a task, for trash is taken out too.
func (s *Clauses) verbApart(i int) (Act, bool) {
	if s.Language != meaning.English {
		return Act{}, false
	}
	means := s.apart(s.Tokens[s.Words[i].First].Norm)
	if means.verb.Empty() || s.Is(i+1, l.Any) {
		return Act{}, false
	}
	task := means.plain || s.plainNumber(i+1)
	for j := i + 1; j < min(i+8, len(s.Words)) && (j == i+1 || !s.Parted(j)); j++ {
		if e := s.TimeAt(s.Words[j].First); e != nil && e.Is(when.Number) {
			task = task || s.ID.Holds(s.Words[j].First) || s.Is(j, l.One)
			continue
		}
		if particle := s.Tokens[s.Words[j].First].Norm; j > i+1 && means.particles[particle] {
			return s.withParticle(i, j, means.verb, task || s.Is(j, l.List) || s.takesOff(i, j))
		}
		task = task || s.Is(j, l.Task, l.One)
	}
	return Act{}, false
}

// takesOff says whether a verb and "off" behind its object can only be said of a task: take the dentist off, but take my coat off, take
// Friday off.
func (s *Clauses) takesOff(verb, particle int) bool {
	of := &s.Forms.Apart
	if !of.Off.Verbs[s.Norm(verb)] || !of.Off.Particles[s.Norm(particle)] {
		return false
	}
	for i := verb + 1; i < particle; i++ {
		if of.Worn[s.Norm(i)] || s.TimeHolds(i) {
			return false
		}
	}
	return true
}

// plainNumber says whether a word is a number, and tells no time.
func (s *Clauses) plainNumber(i int) bool {
	if i >= len(s.Words) {
		return false
	}
	_, _, ok := s.Num(s.Words[i].First)
	return ok && !s.TimeHolds(i)
}

// withParticle is the act of a verb and its particle, where what stands between them is a task or not.
func (s *Clauses) withParticle(verb, particle int, does l.Set, task bool) (Act, bool) {
	next := particle + 1
	dated := does.Has(l.Move) && (s.Is(next, l.To, l.Until) || next < len(s.Words) && s.TimeHolds(next))
	switch {
	case !dated && !s.endsParticle(next):
		return Act{}, false
	case !dated && !task:
		return s.chore(verb, does)
	}
	return s.apartAct(verb, particle, does)
}

// apartAct is the act of a verb and its particle, if it is an order. The particle is no part of what it is done to.
func (s *Clauses) apartAct(verb, particle int, does l.Set) (Act, bool) {
	mood, negated := s.englishMood(verb)
	if mood != Ordered && mood != Wished {
		return Act{}, false
	}
	s.Words[particle].Word = &l.Word{Concepts: l.Set{}.With(l.Filler), Languages: l.English}
	return Act{Is: does, At: reading.Span{From: verb, To: verb + 1}, Mood: mood, Negated: negated}, true
}

// endsParticle says whether what follows a particle is only where it is taken from.
func (s *Clauses) endsParticle(i int) bool {
	for s.Is(i, l.Of, l.From, l.The, l.My, l.List, l.Filler, l.Polite) && !s.Parted(i) {
		i++
	}
	return s.Parted(i) || s.Is(i, l.And, l.Then, l.But, l.Now, l.As) || s.TimeHolds(i)
}

// parts of a verb that may stand apart.
type parts struct {
	verb      l.Set
	particles forms.Set
	plain     bool // what it is done to is a task without being called one
}

// What verbs mean with their particles.
var (
	removing  = l.Set{}.With(l.Delete, l.Verb)
	finishing = l.Set{}.With(l.Finish, l.Mark, l.Verb)
	moving    = l.Set{}.With(l.Move, l.Verb)
)

// apart is what a verb means with a particle behind its object.
func (s *Clauses) apart(norm string) parts {
	of := &s.Forms.Apart
	switch {
	case of.Remove.Verbs[norm]:
		return parts{removing, of.Remove.Particles, of.Plain[norm]}
	case of.Finish.Verbs[norm]:
		return parts{finishing, of.Finish.Particles, of.Plain[norm]}
	case of.Put.Verbs[norm]:
		return parts{moving, of.Put.Particles, of.Plain[norm]}
	case of.Push.Verbs[norm]:
		return parts{moving, of.Push.Particles, of.Plain[norm]}
	case of.Deem.Verbs[norm]:
		return parts{finishing, of.Deem.Particles, of.Plain[norm]}
	}
	return parts{}
}

// chore is the act of taking out what is no task: take the trash out.
func (s *Clauses) chore(verb int, does l.Set) (Act, bool) {
	mood, negated := s.englishMood(verb)
	if mood != Ordered || !does.Has(l.Delete) || s.Is(verb+1, l.It, l.This, l.Ordinal) {
		return Act{}, false
	}
	return Act{Is: l.Set{}.With(l.ForeignVerb, l.Deed), At: reading.Span{From: verb, To: verb + 1}, Mood: mood, Negated: negated}, true
}
