package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// saidByThem says whether in Urdu an order is what someone else says, and the one who speaks only tells of it: boss keh rahe hain task 4
// complete karo. What is said so that a task be made of it is asked for (ammi ne kaha hai kal doodh lana hai, yaad dila dena), unless it
// was said then (bhai keh rahe the reminder laga do).
func (s sentence) saidByThem(intent meaning.Intent) bool {
	if s.Language == meaning.English {
		makes := intent == meaning.CreateTask
		return (makes || intent == meaning.UpdateTask) && s.toldToOthers(intent) || makes && s.relayed() && s.asksPlainly()
	}
	if s.Main < 0 && intent == meaning.CreateTask && s.toldThen() {
		return true
	}
	order := s.Main
	if order < 0 {
		order = len(s.Acts) - 1 // what is to be done: keh raha tha ke bill jama karwa dena
	}
	if order < 0 || s.Acts[order].Mood != clauses.Ordered {
		return false
	}
	a := s.Acts[order]
	if s.onlyFelt(a) {
		return true
	}
	at := s.reportBefore(a.At.From)
	if at < 0 || s.mineBefore(at) {
		return false
	}
	if intent != meaning.CreateTask || !a.Does(l.Create, l.Make, l.Put, l.Remind, l.Tell) {
		return true
	}
	return s.narratedIn(at, a.At.From)
}

// toldThen says whether in Urdu it is only told what someone said to someone else, and what was to be done need be no verb that is known:
// abbu driver ko keh rahe the ke gari dhulwa lena.
func (s sentence) toldThen() bool {
	at := s.reportBefore(len(s.Words) - 1)
	return at > 0 && !s.mineBefore(at) && !s.meBefore(at) && s.narratedIn(at, len(s.Words))
}

// meBefore says whether it is me to whom something is said: mujhe keh rahe the.
func (s sentence) meBefore(says int) bool {
	for i := says - 1; i >= 0 && !s.Parted(i+1); i-- {
		if s.Is(i, l.Me) {
			return true
		}
	}
	return false
}

// toldToOthers says whether in English it is only told what someone told someone else to do: mum said to dad fix the tap. What I said or
// was told may be mine to do, and so may be what one is asked to note.
func (s sentence) toldToOthers(intent meaning.Intent) bool {
	if s.Has(l.Create, l.Make, l.Put, l.Remind, l.Reminder, l.Task, l.List) {
		return false
	}
	for i := 1; i+1 < len(s.Words); i++ {
		if !s.Forms.Unmeant.Telling[s.Norm(i)] || s.Is(i-1, l.Me, l.To, l.Is) || s.Parted(i) || s.Main >= 0 && s.Acts[s.Main].At.To <= i {
			continue
		}
		if order := s.order(intent); order > i && s.ClauseAt(order).From > i+1 && s.Forms.Joints.Unless[s.Norm(s.ClauseAt(order).From)] {
			return false // dad says it's important so raise it to high
		}
		hearer := i + 1
		if s.Forms.Unmeant.Infinitive[s.Norm(hearer)] {
			hearer++
		}
		return !s.Is(hearer, l.Me, l.You, l.It) && !s.Is(hearer+1, l.Me) && hearer < len(s.Words)
	}
	return false
}

// onlyFelt says whether in Urdu a word that could order that something be put down tells how a thing seemed: itna bura laga.
func (s sentence) onlyFelt(a clauses.Act) bool {
	last := a.At.To - 1
	return a.Does(l.Put) && a.At.From == last && s.Forms.Unmeant.Seemed[s.Norm(last)] && s.Forms.Unmeant.Seeming[s.Norm(last-1)]
}

// reportBefore is the word in the clause before one that says that someone says something; -1 for none.
func (s sentence) reportBefore(order int) int {
	for i := order - 1; i >= 0; i-- {
		if s.Forms.Unmeant.Reporting[s.Norm(i)] && !s.mineToSay(i) || s.Forms.Unmeant.ReportingNow.At(s.Tokens, s.Words[i].First) {
			return i
		}
		if s.Parted(i+1) || s.Is(i, l.Then) || s.Forms.JoinClauses[s.Norm(i)] {
			break
		}
	}
	return -1
}

// mineToSay says whether it is what the one who speaks has to say: yeh kehna tha ke, but not unka kehna hai ke.
func (s sentence) mineToSay(says int) bool {
	return s.infinitive(says) && s.Is(says+1, l.Is) && (s.Parted(says) || s.Is(says-1, l.It, l.This, l.Filler, l.Me))
}

// mineBefore says whether it is the one who speaks that says something, or what was told the one spoken to: maine kaha, aap se kaha hai.
func (s sentence) mineBefore(says int) bool {
	for i := says - 1; i >= 0 && !s.Parted(i+1); i-- {
		if s.Is(i, l.Me) && !s.Is(i+1, l.Ko) || s.Is(i, l.You) {
			return true
		}
	}
	return false
}

// narratedIn says whether between two words something is told of then.
func (s sentence) narratedIn(from, to int) bool {
	for i := from; i < to; i++ {
		if s.Forms.Unmeant.Narrated[s.Norm(i)] {
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

// infinitive says whether a word is one of Urdu.
func (s sentence) infinitive(i int) bool {
	return s.Is(i, l.Inf) || s.Bare(i) && s.Forms.InfinitiveEndings.End(s.Norm(i))
}

// order is the word by which a sentence says what is wanted: the deed, or else what a task is to have, or that one is to be made.
func (s sentence) order(intent meaning.Intent) int {
	deniesTold := s.Main >= 0 && s.Acts[s.Main].Negated && s.Acts[s.Main].Mood == clauses.Told
	switch {
	case s.Main >= 0 && (intent != meaning.UpdateTask || !deniesTold):
		return s.Acts[s.Main].At.From
	case intent == meaning.CreateTask:
		return s.Find(l.Reminder, l.New, l.Task)
	}
	for i := range s.Words {
		if s.Is(i, l.High, l.Low, l.Medium, l.Recur) || s.TimeHolds(i) && !s.TimeAt(s.Words[i].First).Former {
			return i
		}
	}
	return -1
}
