package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// englishAct reads a verb of English, or a loan in Urdu that nothing carries.
func (s *Clauses) englishAct(i int) Act {
	a := s.englishVerb(i)
	if a.Is.Meets(Commands) && s.Requests(i) {
		a.Mood, a.Negated = Ordered, false
	}
	return a
}

// englishVerb reads it with no eye to how it is asked for.
func (s *Clauses) englishVerb(i int) Act {
	w := s.Words[i]
	a := Act{Is: w.Concepts, At: reading.Span{From: i, To: i + 1}, Mood: Mentioned}
	switch {
	case !w.Concepts.Has(l.Base) && w.Concepts.Has(l.Loan) && !w.Concepts.Has(l.Past):
		a.Negated = s.Is(i-1, l.Not)
		if s.denies(i) {
			a.At.To, a.Negated = i+2, true
		}
	case s.Language != meaning.English && s.denies(i):
		a.At.To, a.Negated = i+2, true
	case w.Concepts.Has(l.Base) && w.Concepts.Has(l.Give, l.Tell) && s.obliged(i-1):
		a.Is, a.Mood = l.Set{}.With(l.Deed), Spoken // I have to give fidya
	case s.mayOrder(i):
		a.Mood, a.Negated = s.englishMood(i)
	case w.Concepts.Has(l.Past):
		a.Mood, a.Negated = s.participle(i)
	case w.Concepts.Has(l.Gerund), w.Concepts.Has(l.Third):
		a.Mood = Spoken
		a.Negated = s.Is(i-1, l.Not)
		if s.Is(i-1, l.Polite) && s.Is(i-1, l.Can) {
			a.Mood = Ordered // would you mind deleting
		}
	}
	if a.Mood == Mentioned && w.Concepts.Has(l.Past) {
		a.Mood = Told
		if m, negated := s.englishMood(i); m == Ordered && w.Concepts.Has(l.Base) {
			a.Mood, a.Negated = m, negated
		}
	}
	return a
}

// mayOrder says whether a verb is in the form of an order, and no participle: set, but not "could a reminder be set".
func (s *Clauses) mayOrder(i int) bool {
	return s.Is(i, l.Base) && (!s.Is(i, l.Past) || i == 0 || !s.Forms.Grammar.Be[s.Tokens[s.Words[i-1].Last].Norm])
}

// participle says what the words before a participle make of it.
func (s *Clauses) participle(i int) (mood, bool) {
	switch {
	case i > 0 && s.Forms.Grammar.Be[s.Tokens[s.Words[i-1].Last].Norm]:
		return Wished, s.negatedBefore(i) // it needs to be deleted
	case s.Words[i].Concepts.Meets(Commands) && s.wantedTo(i):
		return Wished, false // I want it marked complete
	case s.Words[i].Concepts.Meets(Commands) && s.hasDone(i):
		return Ordered, false // have them removed
	}
	return Told, s.negatedBefore(i)
}

// englishMood says what the words before a verb make of it.
func (s *Clauses) englishMood(i int) (mood, bool) {
	j := i - 1
	for j >= 0 && s.Is(j, l.Filler, l.Polite, l.But, l.Also) && !s.Is(j, l.Not, l.Want, l.To, l.Can) && !s.Parted(j+1) {
		j--
	}
	switch {
	case j < 0, s.Parted(j + 1), s.Before(j + 1).Has(text.Sign):
		return Ordered, false
	case s.Is(j, l.Question):
		return Told, false // did I finish
	case s.forbids(i, j):
		return Ordered, true
	case s.urges(j):
		return Ordered, false
	case s.Is(j, l.Want):
		return Wished, s.negatedBefore(j)
	case s.Is(j, l.To):
		return s.infinitive(j)
	case s.asksYou(j):
		return Ordered, s.negatedBefore(j)
	case s.Is(j, l.Can) && s.Is(j-1, l.Someone) && s.Language == meaning.English:
		return Spoken, false // nobody can make it
	case s.Is(j, l.Can), s.Is(j, l.And, l.Then, l.Instead), s.Is(j, l.Let), s.Is(j, l.Greeting, l.Thanks, l.Yes, l.No, l.Help, l.Sorry):
		return Ordered, false
	case s.Is(j, l.Me):
		return s.moodOfMine(j), false
	}
	if s.ordersIt(i, j) || s.beginsAnew(i, j) {
		return Ordered, false
	}
	return Mentioned, s.Is(j, l.Not)
}

// urges says whether in English a word at the beginning of a clause stresses the order behind it: but do mark 3.
func (s *Clauses) urges(j int) bool {
	return s.Forms.Urging[s.Norm(j)] && (s.Parted(j) || s.Is(j-1, l.But, l.And, l.Then, l.Filler, l.Polite, l.Sorry))
}

// asksYou says whether in English a word before a verb leads to what you are asked to do: can you, I want you, you can.
func (s *Clauses) asksYou(j int) bool {
	return s.Is(j, l.You) && (s.Is(j-1, l.Can, l.Want, l.Is) || j == 0) || s.Is(j, l.Can) && s.Is(j-1, l.You)
}

// forbids says whether in English the word before a verb, j, forbids what the verb does: don't, you don't, you never.
func (s *Clauses) forbids(i, j int) bool {
	answers := j == 0 && i > 1 && s.Is(j, l.No) && !s.Is(j, l.Dont) // no just delete it
	if s.Is(j, l.Dont, l.Not) && !answers || s.Is(j, l.You) && s.Is(j-1, l.Dont) {
		return true
	}
	return s.negatedBefore(i) && !answers && !s.Is(j, l.You, l.To) && s.Is(j-1, l.You)
}

// beginsAnew says whether in English a verb begins what is ordered behind what is told before it with no mark between them: I'm in a rush
// but put down X, before I forget put down X. j is the word before that is no courtesy.
func (s *Clauses) beginsAnew(i, j int) bool {
	if s.Language != meaning.English {
		return false
	}
	for k := j + 1; k < i; k++ {
		if s.Forms.Joints.Always[s.Norm(k)] && s.Is(k, l.But) {
			return true
		}
	}
	return s.Forms.Asides.EndAt(s.Tokens, s.Words[i].First) > 0
}

// ordersIt says whether a verb orders something to be done to what was told right before, with no mark between them: the poster is due
// Monday put it on my list. j is the word before.
func (s *Clauses) ordersIt(i, j int) bool {
	w := s.Words[i]
	ofIt := w.Last > w.First && s.Forms.Grammar.It[s.Tokens[w.First+1].Norm] // mark it off
	ofIt = ofIt || s.Is(i+1, l.It) || s.Is(i+1, l.This) && s.TimeHolds(j)
	if s.Language != meaning.English || !ofIt || !w.Concepts.Meets(Commands) || s.Is(j, l.Not, l.Me, l.You, l.Someone, l.Is, l.To) {
		return false
	}
	if w.Concepts.Has(l.Past) {
		return s.Is(i+2, l.On) && s.Is(i+4, l.List) || s.TimeHolds(j) // dad put it back is told
	}
	return true
}

// moodOfMine says what "I", "me" or "we" makes of the verb that follows, by what stands before it.
func (s *Clauses) moodOfMine(me int) mood {
	switch {
	case s.Is(me-1, l.Let):
		return Ordered
	case s.Is(me-1, l.Is) && !s.Is(me-1, l.Me):
		return Told // did I finish
	case s.Is(me-1, l.Can) && me == 1 && s.WeAsk():
		return Ordered
	case s.Is(me-1, l.Can):
		return Spoken
	}
	return Mentioned
}

// infinitive reads what stands before "to": I want you to, help me to, and whatever is only spoken of.
func (s *Clauses) infinitive(to int) (mood, bool) {
	j := to - 1
	for s.Is(j, l.You, l.Me) {
		j--
	}
	if s.Is(j, l.Question) {
		return Spoken, false // do I have to
	}
	if s.Is(j, l.Want, l.Can) {
		return Wished, s.negatedBefore(j)
	}
	return Spoken, s.negatedBefore(to)
}

// negatedBefore says whether one of the few words before says no.
func (s *Clauses) negatedBefore(i int) bool {
	for j := i - 1; j >= 0 && j >= i-4 && !s.Parted(j+1); j-- {
		if s.Is(j, l.Not) {
			return true
		}
	}
	return false
}

// obliged says whether a word tells that I must do what follows: gotta, have to.
func (s *Clauses) obliged(i int) bool {
	if !s.Is(i, l.Want) {
		return false
	}
	if s.Is(i+2, l.Me, l.You) {
		return false
	}
	last := s.Tokens[s.Words[i].Last].Norm
	return s.Forms.Grammar.Must[last] || s.Forms.Grammar.To[last] && !s.Is(i+1, l.Want) && !s.Forms.Grammar.Want[s.Norm(i)]
}

// hasDone says whether a participle tells what is to be done to a task that one is asked to have or get so: have them removed, get number 3
// ticked.
func (s *Clauses) hasDone(i int) bool {
	const most = 4 // words of the task
	for j := i - 1; j >= max(0, i-most-1) && !s.Parted(j+1); j-- {
		if s.Forms.HaveDone[s.Norm(j)] {
			begins := j == 0 || s.Parted(j) || s.Is(j-1, l.Polite, l.Filler, l.You, l.And, l.Then)
			done := s.Is(i, l.Finish) && !s.Is(i, l.Mark) // have it done is to do it
			return begins && j < i-1 && !s.Is(i, l.Base) && !done
		}
		if !s.Is(j, l.It, l.Task, l.NumberWord, l.The, l.My, l.One, l.All) && !s.ID.Holds(s.Words[j].First) {
			return false
		}
	}
	return false
}

// wantedTo says whether a participle tells what is wanted of a task: I only want it marked complete.
func (s *Clauses) wantedTo(i int) bool {
	if i > 0 && s.Is(i-1, l.Want) {
		return !s.negatedBefore(i - 1) // the one I want deleted
	}
	if i == 0 || !s.Is(i-1, l.It, l.Task) && !s.ID.Holds(s.Words[i-1].Last) {
		return false
	}
	for j := i - 1; j >= max(0, i-6) && !s.Parted(j+1); j-- {
		if s.Is(j, l.Want) {
			return !s.negatedBefore(j)
		}
	}
	return false
}
