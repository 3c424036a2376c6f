package detect

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/dialogueact"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
)

// Act returns what a message does where it stands, from what it was read as by itself.
func (d *Detector) Act(typed string, in dialogueact.Context, read *meaning.Result) dialogueact.Told {
	return dialogueact.Hear(d.acts, d.ActFeatures(typed, in, read))
}

// ActFeatures returns what is decided by, of what a message does, for training.
func (d *Detector) ActFeatures(typed string, in dialogueact.Context, read *meaning.Result) []model.Feature {
	c := d.read(typed).Clauses
	return dialogueact.Features(c, d.judging.FeaturesOf(c, meaning.NoTopic), in, read)
}

// ordersChange reports whether what is wanted most is an order that changes tasks.
func (s sentence) ordersChange() bool {
	return s.isOfChange() && s.Acts[s.Main].Mood == clauses.Ordered
}

// isOfChange reports whether what is wanted most changes tasks, be it an order or only told under a condition.
func (s sentence) isOfChange() bool {
	if s.Main < 0 {
		return false
	}
	a := s.Acts[s.Main]
	return !a.Negated && a.Does(l.Delete, l.Finish, l.Change, l.Mark, l.Move)
}
