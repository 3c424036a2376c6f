// Package talk says what a message is beside an order to a tool: a greeting, a death that is told, a question of religious law, a wish that
// no tool fulfils. It has learned that from labelled messages.
package talk

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/salaatflow/platform/language/detect/model"
)

// The weights are what cmd/detect-train makes of the messages in testdata/talk.
var (
	//go:embed groups.bin
	groupsBin []byte
	//go:embed chat.bin
	chatBin []byte
	//go:embed care.bin
	careBin []byte
	//go:embed outside.bin
	outsideBin []byte
	//go:embed language.bin
	languageBin []byte
	//go:embed roman.bin
	romanBin []byte
)

// The classes of the model of what language a message in Latin letters is in.
const (
	inEnglish   = "en"
	inRomanUrdu = "ur-Latn"
)

// Latin are the classes of the model of what language a message in Latin letters is in.
func Latin() []string { return []string{inEnglish, inRomanUrdu} }

// Model tells what messages are. It never changes and may be used by many at once. Nil takes every message for a request.
type Model struct {
	groups, latin *model.Model
	kinds         map[Group]*model.Model
}

// Committed is the model of the weights that come with the program.
var Committed = sync.OnceValues(func() (*Model, error) {
	read := map[Group]*model.Model{}
	for name, content := range map[Group][]byte{
		Of: groupsBin, Chat: chatBin, Care: careBin, Outside: outsideBin, Language: languageBin, Roman: romanBin,
	} {
		one, err := model.Read(content)
		if err != nil {
			return nil, fmt.Errorf("talk/%s.bin: %w; `make detect-train` makes it anew", name, err)
		}
		read[name] = one
	}
	return &Model{groups: read[Of], latin: read[Roman], kinds: read}, nil
})

// Classes are the kinds that a group's model tells apart, in order; nil where it has none.
func (m *Model) Classes(group Group) []string {
	if of := m.kinds[group]; of != nil {
		return of.Classes()
	}
	return nil
}

// Told is what a message is taken for.
type Told struct {
	Kind Kind
	// Sure is how sure that is, 0 to 1; of a group's kind, how sure both are. Request is how sure it is that a tool is asked.
	Sure, Request float64
	// Roman is how sure it is that a message in Latin letters is Urdu rather than English.
	Roman float64
}

// Hear returns what a message of these features is; of kind None where it knows too little of it.
func (m *Model) Hear(features []model.Feature) Told {
	if m == nil {
		return Told{Kind: Request, Sure: 1, Request: 1}
	}
	if !m.groups.Knows(features) {
		return Told{Request: 1}
	}
	group, sure, all := best(m.groups, features)
	_, _, latin := best(m.latin, features)
	told := Told{Kind: Kind(group), Sure: sure, Request: all[slices.Index(m.groups.Classes(), string(Request))], Roman: latin[1]}
	if kinds := m.kinds[Group(group)]; kinds != nil {
		kind, share, _ := best(kinds, features)
		told.Kind, told.Sure = Kind(kind), sure*share
	}
	return told
}

// sharpness makes the probabilities of the models what they say: they learned to be less sure than they may be.
const sharpness = 1.6

func best(m *model.Model, features []model.Feature) (class string, sure float64, all model.Scores) {
	scores := m.Score(features)
	for i := range scores {
		scores[i] *= sharpness
	}
	n := len(m.Classes())
	all = scores.Probabilities(n)
	at := 0
	for i := range n {
		if all[i] > all[at] {
			at = i
		}
	}
	return m.Classes()[at], all[at], all
}
