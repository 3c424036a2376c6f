package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// gateSentence is a sentence that is not to write where no write is meant.
type gateSentence struct{ *clauseReading }

// refuses says whether a sentence must not write, whatever it was taken for: a word says no and nothing else accounts
// for it, or it asks instead of ordering. What stands in the name of a task, which slots hold, asks and denies nothing.
func refuses(c *clauseReading, intent Intent, slots Slots) bool {
	if !intent.Writes() {
		return false
	}
	named := namesIn(slots)
	return saysNo(c, 0, intent, named) || doubts(c, intent, named)
}

// saysNo says whether a word, from one on, says no and nothing else accounts for it.
func saysNo(c *clauseReading, from int, intent Intent, named map[string]bool) bool {
	s := gateSentence{c}
	for i := from; i < len(s.words); i++ {
		if s.is(i, l.Not) && !s.accounted(i, intent, named) {
			return true
		}
	}
	return false
}

// doubts says whether the sentence asks, supposes or tells of something instead of ordering it.
func doubts(c *clauseReading, intent Intent, named map[string]bool) bool {
	s := gateSentence{c}
	return s.inquires(intent, named) || s.unmeant(intent, named)
}

// accounted says whether a word that says no is no refusal of what is wanted.
func (s gateSentence) accounted(i int, intent Intent, named map[string]bool) bool {
	norm := s.Tokens[s.words[i].First].Norm
	if s.forms.Softeners[norm] && s.softens(i) {
		return true
	}
	if s.forms.Softeners[norm] && i > 0 && s.future(i-1) && !s.is(i+1, l.Verb) {
		return true // yaad dila dein ge na
	}
	for j, a := range s.acts {
		if a.at.holds(i) && (a.does(l.Remind) && !a.negated || j != s.main && a.negated) {
			return true // don't forget; another thing that is not to be done
		}
	}
	at := span{len(s.words), len(s.words)}
	if s.main >= 0 {
		at = s.acts[s.main].at
	}
	if s.accountedAnywhere(i, intent) || s.answersNo(i) {
		return true
	}
	if s.main < 0 {
		return false
	}
	if m := s.acts[s.main].mood; (m == ordered || m == wished) && i < at.from && s.between(i, at.from) {
		return true
	}
	switch {
	case i < at.from && s.has(l.If):
		return true // if it is no trouble
	case s.acts[s.main].does(l.Remind) && s.acts[s.main].mood == ordered && i > at.to && !s.acts[s.main].urdu:
		return true // remind me never to skip it
	case intent == UpdateTask && (s.is(i-1, l.State, l.Ho, l.Finish) || s.is(i+1, l.State, l.Ho, l.Finish, l.Kar) ||
		s.is(i-1, l.Prayer) || s.is(i+1, l.Prayer)):
		return true // not done yet; not Asr but Maghrib
	case i > at.to && s.parted(i) && !s.is(i, l.Dont) && (s.timeAt(s.words[min(i+1, len(s.words)-1)].First) != nil):
		return true // on Friday, not Saturday
	case intent == CreateTask && named[norm] && (i+2 < at.from || i > at.to) && !s.is(i+1, l.Want):
		return true
	case intent == DeleteTask && s.is(i+1, l.Want) && !s.is(i, l.Dont):
		return true
	}
	return false
}

// answersNo says whether a word at the beginning says no to what was said before, and an order follows: no, delete 5.
func (s gateSentence) answersNo(i int) bool {
	if i != 0 || !s.is(0, l.No) || s.is(0, l.Dont) || !s.parted(1) || s.main < 0 {
		return false
	}
	a := s.acts[s.main]
	return a.mood == ordered && !a.negated && (!s.id.empty() || s.definite())
}

// accountedAnywhere says whether what a word denies is no act, whatever is wanted: no hurry, not urgent, not today.
func (s gateSentence) accountedAnywhere(i int, intent Intent) bool {
	if s.is(i, l.Dont) {
		return i > 0 && i+1 < len(s.words) && s.Tokens[s.words[i-1].First].Norm == s.Tokens[s.words[i+1].First].Norm // kuch na kuch
	}
	if s.is(i+1, l.High, l.Low, l.Medium) || s.is(i-1, l.High, l.Low, l.Medium) {
		return true
	}
	if intent != UpdateTask && intent != CreateTask {
		return false
	}
	return i > 0 && (s.is(i-1, l.Filler) || s.is(i+1, l.Filler)) || // no hurry
		s.manyTimes() && (i+1 < len(s.words) && s.timeHolds(i+1) || i > 0 && s.timeHolds(i-1) && s.endsHere(i+1)) ||
		// not today but tomorrow; kal nahi, parson
		s.is(i+1, l.But) || // not just once
		intent == UpdateTask && s.is(i-1, l.Se, l.In) && !s.is(i+1, l.Verb, l.Loan) // fajr se nahi, isha se
}

// manyTimes says whether more than one time is told, so that one of them may be denied.
func (s gateSentence) manyTimes() bool {
	told := 0
	for i := range s.times {
		if s.times[i].Time() {
			told++
		}
	}
	return told > 1
}

// between says whether a clause ends from one word to another, or what is denied is a wish or a fact.
func (s gateSentence) between(i, to int) bool {
	for j := i + 1; j <= to; j++ {
		if s.parted(j) && (j > i+1 || i > 0) || s.is(j, l.But, l.Instead, l.And, l.Then) && j > i+1 {
			return true
		}
	}
	return s.is(i+1, l.Want) || s.is(i-1, l.Want) && !s.is(i, l.Dont) || s.is(i-1, l.Me) && s.is(i, l.Dont) && s.is(i+1, l.Want)
}

// partedBetween says whether a clause ends from one word to another.
func (s gateSentence) partedBetween(from, to int) bool {
	for j := from + 1; j <= to; j++ {
		if s.parted(j) {
			return true
		}
	}
	return false
}

// softens says whether a word that says no only asks for assent: karo na, hai na, suno na.
func (s gateSentence) softens(i int) bool {
	return s.is(i-1, l.Imp) && s.endsHere(i+1) || s.is(i-1, l.Is, l.Filler, l.Me) && !s.is(i+1, l.Verb) || s.is(i+1, l.Me) &&
		!s.is(i-1, l.Verb)
}
