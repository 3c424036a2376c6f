package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// findID finds the number by which a task is named: task 3, task no. 3, #3, 31 number task, number 11, task teen.
func (s *Clauses) findID() {
	for i := range s.Words {
		first := s.Words[i].First
		number, to, ok := s.Num(first)
		if !ok && (s.Is(i+1, l.NumberWord) && !s.Parted(i+1) || s.Is(i, l.De) && s.twoBehindTask(i) || s.oneBehindTask(i)) {
			number, to, ok = s.onlyBesideNumber(i)
		}
		if !ok || s.onlyDenies(i) {
			continue
		}
		e := s.TimeAt(first)
		if e != nil && (e.Time() || s.Capped(*e)) || !s.numbersTask(i, s.WordAt(to)) && !s.stated(i, s.WordAt(to)) {
			continue
		}
		if s.IDs = append(s.IDs, reading.Numbered{At: reading.Span{From: first, To: to}, Number: number}); len(s.IDs) == 1 {
			s.ID, s.Number = reading.Span{From: first, To: to}, number
		}
	}
}

// two is the number that in Urdu is also a form of "give".
const two = 2

// twoBehindTask says whether in Urdu a word that may order to give is the number of the task before it, of which more is told: task do
// ghalti se mukammal ho gaya.
func (s *Clauses) twoBehindTask(i int) bool {
	if !s.Forms.Two[s.Norm(i)] || !s.Is(i-1, l.Task) || s.OfSeveral(i-1) || s.Parted(i+1) {
		return false
	}
	if i > 1 && !s.Parted(i-1) && !s.Is(i-2, l.Filler, l.Polite) {
		return false
	}
	for j := i + 1; j < len(s.Words); j++ {
		if s.Is(j, taskDeeds...) || s.Is(j, l.Completed, l.Pending) {
			return !s.Counts(i + 1)
		}
	}
	return false
}

// numbersNone says whether a number tells what something was, how many are meant, or only says no: change it to 3, was 2.
func (s *Clauses) numbersNone(i int) bool {
	former := s.Forms.OneTask.Was[s.Norm(i-1)] && s.Parted(i-1)
	return former || s.onlyDenies(i) || s.notMeant(i) || s.ClauseWords.Several.Counts.Behind(s.Tokens, s.Words[i].First)
}

// notMeant says whether English denies a number: thing 18, not 8.
func (s *Clauses) notMeant(i int) bool { return s.Is(i-1, l.Not) && s.Language == meaning.English }

// onlyDenies says whether in English a word that is a number in Urdu says no: no, no, delete it.
func (s *Clauses) onlyDenies(i int) bool {
	if i < 0 || i >= len(s.Words) {
		return false
	}
	if s.Language == meaning.English && i > 0 && s.Forms.Grammar.NumberSigns[s.Norm(i-1)] && !s.Before(i).Ends() &&
		s.ClauseWords.Several.One.At(s.Tokens, s.Words[i].First) > 0 {
		return true // no one is coming
	}
	return s.Language == meaning.English && s.Is(i, l.No) && s.Forms.Grammar.NumberSigns[s.Norm(i)]
}

// onlyBesideNumber reads a word of Urdu that is a number where "number" follows: do number task, ek number wala.
func (s *Clauses) onlyBesideNumber(i int) (number, to int, ok bool) {
	switch first := s.Words[i].First; {
	case s.Is(i, l.De):
		return two, first + 1, true
	case s.oneBehindTask(i), s.ClauseWords.Several.One.At(s.Tokens, first) == 1 && s.Is(i+2, l.Wala, l.Task, l.Ko, l.Ka):
		return 1, first + 1, true
	}
	return 0, 0, false
}

// numbersTask says whether the words beside a number say that it is a task's. after is the word behind it.
func (s *Clauses) numbersTask(i, after int) bool {
	before := i - 1
	for s.Is(before, l.NumberWord) && !s.Is(before, l.Task) {
		before--
	}
	switch named := before < i-1 || s.Tokens[s.Words[i].First].Before.Has(text.Hash); {
	case named && (s.Is(before, l.Task) || !s.IsNumbered(before) || s.Parted(before+1)) && !s.ofHouse(before+1),
		s.callsTask(before) && !s.Is(before-1, l.New, l.Any) && !s.Counts(after) && !s.ChangesDay(after),
		s.Is(after, l.NumberWord) && s.Is(after+1, l.Task, l.Wala, l.Ka, l.Ko),
		s.Is(after, l.NumberWord) && !s.IsNumbered(i-1) && s.numberEnds(after+1):
		return true
	}
	return (!s.Bare(i-1) || s.Parted(i)) && s.Is(after, l.Wala) && s.Is(after+1, behindWala...)
}

// callsTask says whether a word before a number says that it is a task's.
func (s *Clauses) callsTask(i int) bool {
	return s.Is(i, l.Task) || s.Forms.Items[s.Norm(i)] && (!s.Bare(i-1) || s.Parted(i) || s.Forms.Said.Requiring[s.Norm(i-1)])
}

// numberEnds says whether in Urdu "5 number" ends before a word so that it is a task: at the end of a clause, or before what is done to
// it or is asked of it (14 number ho gaya, 11 number kya hai).
func (s *Clauses) numberEnds(i int) bool {
	if s.Language == meaning.English {
		return false
	}
	if s.Parted(i) || s.TimeHolds(i) {
		return true
	}
	return s.Is(i, l.Ho, l.Kar, l.What, l.Not, l.Also, l.Filler, l.Khatam) || s.Is(i, taskDeeds...)
}

// shortChange is how many words a change of a task has at most that names it by a bare number and has no verb.
const shortChange = 6

// stated says whether English says of a number at the beginning what the task is to be, or of what is called by it: 9 needs to be high, the
// wording on 8 should be X. after is the word behind it.
func (s *Clauses) stated(i, after int) bool {
	if s.Language != meaning.English || after >= len(s.Words) || s.Parted(after) {
		return false
	}
	ordered := s.Forms.Ordering[s.Norm(i-1)]
	if s.Is(i-1, l.Make) || ordered && (i == 1 || s.Parted(i-1) || s.Is(i-2, l.You, l.Polite)) {
		return s.Forms.Reading.At(s.Tokens, s.Words[after].First) > 0 || ordered && s.TimeHolds(after)
	}
	states := s.Forms.Said.States.At(s.Tokens, s.Words[after].First) > 0 || s.shortlyTimed(i, after)
	if s.Is(i-1, l.On, l.Of, l.Ka) && s.Forms.Said.Parts[s.Norm(i-2)] && (states || s.Is(after, l.To)) {
		return true
	}
	further := s.Parted(i) || s.Is(i-1, l.And, l.But) // 1 is done, 2 can be deleted
	return states && (further || s.first(i))
}

// first says whether a word is the first but for a courtesy.
func (s *Clauses) first(i int) bool {
	return i == 0 || i == 1 && s.Is(0, l.Filler, l.Polite, l.Can, l.Then)
}

// shortlyTimed says whether a short sentence without a verb only says to when a number is moved: 4 to Thursday please. after is the word
// behind the number.
func (s *Clauses) shortlyTimed(i, after int) bool {
	return len(s.Words) <= shortChange && !s.Has(l.Verb, l.Question) && s.first(i) && s.TimeHolds(after)
}

// behindWala are what may follow "3 wala" where that is a task.
var behindWala = []l.Concept{l.Task, l.Delete, l.Finish, l.Ko, l.Ka, l.Change, l.Move, l.Cancel, l.Mark, l.Kar}

// taskDeeds are what is done to tasks.
var taskDeeds = []l.Concept{l.Delete, l.Finish, l.Mark, l.Change, l.Move, l.Reopen, l.Cancel, l.Rename, l.Put}

// findBareID finds the number of a task beside the verb: tick 38, 61 delete kar do.
func (s *Clauses) findBareID() {
	if !s.ID.Empty() || s.Main < 0 || s.Has(l.Task, l.Masjid, l.Namaz, l.Hadith) {
		return
	}
	a := s.Acts[s.Main]
	if !a.Does(taskDeeds...) {
		return
	}
	for i := range s.Words {
		number, to, ok := s.Num(s.Words[i].First)
		if !ok || s.numbersNone(i) || !s.isOfDeed(i, s.WordAt(to), a) {
			continue
		}
		if e := s.TimeAt(s.Words[i].First); e == nil || !e.Time() {
			s.ID, s.Number = reading.Span{From: s.Words[i].First, To: to}, number
			s.IDs = append(s.IDs, reading.Numbered{At: s.ID, Number: number})
			return
		}
	}
}

// isOfDeed says whether a number, up to the word behind it, stands so that the deed is done to the task of that number.
func (s *Clauses) isOfDeed(i, after int, a Act) bool {
	if s.subjectOf(i, after, a) {
		return true
	}
	beside := i == 0 || i == a.At.To || i == a.At.From-1 || s.Parted(after)
	if i > 0 && after <= a.At.From && !s.Parted(i) && s.othersDeed(i, a) {
		beside = s.toldOf(i)
	}
	return beside && !s.Bare(i-1) && (after == a.At.From || s.endsNumber(after))
}

// othersDeed says whether a number within a clause belongs to another deed than the one behind it, which begins a clause, with a mark or
// without: the school lent us two hundred, erase it; they cost us 90 tick it.
func (s *Clauses) othersDeed(i int, a Act) bool {
	if s.PartedBetween(i, a.At.From) {
		return true
	}
	return a.Mood == Ordered && !a.Urdu && s.Language == meaning.English && !s.Is(i-1, l.Filler, l.Polite, l.Is, l.It, l.And, l.Then, l.Can)
}

// toldOf says whether of a number before a clause ends it is told as of a task, and it counts nothing there: I've done 6, I decided against
// number 10, no budget for 15.
func (s *Clauses) toldOf(i int) bool {
	deed := i - 1
	for deed > 0 && s.Forms.OneTask.Particles[s.Norm(deed)] {
		deed--
	}
	switch {
	case s.Is(i-1, l.NumberWord):
		return !s.Forms.Said.Doors[s.Norm(i-2)]
	case s.Is(deed, taskDeeds...), s.Is(i-1, l.On, l.Of) && s.Forms.Said.Parts[s.Norm(i-2)]:
		return true
	}
	return s.Is(i-1, l.For) && s.Tokens[s.Words[i].First].Script == text.Number && s.negatedBefore(i)
}

// subjectOf says whether in English a number is what an act is told or wished of: thirteen is complete, it's 7 I want deleted. after is
// the word behind it.
func (s *Clauses) subjectOf(i, after int, a Act) bool {
	if a.Urdu || s.Language != meaning.English || after > a.At.From || s.TimeHolds(i) {
		return false
	}
	cleft := i > 0 && s.Is(i-1, l.It, l.Is) && s.Is(after, l.Me, l.This)
	for j := after; j < a.At.From; j++ {
		if !s.Is(j, l.Is, l.Can, l.Filler, l.Also, l.Want) && (!cleft || !s.Is(j, l.Me, l.This)) || s.Is(j, l.Not) || s.Parted(j) {
			return false
		}
	}
	return cleft || after < a.At.From && (!s.Bare(i-1) || s.Forms.Unmeant.Says[s.Norm(i-1)])
}

// endsNumber says whether a number may end before a word: delete 3, mark 3 as done.
func (s *Clauses) endsNumber(after int) bool {
	if s.Parted(after) || s.ClauseWords.Corrections.At(s.Tokens, s.Words[after].First) > 0 {
		return true // bin 7 no wait 8
	}
	return s.Before(after).Has(text.Quote) || s.Is(after, l.To, l.As, l.Then, l.Ko, l.Under, l.Is, l.Polite, l.Filler)
}

// ofHouse says whether in English "number" begins the number of a house, out of which somebody or something comes: Mrs Patel from number
// nine.
func (s *Clauses) ofHouse(i int) bool {
	return s.Is(i, l.NumberWord) && s.Forms.Said.Doors[s.Norm(i-1)] && (s.Bare(i-2) || s.Is(i-2, l.Someone)) && !s.PartedBetween(i-2, i)
}

// IsNumbered says whether a word is one whose things have numbers: surah no. 3, block number 5.
func (s *Clauses) IsNumbered(i int) bool {
	done := s.Forms.Told.PastEndings.End(s.Norm(i)) && (s.Forms.Told.Mine[s.Norm(i-1)] || s.Forms.Told.Between[s.Norm(i-1)])
	if s.Language == meaning.English && (done || s.Forms.Grammar.Gerunds.End(s.Norm(i)) || s.Forms.Said.Requiring[s.Norm(i)]) {
		return false // I won't be needing number 3, I have concluded number 3
	}
	return s.Bare(i) || s.Is(i, l.Area, l.Detail)
}

// Counts says whether a number before this word counts things, or tells a time.
func (s *Clauses) Counts(i int) bool {
	if s.Is(i, l.Hour) {
		return true
	}
	if i < 1 || !s.Forms.TimeUnits[s.Norm(i)] {
		return false
	}
	return s.Tokens[s.Words[i-1].Last].Script != text.Number || s.Is(i+1, l.Move, l.After, l.Before, l.And, l.More, l.For) && !s.Parted(i+1)
}

// Definite says whether the sentence speaks of a task that there is: by its number, as "it", as "the … task", "… wala".
func (s *Clauses) Definite() bool {
	if !s.ID.Empty() || s.Has(l.It, l.Wala) {
		return true
	}
	for i := range s.Words {
		if s.Is(i, l.Task) && !s.Is(i, l.List) {
			for j := i - 1; j >= 0 && j >= i-6 && !s.Parted(j+1); j-- {
				if s.Is(j, l.Any, l.New) {
					return false
				}
				if s.Is(j, l.The, l.My, l.This) {
					return true
				}
			}
			if s.Is(i+1, l.Ko) {
				return true
			}
		}
		if s.Is(i, l.One) && s.Is(i-1, l.Ordinal) || s.Is(i, l.Ordinal) && s.Is(i-1, l.The) {
			return true
		}
	}
	return false
}

// TimesOf returns the expressions that tell when, without those that hold a task's number. Those before a correction of the time are
// former.
func (s *Clauses) TimesOf() []when.Expression {
	times := make([]when.Expression, 0, len(s.Times))
	for _, e := range s.Times {
		if e.Time() && !s.ID.Touches(reading.Span{From: e.From, To: e.To}) {
			e.Former = e.Former || s.correctedLater(e)
			times = append(times, e)
		}
	}
	return times
}
