package questions

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/slots/edges"
	"github.com/salaatflow/platform/language/detect/text"
)

// OneTask finds the one task a question is about, by its number or the words that name it: did I pay the gas bill, is the dentist one still
// open, darzi wala likhwaya tha ya nahi, have I done 15. It finds none where several tasks are meant.
func OneTask(c *clauses.Clauses) (number int, ref string) {
	s := sentence{c}
	if n := s.numberAsked(); n > 0 {
		return n, ""
	}
	var at reading.Span
	if s.Language == meaning.English {
		at = s.englishTask()
	} else if s.Asks() || s.Has(l.List, l.Or) {
		at = s.urduTask()
	}
	if at = s.trimmed(at); at.Empty() {
		return 0, ""
	}
	if n, ok := s.onlyNumber(at); ok {
		return n, ""
	}
	if !s.namesOne(at) {
		return 0, ""
	}
	return 0, text.Tidy(s.Between(s.Words[at.From].First, s.Words[at.To-1].Last))
}

// onlyNumber is the number that words are, and nothing else but that they say so.
func (s sentence) onlyNumber(at reading.Span) (int, bool) {
	for at.To > at.From && s.Is(at.To-1, l.NumberWord, l.Task) {
		at.To--
	}
	for at.To > at.From && s.Is(at.From, l.NumberWord, l.Task) {
		at.From++
	}
	if at.Empty() || s.TimeHolds(at.From) {
		return 0, false
	}
	n, to, ok := s.Num(s.Words[at.From].First)
	return n, ok && s.WordAt(to) == at.To
}

// ofSeveral are what tells which of all tasks are asked for, so that no one of them is named.
var ofSeveral = []l.Concept{
	l.Any, l.All, l.AllStatus, l.Completed, l.Pending, l.What, l.Which, l.HowMany, l.HowMuch, l.List, l.Task, l.Category, l.Priority,
	l.CatName, l.High, l.Low, l.Medium, l.Recur, l.It, l.Masjid, l.Hadith, l.Someone, l.Who, l.NumberWord,
}

// namesOne says whether words name a task: one of them is a name, and none tells which of all tasks are asked for.
func (s sentence) namesOne(at reading.Span) bool {
	name := false
	for i := at.From; i < at.To; i++ {
		if s.Is(i, ofSeveral...) || s.PrayerOf(i) != "" || s.TimeHolds(i) {
			return false
		}
		name = name || s.Bare(i) || s.Is(i, l.Foreign, l.Deed, l.Loan)
	}
	return name
}

// trimmed takes off the ends of a name what only joins it to the rest.
func (s sentence) trimmed(at reading.Span) reading.Span {
	for !at.Empty() && s.Is(at.From, l.The, l.My, l.Filler, l.Polite, l.This, l.You, l.To) && !s.Is(at.From, l.Deed) {
		at.From++
	}
	for !at.Empty() && s.Is(at.To-1, l.Filler, l.Polite, l.My, l.Is, l.Ka, l.Ko, l.And, l.Or, l.Me, l.On, l.In, l.To, l.For) &&
		!s.Is(at.To-1, l.Deed) {
		at.To--
	}
	return at
}

// englishTask finds the words by which a question of English names a task: behind "did I" and what I did, behind "is the", or behind a task
// about.
func (s sentence) englishTask() reading.Span {
	const farthest = 8 // words before the question begins
	for i := range min(farthest, len(s.Words)) {
		if !s.Forms.QuestionVerbs[s.Norm(i)] || !s.beginsQuestion(i) {
			continue
		}
		from, sure := s.askedOf(i)
		if from < 0 {
			continue
		}
		if at, told := s.untilAsked(from); told || sure {
			return at
		}
	}
	return reading.Span{}
}

// beginsQuestion says whether a question of English may begin with a verb: did I, wait did I, you have it written down or not.
func (s sentence) beginsQuestion(i int) bool {
	return s.Parted(i) || s.Is(i-1, l.Filler, l.Polite, l.Yes, l.But, l.And, l.Then, l.Greeting) && !s.Is(i-1, l.What, l.Which) ||
		i == 1 && s.Is(0, l.You)
}

// askedOf is the word with which a name may begin behind the verb of a question, -1 for none. sure says that it needs nothing behind it
// that is asked of a task.
func (s sentence) askedOf(verb int) (from int, sure bool) {
	words, token := &s.Forms.OneTask, s.Words[verb].First+1
	mine := token < len(s.Tokens) && s.Forms.Told.Mine[s.Tokens[token].Norm]
	for mine && token+1 < len(s.Tokens) && words.Between[s.Tokens[token+1].Norm] {
		token++
	}
	if mine {
		token++
	}
	having := token < len(s.Tokens) && words.Having[s.Tokens[token].Norm]
	if having {
		token++
	}
	i := s.WordAt(token)
	if about := s.aboutThing(i); about > 0 {
		return about, true
	}
	switch {
	case i >= len(s.Words) || s.Parted(i):
		return -1, false
	case !mine || having:
		if !having && !s.Is(i, l.The, l.My) {
			return -1, false
		}
		return i, false
	case s.Is(i, l.The, l.My):
		return i, false
	}
	if i++; words.Particles[s.Norm(i)] {
		i++
	}
	return i, true
}

// aboutThing is the word behind "a task about", "anything on my list about"; 0 where that does not begin with a word.
func (s sentence) aboutThing(i int) int {
	const farthest = 6
	if !s.Is(i, l.Any, l.There) {
		return 0
	}
	task := false
	for j := i; j < min(i+farthest, len(s.Words)) && (j == i || !s.Parted(j)); j++ {
		task = task || s.Is(j, l.Any)
		if s.Is(j, l.About) && task {
			return j + 1
		}
	}
	return 0
}

// untilAsked is what is named from a word on, up to what is asked of it. told says that something is, or that it is called a task.
func (s sentence) untilAsked(from int) (at reading.Span, told bool) {
	to := from
	for to < len(s.Words) && (to == from || !s.Parted(to)) && !s.TimeHolds(to) {
		if to > from && s.Forms.OneTask.Behind.At(s.Tokens, s.Words[to].First) > 0 {
			told = true
			break
		}
		if to > from && (s.Is(to, l.Task) || s.Forms.Grammar.One[s.Norm(to)]) && !s.OfSeveral(to) {
			told = true
			break
		}
		to++
	}
	if doing := s.pastDoing(reading.Span{From: from, To: to}); doing > from {
		return reading.Span{From: doing, To: to}, told
	}
	for i := to - 1; i > from && told; i-- {
		if s.Is(i, l.The, l.My) && !s.Forms.Told.Mine[s.Norm(i)] && s.Is(to, l.Task, l.One) {
			from = i + 1
			break
		}
	}
	return reading.Span{From: from, To: to}, told
}

// pastDoing is the word with which begins what I got round to doing something with: get round to renewing my certificate. It is at.From
// where nothing is told so.
func (s sentence) pastDoing(at reading.Span) int {
	leads := false
	for i := at.From; i < at.To-1 && !s.Is(at.From, l.The, l.My); i++ {
		if leads && s.Is(i, l.The, l.My) {
			return i + 1
		}
		leads = leads || s.Is(i, l.To)
	}
	return at.From
}

// urduTask finds the words by which a question of Urdu names a task: before wala, or before what was done, when it is or the list it is on.
func (s sentence) urduTask() reading.Span {
	if s.Has(l.Which, l.HowMany, l.All) || s.asksWhat() || s.Forms.Relatives[s.Norm(0)] {
		return reading.Span{} // jo kaam ho chuke hain
	}
	for i := 1; i < len(s.Words); i++ {
		if s.Is(i, l.Wala) && !s.Is(i+1, l.Ka, l.Ko) && (!s.Forms.OneTask.Plural[s.Norm(i)] || s.Is(i+1, l.Task)) {
			return s.beforeWala(i)
		}
	}
	from := 0
	for s.Is(from, l.Filler, l.Polite, l.What, l.Question, l.Me, l.Greeting, l.Yes) || s.Forms.Ergative[s.Norm(from)] {
		from++
	}
	to := from
	for to < len(s.Words) && (to == from || !s.Parted(to)) && !s.endsAsked(to) {
		to++
	}
	if to <= from {
		return reading.Span{}
	}
	if s.Is(to-1, l.Ko) && s.Is(to, l.Deed) && !s.Parted(to) {
		return reading.Span{From: from, To: to + 1} // abbu ko phone kar diya
	}
	return edges.Sentence{Clauses: s.Clauses}.Untold(s.beforeDone(reading.Span{From: from, To: to}))
}

// asksWhat says whether a word asks what, and not only whether: kya at the beginning or the end does.
func (s sentence) asksWhat() bool {
	for i := range s.Words {
		begins := s.Parted(i) || s.Is(i-1, l.Filler, l.Polite, l.Me) && !s.Is(i+1, l.Verb, l.Is)
		if s.Is(i, l.What) && (s.Is(i+1, l.What, l.Is) || !begins && !s.EndsHere(i+1) && !s.Is(i+1, l.Me)) {
			return true
		}
	}
	return false
}

// beforeWala is what stands before "wala", with the noun behind it that is no verb: doodh wala hisab complete kiya tha.
func (s sentence) beforeWala(wala int) reading.Span {
	from := wala
	for from > 0 && !s.Is(from-1, l.Me, l.What, l.Question, l.Filler, l.This, l.Polite, l.Or) && !s.Forms.Ergative[s.Norm(from-1)] &&
		(from == wala || !s.Parted(from)) {
		from--
	}
	at := reading.Span{From: from, To: wala}
	if s.Bare(wala+1) && !s.Parted(wala+1) && s.Is(wala+2, l.Loan, l.Ho) && !s.Parted(wala+2) {
		at.To = wala + 2
	}
	return at
}

// endsAsked says whether with a word of Urdu begins what is asked of a thing: who did it, what was done, when it is, the list it is on.
func (s sentence) endsAsked(i int) bool {
	if s.Is(i, l.Me, l.When, l.List, l.Or, l.What) || s.Forms.OneTask.Was[s.Norm(i)] || s.Is(i, l.Light) && s.Is(i, l.Perf) {
		return true
	}
	for _, a := range s.Acts {
		if a.At.From == i && (a.Mood == clauses.Told || a.Mood == clauses.Asked) {
			return true
		}
	}
	return false
}

// beforeDone takes the verb that nothing is known of off the end of a name: fees bhari thi.
func (s sentence) beforeDone(at reading.Span) reading.Span {
	last := at.To - 1
	if last-1 > at.From && s.Forms.OneTask.Was[s.Norm(at.To)] && s.Bare(last) && !s.Is(last-1, l.Ka) {
		at.To = last
	}
	return at
}
