// Package dialogueact tells what a message does where it stands: "done" behind a task that was made finishes it, behind a question for a
// yes agrees, and "high fever since morning" names no task, though it stands behind "what shall I call it?". It has learned that from
// labelled messages and from dialogues. The kinds are dialogue acts as in ISO 24617-2, as few as what the chat does differs by.
package dialogueact

import (
	_ "embed"
	"fmt"

	"github.com/salaatflow/platform/language/detect/model"
)

// weights are what cmd/detect-train makes of the labelled messages, the dialogues, the corpora and the messages that ask for nothing.
//
//go:embed weights.bin
var weights []byte

// Classes are the names of the model's classes, in order.
func Classes() (names []string) {
	for _, kind := range Kinds() {
		names = append(names, string(kind))
	}
	return names
}

// Committed is the model of the weights that come with the program.
func Committed() (*model.Model, error) {
	m, err := model.Read(weights)
	if err != nil {
		return nil, fmt.Errorf("dialogueact/weights.bin: %w; `make detect-train` makes it anew", err)
	}
	return m, nil
}

// Told is what a message is taken for: how likely it is of each kind, 0 to 1.
type Told map[Kind]float64

// Hear returns what a message of these features does.
func Hear(m *model.Model, features []model.Feature) Told {
	told := Told{}
	likely := m.Score(features).Probabilities(len(m.Classes()))
	for class, kind := range Kinds() {
		told[kind] = likely[class]
	}
	return told
}

// Kind is the likeliest kind.
func (t Told) Kind() (likeliest Kind) {
	for _, kind := range Kinds() {
		if likeliest == "" || t[kind] > t[likeliest] {
			likeliest = kind
		}
	}
	return likeliest
}

// Orders is how likely it is that the message orders or answers something, and does not only tell, ask or chat.
func (t Told) Orders() (sum float64) {
	for _, kind := range Ordering() {
		sum += t[kind]
	}
	return sum
}
