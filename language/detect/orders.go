package detect

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/judge"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
)

// Orders returns how sure it is, 0 to 1, that a message orders or answers something where it stands, and does not only tell, ask or chat.
func (d *Detector) Orders(typed string, in judge.Context) float64 {
	return judge.Sure(d.judge, d.Judged(typed, in))
}

// Judged returns what the judge decides by, for training.
func (d *Detector) Judged(typed string, in judge.Context) []model.Feature {
	c := d.read(typed).Clauses
	return judge.Features(c, d.judging.FeaturesOf(c, meaning.NoTopic), in)
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
