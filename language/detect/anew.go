package detect

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/clauses/attributes"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/when"
)

// takenAnew reads a sentence in which the one who speaks corrects what was just ordered: delete the milk one, no wait, the library one;
// گھی والا ہٹاؤ نہیں نہیں چینی والا. What is said behind stands in the place of what was said before.
func (d *Detector) takenAnew(s sentence, in meaning.Input) (meaning.Result, bool) {
	if to := s.opensCorrecting(); to > 0 {
		behind := in
		behind.Text = s.Original[s.Tokens[to].Start:]
		meant, _ := d.explain(behind)
		return meant, setsRight(meant)
	}
	from, to, denied := s.correction()
	if from == 0 || to == len(s.Tokens) || len(s.IDs) > 0 {
		return meaning.Result{}, false
	}
	before, behind := s.around(in, from, to)
	if denied { // doodh wala nahi, bread wala delete karo
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
		return d.madeAnew(first, second, behind)
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

// around is what is said before some words that take something back, and behind them.
func (s sentence) around(in meaning.Input, from, to int) (before, behind meaning.Input) {
	before, behind = in, in
	before.Text, behind.Text = s.Original[:s.Tokens[from-1].End], s.Original[s.Tokens[to].Start:]
	return before, behind
}

// sureOfTold is how sure it must be that a task is to be made of what only tells something.
const sureOfTold = 0.9

// setsRight reports whether what is said behind words that take something back is an order: push it, the library one, and not that we're
// driving down on Friday.
func setsRight(meant meaning.Result) bool {
	names := meant.Slots.TaskRef != nil || meant.Slots.TaskID != nil || meant.Slots.Title != nil
	told := meant.Intent == meaning.CreateTask && !meant.Cues.Makes && meant.Confidence < sureOfTold
	return meant.Intent.Writes() && names && !told
}

// opensCorrecting is the token behind the words with which a sentence begins that take back what was said in another: wait no, push it. It
// is 0 where none do.
func (s sentence) opensCorrecting() int {
	first := 0
	for s.Is(first, l.Filler) && s.CorrectionEnds(s.Words[first].First) == 0 {
		first++
	}
	if first >= len(s.Words) {
		return 0
	}
	if to := s.CorrectionEnds(s.Words[first].First); to < len(s.Tokens) {
		return to
	}
	return 0
}

// madeAnew is a new task of which the title, the time or both are said anew: bread lana likho, nahi nahi anday lana, kal.
func (d *Detector) madeAnew(first, second meaning.Result, behind meaning.Input) (meaning.Result, bool) {
	whole, _ := d.explain(behind)
	if whole.Intent.Writes() && whole.Intent != meaning.CreateTask {
		return meaning.Result{}, false
	}
	if second.Slots.Due != nil {
		first.Slots.Due, first.Cues.ClockOnly = second.Slots.Due, second.Cues.ClockOnly
	}
	title := second.Slots.Title
	if title == nil && whole.Intent == meaning.CreateTask {
		title = whole.Slots.Title
	}
	if title != nil {
		first.Slots.Title = title
	}
	return first, title != nil || second.Slots.Due != nil
}

// isRefusal says whether what is said behind a correction is no other order, but none at all.
func isRefusal(cues meaning.Cues) bool {
	return cues.Denies || cues.Doubts || cues.Act == meaning.Drop || cues.Act == meaning.Undo
}

// makes says whether a word says that something new is to be made: add, remind me, a task, note.
func (s sentence) makes(intent meaning.Intent) bool {
	return intent == meaning.CreateTask && s.Has(l.Create, l.Remind, l.Reminder, l.Note, l.Task, l.List, l.New, l.Yaad, l.Make)
}

// ofAttribute is what is wanted where a deed that would finish or remove a task is done to its priority, or takes away its date.
func (s sentence) ofAttribute(intent meaning.Intent) meaning.Intent {
	if intent == meaning.CompleteTask && s.marksPriority() || intent == meaning.DeleteTask && s.lowersPriority() {
		return meaning.UpdateTask
	}
	if attributes.Taken(s.Clauses) >= 0 && (intent == meaning.DeleteTask || intent == meaning.CompleteTask ||
		intent == meaning.Unknown && !s.ID.Empty() && s.ordersChange()) {
		return meaning.UpdateTask // remove the category from task 4
	}
	if intent == meaning.DeleteTask && s.closesDone() {
		return meaning.CompleteTask
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

// correction returns the tokens by which something is taken back and said anew within a sentence; to is 0 for none. denied says that they
// only set one task apart from the one that is meant.
func (s sentence) correction() (from, to int, denied bool) {
	for i := 1; i < len(s.Tokens); i++ {
		if length := s.ClauseWords.Corrections.At(s.Tokens, i); length > 0 && s.TimeAt(i) == nil { // a time that is corrected is read as one
			return i, i + length, false
		}
		w := s.WordAt(i)
		if w == 0 || w == len(s.Words) || s.Words[w].First != i || s.Language == meaning.English {
			continue
		}
		if !s.laterName(w) {
			continue
		}
		if s.Is(w, l.Sorry) && s.Parted(w) {
			return i, s.Words[w].Last + 1, false // chai wala hata do, sorry cake wala
		}
		if end := s.setsApart(w); end > w {
			return i, s.Words[end-1].Last + 1, true
		}
	}
	return 0, 0, false
}

// setsApart returns where in Urdu the words end that begin at one, and say of the task before them that it is not the one: doodh wala nahi,
// gym wala kaam rehne do, chai wala chhor kar. It is the word itself where they do not.
func (s sentence) setsApart(w int) int {
	if s.contrastsNames(w) {
		return w + 1
	}
	before := w - 1
	for before > 0 && s.Is(before, l.Task, l.Ko, l.Ka, l.Now, l.Filler) && !s.Is(before, l.Wala) {
		before--
	}
	if !s.Is(before, l.Wala) || s.PartedBetween(before, w) {
		return w
	}
	switch {
	case s.Is(w, l.Not) && !s.Is(w, l.Dont) && !s.Is(w+1, l.Want, l.Ho):
		return w + 1
	case s.Is(w, l.Drop), s.Forms.Keep[s.Norm(w)] && (s.Main < 0 || !s.Acts[s.Main].At.Holds(w)):
		w++
	default:
		return w
	}
	for s.Is(w, l.Light, l.Kar, l.Ke, l.And) && !s.Parted(w) || s.Is(w, l.And) {
		w++
	}
	return w
}

// contrastsNames says whether in Urdu a word that says no only sets apart what is named before it from what is named with "wala" behind it:
// bijli ka bill nahi gas ka bill wala.
func (s sentence) contrastsNames(not int) bool {
	if !s.Is(not, l.Not) || s.Is(not, l.Dont) || not == 0 || s.Parted(not) {
		return false
	}
	names := func(i int) bool { return s.Bare(i) || s.Is(i, l.Foreign, l.Ka) && !s.Is(i, l.Verb) }
	for i := not - 1; i >= 0 && (i == not-1 || !s.Parted(i+1)); i-- {
		if !names(i) {
			return false
		}
	}
	behind := not + 1
	for behind < len(s.Words) && !s.Parted(behind+1) && names(behind) {
		behind++
	}
	return behind > not+1 && s.Is(behind, l.Wala)
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
