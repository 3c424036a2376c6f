// Package toolsearch finds tools by what somebody wants to do, among ten thousands, in three languages.
package toolsearch

import (
	"math"
	"sync/atomic"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolspec"
)

// index knows in which tools each term stands. A tool that is removed stays in the lists of terms until the index is made anew.
type index struct {
	terms func(text string) []string
	lists map[string][]hit
	tools []entry // those that were removed have none
	byID  map[*toolspec.Tool]uint32
}

// entry is a tool and, once somebody was asked about it, what decides who may call it.
type entry struct {
	*catalog.Tool
	method *atomic.Pointer[access.Method]
}

// hit is a tool in which a term stands, and from 1 to 255 how much the tool is about it.
type hit uint32

const (
	weightBits = 8
	mostWeight = 1<<weightBits - 1
	mostTools  = 1 << (32 - weightBits)
)

func newIndex(terms func(string) []string) *index {
	return &index{terms: terms, lists: map[string][]hit{}, byID: map[*toolspec.Tool]uint32{}}
}

// update makes the index that of these tools, and reports false when it should be made anew instead: more of it would be of tools
// that are gone than of those there are.
func (x *index) update(tools []*catalog.Tool) bool {
	there := make([]bool, len(x.tools))
	var added []*catalog.Tool
	for _, tool := range tools {
		id, known := x.byID[tool.Tool]
		if !known {
			added = append(added, tool)
			continue
		}
		there[id], x.tools[id].Tool = true, tool
	}
	for id, still := range there {
		if gone := x.tools[id].Tool; gone != nil && !still {
			delete(x.byID, gone.Tool)
			x.tools[id] = entry{}
		}
	}
	if gone := len(x.tools) - len(x.byID); 2*gone > len(x.tools) {
		return false
	}
	for _, tool := range added {
		if len(x.tools) < mostTools {
			x.add(tool)
		}
	}
	return true
}

// The weights of a tool's texts, of one occurrence each. What it is called says more than what is said of it.
const (
	ofName        = 3
	ofTitle       = 3
	ofPhrase      = 1.5
	ofDescription = 1.5
	ofCapability  = 1
	ofParameter   = 0.5
	ofExample     = 0.2 // also of a list that a service makes while it runs, of what the tool is for rather than what it does
)

// The constants of BM25: how soon further occurrences of a term add nothing, how much longer texts count less, and the length of an
// ordinary one. That is not counted, so that a tool's weights stay as they are when others come and go.
const (
	saturation = 1.5
	byLength   = 0.4
	ordinary   = 60
)

func (x *index) add(tool *catalog.Tool) {
	weights := map[string]float64{}
	length := 0.0
	for _, part := range partsOf(tool.Tool) {
		for _, term := range x.terms(part.text) {
			weights[term] += part.weight
			length += part.weight
		}
	}
	id := uint32(len(x.tools)) //nolint:gosec // below mostTools
	x.tools = append(x.tools, entry{tool, &atomic.Pointer[access.Method]{}})
	x.byID[tool.Tool] = id
	for term, weight := range weights {
		about := weight / (weight + saturation*(1-byLength+byLength*length/ordinary))
		x.lists[term] = append(x.lists[term], hit(id<<weightBits|uint32(max(1, math.Round(about*mostWeight)))))
	}
}

// rarity is how much a term tells that stands in so many of the tools.
func (x *index) rarity(of int) float32 {
	n := float64(len(x.tools))
	return float32(math.Log1p((n - float64(of) + 0.5) / (float64(of) + 0.5)))
}

func (h hit) tool() uint32    { return uint32(h) >> weightBits }
func (h hit) weight() float32 { return float32(h&mostWeight) / mostWeight }
