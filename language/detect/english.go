package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// englishAct reads a verb of English, or a loan in Urdu that nothing carries.
func (s *clauseReading) englishAct(i int) act {
	w := s.words[i]
	a := act{is: w.Concepts, at: span{i, i + 1}, mood: mentioned}
	switch {
	case !w.Concepts.Has(l.Base) && w.Concepts.Has(l.Loan) && !w.Concepts.Has(l.Past):
		a.negated = s.is(i-1, l.Not)
		if s.denies(i) {
			a.at.to, a.negated = i+2, true
		}
	case s.language != English && s.denies(i):
		a.at.to, a.negated = i+2, true
	case w.Concepts.Has(l.Base) && w.Concepts.Has(l.Give, l.Tell) && s.obliged(i-1):
		a.is, a.mood = l.Set{}.With(l.Deed), spoken // I have to give fidya
	case w.Concepts.Has(l.Base):
		a.mood, a.negated = s.englishMood(i)
	case w.Concepts.Has(l.Past) && i > 0 && s.Tokens[s.words[i-1].Last].Norm == "be":
		a.mood, a.negated = wished, s.negatedBefore(i) // it needs to be deleted
	case w.Concepts.Has(l.Past) && a.is.Meets(commands) && s.wantedTo(i):
		a.mood = wished // I want it marked complete
	case w.Concepts.Has(l.Past):
		a.mood, a.negated = told, s.negatedBefore(i)
	case w.Concepts.Has(l.Gerund), w.Concepts.Has(l.Third):
		a.mood = spoken
		a.negated = s.is(i-1, l.Not)
		if s.is(i-1, l.Polite) && s.is(i-1, l.Can) {
			a.mood = ordered // would you mind deleting
		}
	}
	if a.mood == mentioned && w.Concepts.Has(l.Past) {
		a.mood = told
		if m, negated := s.englishMood(i); m == ordered && w.Concepts.Has(l.Base) {
			a.mood, a.negated = m, negated
		}
	}
	return a
}

// englishMood says what the words before a verb make of it.
func (s *clauseReading) englishMood(i int) (mood, bool) {
	j := i - 1
	for j >= 0 && s.is(j, l.Filler, l.Polite, l.But, l.Also) && !s.is(j, l.Not, l.Want, l.To, l.Can) && !s.parted(j+1) {
		j--
	}
	switch {
	case j < 0, s.parted(j + 1):
		return ordered, false
	case s.is(j, l.Question):
		return told, false // did I finish
	case s.is(j, l.Dont), s.is(j, l.Not), s.is(j, l.You) && s.is(j-1, l.Dont), s.negatedBefore(i) && !s.is(j, l.You, l.To) &&
		s.is(j-1, l.You):
		return ordered, true
	case s.is(j, l.Want):
		return wished, s.negatedBefore(j)
	case s.is(j, l.To):
		return s.infinitive(j)
	case s.is(j, l.You) && (s.is(j-1, l.Can, l.Want, l.Is) || j == 0), s.is(j, l.Can) && s.is(j-1, l.You):
		return ordered, s.negatedBefore(j)
	case s.is(j, l.Can), s.is(j, l.And, l.Then, l.Instead), s.is(j, l.Let), s.is(j, l.Greeting, l.Thanks, l.Yes, l.No, l.Help, l.Sorry):
		return ordered, false
	case s.is(j, l.Me) && s.is(j-1, l.Let):
		return ordered, false
	case s.is(j, l.Me) && s.is(j-1, l.Is) && !s.is(j-1, l.Me):
		return told, false // did I finish
	case s.is(j, l.Me) && s.is(j-1, l.Can):
		if j == 1 && s.weAsk() {
			return ordered, false
		}
		return spoken, false
	}
	return mentioned, s.is(j, l.Not)
}

// infinitive reads what stands before "to": I want you to, help me to, and whatever is only spoken of.
func (s *clauseReading) infinitive(to int) (mood, bool) {
	j := to - 1
	for s.is(j, l.You, l.Me) {
		j--
	}
	if s.is(j, l.Question) {
		return spoken, false // do I have to
	}
	if s.is(j, l.Want, l.Can) {
		return wished, s.negatedBefore(j)
	}
	return spoken, s.negatedBefore(to)
}

// negatedBefore says whether one of the few words before says no.
func (s *clauseReading) negatedBefore(i int) bool {
	for j := i - 1; j >= 0 && j >= i-4 && !s.parted(j+1); j-- {
		if s.is(j, l.Not) {
			return true
		}
	}
	return false
}

// obliged says whether a word tells that I must do what follows: gotta, have to.
func (s *clauseReading) obliged(i int) bool {
	if !s.is(i, l.Want) {
		return false
	}
	switch s.Tokens[s.words[i].Last].Norm {
	case "to":
		return !s.is(i+1, l.Want) && s.Tokens[s.words[i].First].Norm != "want" && !s.is(i+2, l.Me, l.You)
	case "gotta", "must":
		return !s.is(i+2, l.Me, l.You)
	}
	return false
}

// wantedTo says whether a participle tells what is wanted of a task: I only want it marked complete.
func (s *clauseReading) wantedTo(i int) bool {
	if i == 0 || !s.is(i-1, l.It, l.Task) && !s.id.holds(s.words[i-1].Last) {
		return false
	}
	for j := i - 1; j >= max(0, i-6) && !s.parted(j+1); j-- {
		if s.is(j, l.Want) {
			return !s.negatedBefore(j)
		}
	}
	return false
}
