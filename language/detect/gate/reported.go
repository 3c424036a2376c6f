package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/slots/making"
	"github.com/salaatflow/platform/language/detect/text"
)

// reported says whether what was done is told of another or as hearsay: my son made a task, tum ne … kar diya, whether he
// finished it, log kehte hain, task 9 is "done".
func (s sentence) reported(intent meaning.Intent) bool {
	if intent == meaning.CreateTask {
		return s.madeByNow() || s.hearsay() || s.theyWill()
	}
	if s.Main < 0 {
		return intent == meaning.UpdateTask && s.tellsOfThen()
	}
	a := s.Acts[s.Main]
	if s.kept(a) || s.imagined() || s.beforehand(intent, a) {
		return true
	}
	if a.Mood == clauses.Wished && !a.Urdu && s.doubted(a) {
		return true // not sure if task 4 should be ticked
	}
	return a.Mood == clauses.Told && s.toldOtherwise(a)
}

// beforehand says whether a task is finished or removed only later, or someone is to be told that it is.
func (s sentence) beforehand(intent meaning.Intent, a clauses.Act) bool {
	switch intent {
	case meaning.CompleteTask:
		return s.notYet(a) || s.passedOn()
	case meaning.DeleteTask:
		return s.notYet(a)
	}
	return false
}

// toldOtherwise says whether what is told as done is doubted, or of another's doing.
func (s sentence) toldOtherwise(a clauses.Act) bool {
	ofAnother := s.relatives() || s.yourDoing() || s.theirOwn() || s.byName(a) || s.wantedByThem(a)
	return ofAnother || s.doubted(a) || s.scare(a) || s.unreal(a)
}

// byName says whether in English someone who is named is told to have done it to a thing: Kamran finished the tender docs.
func (s sentence) byName(a clauses.Act) bool {
	who, whom := a.At.From-1, a.At.To
	if a.Urdu || s.Language != meaning.English || !s.Bare(who) || s.Contracted(s.Words[who].First) {
		return false
	}
	if s.Parted(whom) || !s.Is(whom, l.The, l.My, l.All) {
		return false
	}
	first := s.Original[s.Tokens[s.Words[who].First].Start]
	return first >= 'A' && first <= 'Z' && s.Is(a.At.From, l.Past)
}

// madeByNow says whether in English a task is told of as made already, and nothing is ordered.
func (s sentence) madeByNow() bool {
	if s.Has(l.Want) {
		return false
	}
	made := false
	for _, a := range s.Acts {
		if a.Urdu || a.Mood == clauses.Ordered || a.Mood == clauses.Wished {
			return false
		}
		made = made || a.Mood == clauses.Told && a.Does(l.Create, l.Make, l.Put) && !s.made(a) && !s.asked(a)
	}
	return made
}

// made says whether in English it is told that someone made me do something, and so of no task: they made me come three times.
func (s sentence) made(a clauses.Act) bool {
	return a.Does(l.Make) && s.Is(a.At.To, l.Me, l.Someone, l.You)
}

// asked says whether one is asked politely for what a verb does that could be told: please before I start the dinner put X on my list.
func (s sentence) asked(a clauses.Act) bool { return making.Sentence{Clauses: s.Clauses}.Asked(a) }

// hearsay says whether people say so, and nothing is ordered: log kehte hain, he said he will do it tomorrow.
func (s sentence) hearsay() bool {
	if s.Main >= 0 && s.Acts[s.Main].Mood == clauses.Ordered {
		return false
	}
	return s.theySay() >= 0
}

// theySay returns where the words begin by which others say something; -1 for none.
func (s sentence) theySay() int {
	unmeant := &s.Forms.Unmeant
	for i := 0; i+1 < len(s.Tokens); i++ {
		if unmeant.Crowd[s.Tokens[i].Norm] && unmeant.Says[s.Tokens[i+1].Norm] {
			return i
		}
	}
	return -1
}

// theyWill says whether others say what they will do, and no task is asked for: she told me she will call.
func (s sentence) theyWill() bool {
	at := s.theySay()
	if at < 0 || s.Has(l.Create, l.Make, l.Put, l.Remind) {
		return false
	}
	const between = 3 // told me that
	unmeant := &s.Forms.Unmeant
	for i := at + 2; i+1 < min(at+2+between, len(s.Tokens)); i++ {
		if unmeant.Crowd[s.Tokens[i].Norm] && unmeant.Will[s.Tokens[i+1].Norm] {
			return true
		}
	}
	return false
}

// imagined says whether it is only supposed to be so: pretend that, let's say, farz karo, maan lo.
func (s sentence) imagined() bool {
	for i := range s.Tokens[:len(s.Tokens)-1] {
		if s.Forms.Unmeant.Supposing[s.Tokens[i].Norm] || s.Forms.Unmeant.Supposed.At(s.Tokens, i) {
			return true
		}
	}
	return false
}

// notYet says whether something is to follow once it is done: tell me once it is done, ho jaye to batana.
func (s sentence) notYet(a clauses.Act) bool {
	for i := range s.Words {
		if s.Forms.Unmeant.Until[s.Norm(i)] && a.Mood == clauses.Ordered && a.Does(l.Tell, l.Show) {
			return true
		}
		if s.Forms.Unmeant.Becoming[s.Norm(i)] && s.Is(i+1, l.Then) && !s.Parted(i+1) && s.Is(i-1, l.Ho) {
			return true
		}
	}
	return false
}

// doubted says whether it is not known that it was done: whether he finished it, don't know if it is done.
func (s sentence) doubted(a clauses.Act) bool {
	for i := a.At.From - 1; i >= 0 && !s.Parted(i+1); i-- {
		if s.Forms.Unmeant.Whether[s.Norm(i)] || i > 0 && s.Forms.Unmeant.Unknown.At(s.Tokens, s.Words[i-1].First) {
			return true
		}
	}
	return false
}

// yourDoing says whether in Urdu it is told as the deed of the one spoken to: tum ne galat task complete kar diya.
func (s sentence) yourDoing() bool {
	for i, token := range s.Tokens {
		if s.Forms.Unmeant.Yours[token.Norm] || i > 0 && s.Forms.Ergative[token.Norm] && s.Forms.Unmeant.Addressed[s.Tokens[i-1].Norm] {
			return true
		}
	}
	return false
}

// theirOwn says whether in Urdu it is told as another's deed to what is theirs: committee walon ne apna kaam mukammal kar liya. Who did
// the user's own task is another matter: bhai ne doosra task kar diya.
func (s sentence) theirOwn() bool {
	for i := 1; i < len(s.Tokens); i++ {
		if s.Forms.Ergative[s.Tokens[i].Norm] && !s.Forms.Ourselves[s.Tokens[i-1].Norm] {
			return i+1 < len(s.Tokens) && s.Forms.Own[s.Tokens[i+1].Norm]
		}
	}
	return false
}

// relatives says whether in Urdu it is told of the task of someone of the user's, whom the word task shows to have one: mere bhai ka task
// complete ho gaya.
func (s sentence) relatives() bool {
	for i := 3; i < len(s.Words) && s.Language != meaning.English; i++ {
		if s.Is(i, l.Task) && s.Forms.Grammar.Task[s.Norm(i)] && s.Is(i-1, l.Ka) && s.Is(i-3, l.My) && !s.Parted(i-2) {
			return s.Bare(i-2) || s.Is(i-2, l.Filler)
		}
	}
	return false
}

// scare says whether the deed alone stands in quotation marks: task 9 is "done".
func (s sentence) scare(a clauses.Act) bool {
	return s.Before(a.At.From).Has(text.Quote) && s.After(a.At.To-1).Has(text.Quote)
}

// kept says whether it is to be kept from happening: delete hone se bachao.
func (s sentence) kept(a clauses.Act) bool {
	for i := a.At.From + 1; i <= a.At.To && i+1 < len(s.Words); i++ {
		if s.Forms.Unmeant.Happening[s.Norm(i)] {
			return s.Is(i+1, l.Se, l.Not)
		}
	}
	return false
}

// markedBySomeone says whether it is told that someone marked a task.
func (s sentence) markedBySomeone() bool {
	if s.Main < 0 || !s.Has(l.Someone) || s.Acts[s.Main].Mood != clauses.Told || !s.Acts[s.Main].Does(l.Mark) {
		return false
	}
	if s.Language != meaning.English {
		return true
	}
	clause := s.ClauseAt(s.Acts[s.Main].At.From)
	for i := clause.From; i < clause.To; i++ {
		if s.Is(i, l.Someone) {
			return true
		}
	}
	return false
}
