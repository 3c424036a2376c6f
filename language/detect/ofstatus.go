package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/slots/questions"
)

// ofStatus sets which tasks are to be removed where all of a status are: clear everything I've completed. Words that say only that they are
// old, or what the list is to be then, name none of them: purane mukammal kaam sab hata do.
func (s sentence) ofStatus(r *meaning.Result) {
	if r.Intent != meaning.DeleteTask || !r.Plan.All || len(r.Plan.Tasks) > 0 {
		return
	}
	if !s.Has(l.Completed, l.Pending) && (!s.BeenDone() || !s.Forms.Relatives[s.Norm(0)]) { // jo ho gaye wo sab hata do
		return
	}
	status := questions.Status(s.Clauses)
	r.Slots.Status = &status
	if r.Slots.TaskRef != nil && !s.namesKind(*r.Slots.TaskRef) {
		r.Slots.TaskRef, r.Cues.Loose = nil, false
	}
}

// namesKind says whether words name which of the tasks of a status are meant, and not only say of which status, that they are old, or stand
// behind the order in Urdu.
func (s sentence) namesKind(ref string) bool {
	named := meaning.NamesIn(meaning.Slots{TaskRef: &ref})
	for i := range s.Words {
		behind := s.Language != meaning.English && s.Main >= 0 && i >= s.Acts[s.Main].At.To
		if named[s.Norm(i)] && !behind && !s.Forms.Old[s.Norm(i)] && !s.Is(i, l.Completed, l.Pending) {
			return true
		}
	}
	return false
}
