package detect

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/when"
)

// takenAnew reads a sentence in which the one who speaks corrects what was just ordered: delete the milk one, no wait, the library one;
// گھی والا ہٹاؤ نہیں نہیں چینی والا. What is said behind stands in the place of what was said before.
func (d *Detector) takenAnew(s sentence, in meaning.Input) (meaning.Result, bool) {
	from, to := s.correction()
	if from == 0 || to == len(s.Tokens) || len(s.IDs) > 0 {
		return meaning.Result{}, false
	}
	before, behind := in, in
	before.Text = s.Original[:s.Tokens[from-1].End]
	behind.Text = s.Original[s.Tokens[to].Start:]
	if to == from+1 && s.Is(s.WordAt(from), l.Not) { // doodh wala nahi, bread wala delete karo
		meant, _ := d.explain(behind)
		return meant, meant.Intent.Writes() && meant.Intent != meaning.CreateTask && meant.Slots.TaskRef != nil
	}
	first, _ := d.explain(before)
	if !first.Intent.Writes() || first.Plan.Several {
		return meaning.Result{}, false
	}
	second := d.Fragment(behind, first.Intent)
	if isRefusal(second.Cues) {
		return meaning.Result{}, false
	}
	if first.Intent == meaning.CreateTask {
		first.Slots.Due, first.Cues.ClockOnly = second.Slots.Due, second.Cues.ClockOnly
		return first, second.Slots.Due != nil && second.Slots.Title == nil
	}
	if second.Slots.TaskRef == nil && second.Slots.TaskID == nil && second.Cues.Ordinal == 0 {
		return meaning.Result{}, false
	}
	if whole, _ := d.explain(behind); whole.Intent.Writes() && whole.Intent != meaning.CreateTask {
		return whole, true // … no, complete the library one
	}
	first.Slots.TaskRef, first.Slots.TaskID = second.Slots.TaskRef, second.Slots.TaskID
	first.Cues.Ordinal = second.Cues.Ordinal
	return first, true
}

// isRefusal says whether what is said behind a correction is no other order, but none at all.
func isRefusal(cues meaning.Cues) bool {
	return cues.Denies || cues.Doubts || cues.Act == meaning.Drop || cues.Act == meaning.Undo
}

// makes says whether a word says that something new is to be made: add, remind me, a task, note.
func (s sentence) makes(intent meaning.Intent) bool {
	return intent == meaning.CreateTask && s.Has(l.Create, l.Remind, l.Reminder, l.Note, l.Task, l.List, l.New, l.Yaad, l.Make)
}

// ofPriority is what is wanted where a deed that would finish or remove a task is done to its priority.
func (s sentence) ofPriority(intent meaning.Intent) meaning.Intent {
	if intent == meaning.CompleteTask && s.marksPriority() || intent == meaning.DeleteTask && s.lowersPriority() {
		return meaning.UpdateTask
	}
	if intent == meaning.CompleteTask && s.stillToFinish() {
		if s.Moments() || s.Has(l.High, l.Low, l.Medium) {
			return meaning.CreateTask
		}
		return meaning.Unknown
	}
	return intent
}

// stillToFinish says whether in Urdu it is what must be finished, and no task that is named: physics ki copy mukammal karni hai.
func (s sentence) stillToFinish() bool {
	number := func(e when.Expression) bool { return e.Is(when.Number) }
	if s.Main < 0 || s.Has(l.Task, l.Wala, l.It, l.Ordinal, l.Mark, l.Not) || !s.ID.Empty() || slices.ContainsFunc(s.Times, number) {
		return false
	}
	a := s.Acts[s.Main]
	return a.Urdu && a.Mood == clauses.Wished && a.Does(l.Finish) && !a.Negated
}

// lowersPriority says whether what is dropped or taken down is the priority of a task, and not the task: drop the priority to low.
func (s sentence) lowersPriority() bool {
	i := s.Find(l.Priority)
	return s.Main >= 0 && s.Language == meaning.English && i > s.Acts[s.Main].At.From && s.SameClause(i, s.Acts[s.Main].At.From) &&
		s.Has(l.High, l.Low, l.Medium)
}

// marksPriority says whether what is marked is how urgent a task is, and not that it is done: mark it high priority.
func (s sentence) marksPriority() bool {
	return s.Main >= 0 && s.Acts[s.Main].Does(l.Mark) && !s.Acts[s.Main].Does(l.Finish) && !s.Has(l.Completed) &&
		s.Has(l.High, l.Low, l.Medium)
}

// correction returns the tokens by which something is taken back and said anew within a sentence; to is 0 for none.
func (s sentence) correction() (from, to int) {
	for i := 1; i < len(s.Tokens); i++ {
		if length := s.ClauseWords.Corrections.At(s.Tokens, i); length > 0 && s.TimeAt(i) == nil { // a time that is corrected is read as one
			return i, i + length
		}
		w := s.WordAt(i)
		denies := w > 0 && w < len(s.Words) && s.Words[w].First == i && s.Is(w, l.Not) && s.Is(w-1, l.Wala)
		if denies && s.Language != meaning.English && s.laterName(w) {
			return i, s.Words[w].Last + 1
		}
	}
	return 0, 0
}

// laterName says whether another task is named by "wala" behind a word: doodh wala nahi, bread wala.
func (s sentence) laterName(w int) bool {
	for i := w + 2; i < len(s.Words); i++ {
		if s.Is(i, l.Wala) {
			return true
		}
	}
	return false
}
