package topics

import (
	_ "embed"
	"encoding/json"
	"sync"

	"github.com/salaatflow/platform/language/searchtext"
)

// obliqueText has the endings of oblique words of Urdu, with those of the words that they are forms of.
//
//go:embed oblique.json
var obliqueText []byte

type obliqueEnding struct {
	Oblique string   `json:"oblique"`
	Direct  []string `json:"direct"`
}

var obliqueEndings = sync.OnceValue(func() (endings []obliqueEnding) {
	if err := json.Unmarshal(obliqueText, &endings); err != nil {
		panic(err) // it is built in, and a test reads it
	}
	for i, ending := range endings { // as names are folded
		endings[i].Oblique = searchtext.Name(ending.Oblique)
		for j, direct := range ending.Direct {
			endings[i].Direct[j] = searchtext.Name(direct)
		}
	}
	return endings
})
