package detect

import (
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/talk"
)

// How unlikely a message must be to ask a tool for something, and how sure it must be what it is instead, for it not to be taken for
// asking.
const (
	leastRequest  = 0.2
	sureOfNoTool  = 0.8
	sureOfForeign = 0.6
)

// orNone is what a message asks for: nothing, where it is sure that it is something else. Of what is told as done, and of who is who, the
// intent knows more.
func orNone(intent meaning.Intent, told talk.Told) meaning.Intent {
	if intent == meaning.CompleteTask || intent == meaning.IdentityQuery || !asksNoTool(told) {
		return intent
	}
	return meaning.Unknown
}

// asksNoTool reports whether it is sure that a message asks no tool for anything.
func asksNoTool(told talk.Told) bool {
	foreign := told.Kind.Group() == talk.Language && told.Sure >= sureOfForeign
	return foreign || told.Request < leastRequest && told.Sure >= sureOfNoTool
}

// told is what a message of these features is beside an order, whatever was spoken of before, or what one of its clauses tells: danger in
// any, whatever is asked for beside it, and a death in the first, "my father died, delete the meeting".
func (d *Detector) told(s sentence, alone []model.Feature) talk.Told {
	told := d.talk.Hear(alone)
	for i, clause := range s.clauses() {
		heard := d.talk.Hear(d.alone(d.read(clause)))
		surer := heard.Sure > told.Sure || told.Kind == talk.Request
		if heard.Sure >= sureOfNoTool && surer && (heard.Kind.IsDanger() || i == 0 && heard.Kind == talk.Death) {
			heard.Request = told.Request
			return heard
		}
	}
	return told
}

// alone are the features of a sentence by itself, without what was spoken of before.
func (d *Detector) alone(s sentence) []model.Feature {
	return d.decider.FeaturesOf(s.Clauses, meaning.NoTopic)
}

// mostClauses is how many clauses of a message are read by themselves.
const mostClauses = 6

// clauses are the stretches between the marks within a sentence; none where there are no such marks.
func (s sentence) clauses() (all []string) {
	from := 0
	for t := 1; t < len(s.Tokens) && len(all) < mostClauses; t++ {
		if s.Tokens[t].Before.Ends() {
			all = append(all, s.Between(from, t-1))
			from = t
		}
	}
	if from > 0 {
		all = append(all, s.Between(from, len(s.Tokens)-1))
	}
	return all
}
