// Package judge says how sure it is that a message which continues a conversation orders or answers something, and does not only tell, ask
// or chat: "high fever since morning" names no task, though it answers "what shall I call it?".
package judge

import (
	_ "embed"
	"fmt"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/text"
)

// weights are what cmd/detect-train makes of the dialogues, the corpora and the messages that ask for nothing.
//
//go:embed weights.bin
var weights []byte

// Context is what a message stands behind.
type Context struct {
	// Asks is what was asked for: title, task_id, changes, due or Confirm; empty for nothing.
	Asks string
	// After is the tool that was called last; empty for none.
	After string
}

// Confirm is what is asked for where a yes or a no is.
const Confirm = "confirm"

// The classes of the model.
const (
	Orders = "orders"
	Tells  = "tells"
)

// Classes are the classes of the model, in order.
func Classes() []string { return []string{Orders, Tells} }

// Committed is the model of the weights that come with the program.
func Committed() (*model.Model, error) {
	m, err := model.Read(weights)
	if err != nil {
		return nil, fmt.Errorf("judge/weights.bin: %w; `make detect-train` makes it anew", err)
	}
	return m, nil
}

// Sure is how sure the model is that a message of these features orders or answers something, 0 to 1.
func Sure(m *model.Model, features []model.Feature) float64 {
	return m.Score(features).Probabilities(len(m.Classes()))[0]
}

var (
	asked     = model.Named("asked for")
	after     = model.Named("after")
	endsWith  = model.Named("ends with")
	always    = model.Named("always")
	aQuestion = model.Named("a question mark")
)

// Features are what the model decides by: what the words of a message say, alone and where such a thing is asked for, and the context.
func Features(c *clauses.Clauses, words []model.Feature, in Context) []model.Feature {
	group := asked.With(model.Named(in.kind()))
	all := make([]model.Feature, 0, 2*len(words)+8)
	all = append(all, always, group)
	if in.Asks == "" { // what was asked for says more than what was done before
		all = append(all, after.With(model.Named(in.After)))
	}
	if n := len(c.Tokens); n > 0 && c.Tokens[n-1].After.Has(text.Question) {
		all = append(all, endsWith.With(aQuestion), group.With(aQuestion))
	}
	for _, word := range words {
		all = append(all, word, group.With(word))
	}
	return all
}

// The kinds of answer that are told apart: a name that is free, and one of the tasks that there are.
const (
	askedForTitle = "title"
	askedForTask  = "which"
)

// kind returns what kind of answer is asked for; empty where nothing is.
func (in Context) kind() string {
	switch in.Asks {
	case askedForTitle, "":
		return in.Asks
	default:
		return askedForTask
	}
}
