package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// choose finds the act that says what is wanted: an order before a wish, a wish before a bare word. Of orders, one about a
// task is meant rather than one within what it speaks of; else the first in English and the last in Urdu, where the verb
// comes last. What is denied is not wanted as long as anything else is.
func (s *Clauses) choose() int {
	best, most := -1, 0
	for i, a := range s.Acts {
		if points := s.weigh(i, a); points > most || points == most && points > 0 && a.Urdu {
			best, most = i, points
		}
	}
	if best >= 0 && s.ownDeed(s.Acts[best]) {
		for i, a := range s.Acts {
			if i != best && !a.Negated && (a.Mood == Ordered || a.Mood == Mentioned) && a.Does(l.Create, l.Make, l.Put, l.Remind) &&
				!s.ownDeed(a) {
				return i
			}
		}
	}
	return best
}

// ownDeed says whether an act of Urdu is what I have to do: paise bhejna hain, biryani banani hai.
func (s *Clauses) ownDeed(a Act) bool {
	return a.Urdu && a.Mood == Wished && a.Does(l.Give, l.Make, l.Find, l.Take) && s.Is(a.At.From, l.Inf) &&
		!s.Is(a.At.From-1, l.Task, l.List)
}

// The weights of what makes an act the one that is wanted. An order that is denied weighs less than any told deed, so
// that "not this, I have done that" is about that.
const (
	weighsOrder   = 100
	weighsWish    = 80
	weighsTold    = 50
	weighsMention = 45
	weighsDenied  = -40
	weighsIt      = 20
	weighsTask    = 20
	weighsStrong  = 10
	weighsOpening = 15
)

func (s *Clauses) weigh(i int, a Act) int {
	if !a.Is.Meets(Commands) && !a.Does(l.Ho, l.Deed) {
		return 0
	}
	points := s.weighMood(a)
	if points == 0 {
		return 0
	}
	if a.Does(l.Deed) && !a.Is.Meets(Commands) {
		if a.Mood != Told {
			return 0
		}
		points -= weighsTask
	}
	if a.Negated {
		points = max(1, points+weighsDenied)
	}
	if !a.Does(l.Kar, l.Ho, l.Give, l.Tell, l.Show, l.See, l.ForeignVerb, l.Put, l.Make) {
		points += weighsStrong
	}
	if a.Mood == Ordered && s.Is(a.At.To, l.It, l.This) && a.At.From > 0 {
		if s.Creates(s.Acts[:i]) {
			return points - weighsTask // add X, link it to Asr
		}
		points += weighsIt // what was told before is what it is done to
	}
	if a.Does(l.Create, l.Make, l.Put, l.Remind) && s.Opens(i, a) {
		points += weighsOpening + weighsTask
	}
	return points + s.weighNoting(i, a)
}

// weighNoting is what an act of Urdu weighs by what is noted behind it: chalo likh lo ke X; likh lo, paude lagana.
func (s *Clauses) weighNoting(i int, a Act) int {
	if !a.Urdu || a.Mood != Ordered || !a.Does(l.Put, l.Make, l.Remind, l.Create) {
		return 0
	}
	if s.Is(a.At.To, l.Ke) {
		return weighsTask
	}
	infinitive := a.At.To == a.At.From+1 && s.Is(a.At.From, l.Inf)
	if i == 0 || !infinitive || s.Is(a.At.From-1, l.Task, l.List, l.In, l.On) {
		return 0
	}
	if before := s.Acts[i-1]; before.Mood == Ordered && before.Does(l.Note, l.Remind, l.Create) && s.PartedBetween(before.At.From, a.At.From) {
		return -weighsTask
	}
	return 0
}

// weighMood is what an act weighs by how it is said; 0 where it cannot be the one that is wanted.
func (s *Clauses) weighMood(a Act) int {
	switch a.Mood {
	case Ordered:
		if !a.Urdu && s.Language != meaning.English {
			return weighsOrder - weighsIt // complete aur incomplete sab dikhana
		}
		return weighsOrder
	case Wished:
		return weighsWish
	case Told:
		if a.Does(l.Finish, l.Ho, l.Kar, l.Deed, l.Khatam, l.Mark) {
			return weighsTold
		}
	case Mentioned:
		if s.Asks() && a.Is.Meets(Commands) && !a.Urdu && !a.Does(l.Find) {
			return 0 // which task did you delete
		}
		if a.Does(l.Put, l.Make, l.Show, l.See, l.Tell, l.Give, l.ForeignVerb, l.Find) && !s.Last(a.At.To) {
			return 0
		}
		return weighsMention
	case Spoken, Asked:
	}
	return 0
}

// Creates says whether one of these acts makes something that a later one may speak of.
func (s *Clauses) Creates(acts []Act) bool {
	for _, a := range acts {
		if a.Mood == Ordered && !a.Negated && a.Does(l.Create) {
			return true
		}
	}
	return false
}

// Opens says whether what follows an act is what it makes, and not another order: "task likh lo …", "naya task: …",
// "remind me to …", "yaad dilana ke …".
func (s *Clauses) Opens(i int, a Act) bool {
	if i > 0 && s.Acts[i-1].Mood == Ordered && !s.Acts[i-1].Negated && s.Acts[i-1].Is.Meets(Commands) {
		return false
	}
	near := s.Is(a.At.From-1, l.Task, l.List) || s.Is(a.At.To, l.Task) || a.Does(l.Remind)
	if !near {
		for j := a.At.To; j < min(a.At.To+5, len(s.Words)) && !s.Parted(j); j++ {
			near = near || s.Is(j, l.Task)
		}
	}
	return near
}
