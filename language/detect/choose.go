package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// choose finds the act that says what is wanted: an order before a wish, a wish before a bare word. Of orders, one about a
// task is meant rather than one within what it speaks of; else the first in English and the last in Urdu, where the verb
// comes last. What is denied is not wanted as long as anything else is.
func (s *clauseReading) choose() int {
	best, most := -1, 0
	for i, a := range s.acts {
		if points := s.weigh(i, a); points > most || points == most && points > 0 && a.urdu {
			best, most = i, points
		}
	}
	if best >= 0 && s.ownDeed(s.acts[best]) {
		for i, a := range s.acts {
			if i != best && !a.negated && (a.mood == ordered || a.mood == mentioned) && a.does(l.Create, l.Make, l.Put, l.Remind) &&
				!s.ownDeed(a) {
				return i
			}
		}
	}
	return best
}

// ownDeed says whether an act of Urdu is what I have to do: paise bhejna hain, biryani banani hai.
func (s *clauseReading) ownDeed(a act) bool {
	return a.urdu && a.mood == wished && a.does(l.Give, l.Make, l.Find, l.Take) && s.is(a.at.from, l.Inf) &&
		!s.is(a.at.from-1, l.Task, l.List)
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

func (s *clauseReading) weigh(i int, a act) int {
	if !a.is.Meets(commands) && !a.does(l.Ho, l.Deed) {
		return 0
	}
	points := 0
	switch a.mood {
	case ordered:
		points = weighsOrder
		if !a.urdu && s.language != English {
			points -= weighsIt // complete aur incomplete sab dikhana
		}
	case wished:
		points = weighsWish
	case told:
		points = weighsTold
		if !a.does(l.Finish, l.Ho, l.Kar, l.Deed, l.Khatam, l.Mark) {
			return 0
		}
	case mentioned:
		points = weighsMention
		if s.asks() && a.is.Meets(commands) && !a.urdu && !a.does(l.Find) {
			return 0 // which task did you delete
		}
		if a.does(l.Put, l.Make, l.Show, l.See, l.Tell, l.Give, l.ForeignVerb, l.Find) && !s.last(a.at.to) {
			return 0
		}
	case spoken, asked:
		return 0
	}
	if a.does(l.Deed) && !a.is.Meets(commands) {
		if a.mood != told {
			return 0
		}
		points -= weighsTask
	}
	if a.negated {
		points = max(1, points+weighsDenied)
	}
	if !a.does(l.Kar, l.Ho, l.Give, l.Tell, l.Show, l.See, l.ForeignVerb, l.Put, l.Make) {
		points += weighsStrong
	}
	if a.mood == ordered && s.is(a.at.to, l.It, l.This) && a.at.from > 0 {
		if s.creates(s.acts[:i]) {
			return points - weighsTask // add X, link it to Asr
		}
		points += weighsIt // what was told before is what it is done to
	}
	if a.does(l.Create, l.Make, l.Put, l.Remind) && s.opens(i, a) {
		points += weighsOpening + weighsTask
	}
	return points
}

// creates says whether one of these acts makes something that a later one may speak of.
func (s *clauseReading) creates(acts []act) bool {
	for _, a := range acts {
		if a.mood == ordered && !a.negated && a.does(l.Create) {
			return true
		}
	}
	return false
}

// opens says whether what follows an act is what it makes, and not another order: "task likh lo …", "naya task: …",
// "remind me to …", "yaad dilana ke …".
func (s *clauseReading) opens(i int, a act) bool {
	if i > 0 && s.acts[i-1].mood == ordered && !s.acts[i-1].negated && s.acts[i-1].is.Meets(commands) {
		return false
	}
	near := s.is(a.at.from-1, l.Task, l.List) || s.is(a.at.to, l.Task) || a.does(l.Remind)
	if !near {
		for j := a.at.to; j < min(a.at.to+5, len(s.words)) && !s.parted(j); j++ {
			near = near || s.is(j, l.Task)
		}
	}
	return near
}
