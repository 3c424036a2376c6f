// Package parting finds where in a message one request ends and the next begins: "add buy milk and also delete the uniform one". It has
// learned two things from labelled messages: which words may begin a request, and whether a stretch of a message is two requests rather
// than one, by what both of its parts and the whole are read as.
package parting

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/spans"
	"github.com/salaatflow/platform/language/detect/text"
)

// Class is what a word is to the requests of its message.
type Class uint8

// The classes of words: one within a request; the first of a request that says its deed; the first of one that takes it from the request
// before, "delete the gym task and the milk one", or from the one behind, "doodh lana aur bill bharna likh lo"; and one of no request.
const (
	Within Class = iota
	Own
	AsBefore
	AsBehind
	Beside
)

// Classes are the names of the classes of words, in order.
func Classes() []string { return []string{"within", "own", "as before", "as behind", "beside"} }

// The weights are what cmd/detect-train makes of the messages of several requests.
var (
	//go:embed words.bin
	wordWeights []byte
	//go:embed splits.bin
	splitWeights []byte
)

// Model parts messages. It never changes and may be shared.
type Model struct{ words, splits *model.Model }

// NewModel returns the model of what was learned of words and of splits.
func NewModel(words, splits *model.Model) *Model { return &Model{words, splits} }

// Committed is the model of the weights that come with the program.
var Committed = sync.OnceValues(func() (*Model, error) {
	words, err := model.Read(wordWeights)
	if err != nil {
		return nil, fmt.Errorf("parting/words.bin: %w; `make detect-train` makes it anew", err)
	}
	splits, err := model.Read(splitWeights)
	if err != nil {
		return nil, fmt.Errorf("parting/splits.bin: %w; `make detect-train` makes it anew", err)
	}
	return NewModel(words, splits), nil
})

// WordFeatures are what the class of each word is told by, which is what stands around it and how many acts before and behind it; nil for a
// message that is not parted.
func WordFeatures(c *clauses.Clauses) [][]model.Feature {
	n := len(c.Tokens)
	if n < 2 || n > spans.Longest {
		return nil
	}
	s := spans.Sentence{Clauses: c, Kind: spans.NoKind}
	all := s.Features()
	begun, ended := make([]model.Feature, n+1), make([]model.Feature, n+1)
	for _, a := range c.Acts {
		first, last := c.Words[a.At.From].First, c.Words[a.At.To-1].Last
		for t := range n {
			begun[t+1] += one(first <= t)
			ended[t+1] += one(last <= t)
		}
	}
	for t := range all {
		before := model.Named("acts before").With(min(ended[t], 3)).With(min(begun[n]-begun[t], 3))
		mark := model.Named("marked").With(one(c.Tokens[t].Before.Ends()))
		all[t] = append(all[t], before, before.With(mark))
		if t > 0 {
			all[t] = append(all[t], before.With(one(ended[t] > ended[t-1])).With(mark))
		}
		if t+1 < n {
			all[t] = append(all[t], before.With(one(begun[t+1] > begun[t])))
		}
	}
	return all
}

// Message is a message with how likely each of its words is of each class.
type Message struct {
	*clauses.Clauses
	model *Model
	words []model.Scores
}

// Read tells how likely the words of a message are of each class.
func (m *Model) Read(c *clauses.Clauses) *Message {
	features := WordFeatures(c)
	read := &Message{Clauses: c, model: m, words: make([]model.Scores, len(features))}
	for i := range features {
		read.words[i] = m.words.Score(features[i]).Probabilities(len(Classes()))
	}
	return read
}

// begins is how likely a word begins a request.
func (m *Message) begins(word int) float64 {
	return m.words[word][Own] + m.words[word][AsBefore] + m.words[word][AsBehind]
}

// May are the words within a stretch that may begin another request.
func (m *Message) May(at reading.Span) (words []int) {
	for word := at.From + 1; word < min(at.To, len(m.words)); word++ {
		if m.begins(word) >= mayBegin {
			words = append(words, word)
		}
	}
	return words
}

// mayBegin is how likely a word must be to begin a request for the stretch to be read in two.
const mayBegin = 0.03

// Kind is the class of a stretch's first word among those that begin a request.
func (m *Message) Kind(at reading.Span) Class {
	kind := Own
	for _, other := range [...]Class{AsBefore, AsBehind} {
		if m.words[at.From][other] > m.words[at.From][kind] {
			kind = other
		}
	}
	return kind
}

// Elsewhere is the likelier class of a stretch's first word of the two whose deed is said elsewhere.
func (m *Message) Elsewhere(at reading.Span) Class {
	if m.words[at.From][AsBefore] > m.words[at.From][AsBehind] {
		return AsBefore
	}
	return AsBehind
}

// Trimmed is a stretch without the words at its ends that are of no request; empty where it has no others.
func (m *Message) Trimmed(at reading.Span) reading.Span {
	beside := func(word int) bool { return m.words[word][Beside] >= surelyBeside }
	for !at.Empty() && beside(at.From) {
		at.From++
	}
	for !at.Empty() && beside(at.To-1) {
		at.To--
	}
	return at
}

// Joint is the first of the words of a stretch that join what stands before a word to the request that begins there: and also.
func (m *Message) Joint(at reading.Span, word int) int {
	joint := word
	for word-joint < longestJoint && joint > at.From+1 && m.joins(joint-1) {
		joint--
	}
	return joint
}

// joins reports whether a word in front of a request belongs to none.
func (m *Message) joins(word int) bool {
	return m.words[word][Beside] > surelyJoins && m.Tokens[word].Script != text.Number || m.standsFor(word, l.And)
}

// standsFor reports whether a token is of a word that stands for any of these.
func (m *Message) standsFor(token int, of ...l.Concept) bool {
	word := slices.IndexFunc(m.Words, func(w l.Tagged) bool { return w.First <= token && token <= w.Last })
	return word >= 0 && m.Is(word, of...)
}

// surelyJoins is how likely a word in front of a request must be of none to be left out.
const surelyJoins = 0.7

// longestJoint is how many words join two requests at most.
const longestJoint = 3

// surelyBeside is how likely a word at the end of a stretch must be of no request for it to be left out.
const surelyBeside = 0.85
