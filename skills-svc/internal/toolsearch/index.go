// Package toolsearch finds tools by what somebody wants to do, among ten thousands, in three languages.
package toolsearch

import (
	"sync/atomic"

	"github.com/salaatflow/platform/language/bm25"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolspec"
)

// index knows in which tools each term stands. A tool that is removed stays among the texts until the index is made anew.
type index struct {
	terms func(text string) []string
	texts *bm25.Index
	tools []entry // by the number of their text; those that were removed have none
	byID  map[*toolspec.Tool]uint32
}

// entry is a tool and, once somebody was asked about it, what decides who may call it.
type entry struct {
	*catalog.Tool
	method *atomic.Pointer[access.Method]
}

func newIndex(terms func(string) []string) *index {
	return &index{terms: terms, texts: bm25.New(), byID: map[*toolspec.Tool]uint32{}}
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
		if len(x.tools) < bm25.Most {
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

func (x *index) add(tool *catalog.Tool) {
	var document bm25.Document
	for _, part := range partsOf(tool.Tool) {
		document.Say(x.terms(part.text), part.weight)
	}
	x.byID[tool.Tool] = uint32(len(x.tools)) //nolint:gosec // below bm25.Most
	x.tools = append(x.tools, entry{tool, &atomic.Pointer[access.Method]{}})
	x.texts.Add(document)
}
