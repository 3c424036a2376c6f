package mcp

import (
	"slices"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// lists caches the encoded answers to tools/list while the tools stay the same: they are large and requested by every
// client. Callers who may call the same tools share one.
type lists struct {
	legacy, modern ending

	mu   sync.Mutex
	made []*list // the last used first
}

// maxLists is how many different answers are kept.
const maxLists = 32

// list is the answer to tools/list in both eras. It is immutable.
type list struct {
	tools          []*Tool
	legacy, modern []byte
	meta           map[string]any // of the modern one
}

// of returns the answer that lists these tools.
func (l *lists) of(tools []*Tool) (*list, error) {
	if known := l.known(tools); known != nil {
		return known, nil
	}
	text, err := toolList(tools)
	if err != nil {
		return nil, err
	}
	made := &list{tools: tools, legacy: l.legacy.listJSON(text), modern: l.modern.listJSON(text), meta: l.modern.meta}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.made = slices.Insert(l.made, 0, made)
	l.made = l.made[:min(len(l.made), maxLists)]
	return made, nil
}

// known returns the answer that was made for these tools, nil if there is none.
func (l *lists) known(tools []*Tool) *list {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.made, func(made *list) bool { return slices.Equal(made.tools, tools) })
	if i < 0 {
		return nil
	}
	found := l.made[i]
	if i > 0 {
		copy(l.made[1:i+1], l.made[:i])
		l.made[0] = found
	}
	return found
}

func (l *list) result(modern bool) *rawResult {
	if modern {
		return &rawResult{ResultBase: sdk.ResultBase{Meta: l.meta}, json: l.modern}
	}
	return &rawResult{json: l.legacy}
}
