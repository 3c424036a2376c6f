package detect

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/slots"
	"github.com/salaatflow/platform/language/detect/slots/making"
)

// saidOutright is what a sentence asks for that the model takes for nothing, or for a list, and how sure that is.
func (s sentence) saidOutright(intent meaning.Intent, in meaning.Input) (meaning.Intent, float64) {
	switch {
	case intent == meaning.ListTasks && s.ofNoListOfMine():
		return meaning.Unknown, refused
	case intent == meaning.Unknown && s.makesOutright(in):
		return meaning.CreateTask, sureOutright
	}
	return intent, 0
}

// state sets what a sentence states for what it asks for.
func (s sentence) state(r *meaning.Result, in meaning.Input) {
	if r.Intent == meaning.Unknown {
		return
	}
	r.Slots = slots.Of(s.Clauses, r.Intent, in, &r.Cues)
	s.dropOrdinal(r)
}

// ofNoListOfMine says whether in English a list is only spoken of, and none of mine is asked for: my boss adds ten jobs to her list, I wish
// my list was shorter.
func (s sentence) ofNoListOfMine() bool {
	if s.Language != meaning.English || s.Asks() || s.ordersOrWishes() {
		return false
	}
	list := s.Find(l.List)
	if list < 1 {
		return false
	}
	wished := s.Is(list-1, l.My) && s.Forms.Unmeant.Wish[s.Norm(list-2)] && s.Is(list+1, l.Is)
	return wished || s.Is(list-1, l.Someone) && !s.Parted(list)
}

// makesOutright says whether a task is asked for in words of which the model knows little, and the sentence names one: dad's scan is on the
// 18th, please don't let me forget it; low priority: descale the shower head.
func (s sentence) makesOutright(in meaning.Input) bool {
	by := making.Sentence{Clauses: s.Clauses}
	if !by.AsksOutright() || !s.ID.Empty() {
		return false
	}
	var cues meaning.Cues
	return slots.Of(s.Clauses, meaning.CreateTask, in, &cues).Title != nil
}

// ordersOrWishes says whether a deed is ordered or wished.
func (s sentence) ordersOrWishes() bool {
	for _, a := range s.Acts {
		if a.Mood == clauses.Ordered || a.Mood == clauses.Wished {
			return true
		}
	}
	return false
}
