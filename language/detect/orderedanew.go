package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// orderedAnew reads a sentence of English in which an order is taken back and another is given whole behind it, with the number of its
// task: delete the second no sorry delete task two; cut 5, no no, leave 5, cut 6. What is said behind stands alone.
func (d *Detector) orderedAnew(s sentence, in meaning.Input) (meaning.Result, bool) {
	from, to := s.takesBack()
	if from == 0 {
		return meaning.Result{}, false
	}
	before, behind := s.around(in, from, to)
	first, _ := d.explain(before)
	if !first.Intent.Writes() || first.Intent == meaning.CreateTask || first.Plan.Several {
		return meaning.Result{}, false
	}
	second, _ := d.explain(behind)
	anew := second.Intent.Writes() && second.Intent != meaning.CreateTask && second.Slots.TaskID != nil && !second.Plan.Several
	return second, anew
}

// takesBack returns the tokens of the last words that take back what was ordered, behind which an order begins, or what is to be left as it
// is: no sorry, delete; no no, leave. to is 0 where none do.
func (s sentence) takesBack() (from, to int) {
	if s.Language != meaning.English {
		return 0, 0
	}
	for i := len(s.Words) - 1; i > 0; i-- {
		token := s.Words[i].First
		to = s.CorrectionEnds(token)
		if to == 0 && s.Is(i, l.No) && !s.Is(i, l.Dont) {
			to = s.Words[i].Last + 1
		}
		if to == 0 || to >= len(s.Tokens) {
			continue
		}
		if !s.begins(s.WordAt(to)) {
			continue
		}
		for i > 1 && s.Is(i-1, l.No, l.Sorry, l.Filler) && !s.Is(i-1, l.Dont) {
			i--
		}
		return s.Words[i].First, to
	}
	return 0, 0
}

// begins says whether an order begins with a word, or what is said to be left as it is.
func (s sentence) begins(i int) bool {
	if s.Forms.Keep[s.Norm(i)] || s.Is(i, l.Drop) {
		return true
	}
	for _, a := range s.Acts {
		if a.At.From == i && a.Does(l.Delete, l.Finish, l.Mark, l.Change, l.Move, l.Reopen) {
			return true
		}
	}
	return false
}
