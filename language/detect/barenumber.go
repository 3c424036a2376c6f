package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// Number is the number that a text is, and nothing else, in digits or words: 21, twenty-one, ikkees, اکیس.
func (d *Detector) Number(typed string) (int, bool) {
	s := d.read(typed)
	if len(s.Tokens) == 0 {
		return 0, false
	}
	number, to, ok := s.num(0)
	return number, ok && to == len(s.Tokens)
}

// takeBareNumber notes a number that "it" is to become, and that is read as no task's then: make it 7 instead.
func (s sentence) takeBareNumber(r *Result) {
	if r.Intent != UpdateTask && r.Intent != Unknown || !s.has(l.It) || s.has(l.Task, l.NumberWord, l.Wala, l.Not) ||
		changesBeside(r.Slots) {
		return
	}
	if s.main < 0 || s.acts[s.main].negated || !s.acts[s.main].does(l.Make, l.Put, l.Change, l.Kar, l.Move) {
		return
	}
	if number, ok := s.onlyNumber(); ok {
		r.Cues.Bare, r.Slots.TaskID, r.Slots.TaskRef = number, nil, nil
	}
}

// onlyNumber is the one number of a sentence which tells no time, and has no word that nothing is known of.
func (s sentence) onlyNumber() (number int, ok bool) {
	for i := 0; i < len(s.words); i++ {
		e := s.timeAt(s.words[i].First)
		if e != nil && e.Time() {
			return 0, false
		}
		value, to, is := s.num(s.words[i].First)
		switch {
		case is && ok, !is && s.bare(i):
			return 0, false
		case is:
			number, ok = value, true
			i = max(i, s.wordAt(to)-1)
		}
	}
	return number, ok
}

// changesBeside says whether slots say what of a task is to be changed.
func changesBeside(s Slots) bool {
	return s.Title != nil || s.Priority != nil || s.LinkedPrayer != nil || s.Recurrence != nil || s.Category != nil || s.Status != nil ||
		s.Due != nil || s.DueRelative != nil
}
