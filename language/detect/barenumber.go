package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// Number is the number that a text is, and nothing else, in digits or words: 21, twenty-one, ikkees, اکیس.
func (d *Detector) Number(typed string) (int, bool) {
	s := d.read(typed)
	if len(s.Tokens) == 0 {
		return 0, false
	}
	number, to, ok := s.Num(0)
	return number, ok && to == len(s.Tokens)
}

// takeBareNumber notes a number that "it" is to become, and that is read as no task's then: make it 7 instead.
func (s sentence) takeBareNumber(r *meaning.Result) {
	if r.Intent != meaning.UpdateTask && r.Intent != meaning.Unknown || !s.Has(l.It) || s.Has(l.Task, l.NumberWord, l.Wala, l.Not) ||
		r.Slots.ChangesTask() {
		return
	}
	if s.Main < 0 || s.Acts[s.Main].Negated || !s.Acts[s.Main].Does(l.Make, l.Put, l.Change, l.Kar, l.Move) {
		return
	}
	if number, ok := s.onlyNumber(); ok {
		r.Cues.Bare, r.Slots.TaskID, r.Slots.TaskRef = number, nil, nil
	}
}

// onlyNumber is the one number of a sentence which tells no time, and has no word that nothing is known of.
func (s sentence) onlyNumber() (number int, ok bool) {
	for i := 0; i < len(s.Words); i++ {
		e := s.TimeAt(s.Words[i].First)
		if e != nil && e.Time() {
			return 0, false
		}
		value, to, is := s.Num(s.Words[i].First)
		switch {
		case is && ok, !is && s.Bare(i):
			return 0, false
		case is:
			number, ok = value, true
			i = max(i, s.WordAt(to)-1)
		}
	}
	return number, ok
}
