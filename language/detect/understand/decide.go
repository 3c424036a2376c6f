// Package understand finds the intent of a sentence by a linear model of its words, of what they stand for and of how they stand together.
package understand

import (
	_ "embed"
	"fmt"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
)

// weights are what cmd/detect-train makes of the corpora.
//
//go:embed weights.bin
var weights []byte

// Committed is the model of the weights that come with the program.
func Committed() (*model.Model, error) {
	m, err := model.Read(weights)
	if err != nil {
		return nil, fmt.Errorf("weights.bin: %w; `make detect-train` makes it anew", err)
	}
	return m, nil
}

// Decider finds the intent of a sentence. It never changes and may be used by many at once. The zero Decider takes every sentence for one
// that asks for nothing; it is what a model is trained with.
type Decider struct {
	model   *model.Model
	intents []meaning.Intent // of the classes of the model
	leftOut Part
}

// Taught returns a decider that decides with this model, whose classes are intents.
func (d *Decider) Taught(m *model.Model) *Decider {
	taught := &Decider{model: m, leftOut: d.leftOut}
	for _, class := range m.Classes() {
		taught.intents = append(taught.intents, meaning.Intent(class))
	}
	return taught
}

// How the model is heard. Cross-validation chose the figures.
const (
	// sharpness makes the probabilities of the model what they say: it learned to be less sure than it may be.
	sharpness = 1.6
	// requests is how much more is said for each request than the model says: its corpora hold more of what asks for
	// nothing, and looks as if it did, than people type.
	requests = 1.0
	// sureToWrite is how sure the model must be to change a task.
	sureToWrite = 0.78
	// sureOfTalk is how sure it is that nothing is asked for where nothing is said but yes, thanks and the like.
	sureOfTalk = 0.9
)

// Decide returns what a sentence of these features asks for, and how sure that is.
func (d *Decider) Decide(c *clauses.Clauses, features []model.Feature) (intent meaning.Intent, confidence float64) {
	if d.model == nil || c.OnlyTalk() {
		return meaning.Unknown, sureOfTalk
	}
	likely := d.likelihoods(features)
	best, writes := 0, 0.0
	for class, intent := range d.intents {
		if likely[class] > likely[best] {
			best = class
		}
		if intent.Writes() {
			writes += likely[class]
		}
	}
	intent, confidence = d.intents[best], likely[best]
	if !ordersSeveral(c) {
		writes = confidence // of one deed it must be sure which it is
	}
	if intent.Writes() && writes < sureToWrite {
		return meaning.Unknown, 1 - confidence // rather nothing than a guess that changes a task
	}
	return intent, confidence
}

// ordersSeveral says whether more than one deed is ordered, each of which is a part of what the sentence says.
func ordersSeveral(c *clauses.Clauses) bool {
	orders := 0
	for _, act := range c.Acts {
		if act.Mood == clauses.Ordered {
			orders++
		}
	}
	return orders > 1
}

// likelihoods are how likely each class is, by what the features say.
func (d *Decider) likelihoods(features []model.Feature) model.Scores {
	scores := d.model.Score(features)
	for class, intent := range d.intents {
		if intent != meaning.Unknown {
			scores[class] += requests
		}
		scores[class] *= sharpness
	}
	return scores.Probabilities(len(d.intents))
}
