package mcp

import (
	"slices"
	"sync/atomic"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// lists caches the encoded answer to tools/list while the tools stay the same. The answer is large and requested by
// every client.
type lists struct {
	legacy, modern ending
	last           atomic.Pointer[list]
}

// list is the answer to tools/list in both eras. It is immutable.
type list struct {
	tools          []*Tool
	legacy, modern []byte
	meta           map[string]any // of the modern one
}

// of returns the answer that lists these tools.
func (l *lists) of(tools []*Tool) (*list, error) {
	if last := l.last.Load(); last != nil && slices.Equal(last.tools, tools) {
		return last, nil
	}
	text, err := toolList(tools)
	if err != nil {
		return nil, err
	}
	made := &list{tools: tools, legacy: l.legacy.listJSON(text), modern: l.modern.listJSON(text), meta: l.modern.meta}
	l.last.Store(made)
	return made, nil
}

func (l *list) result(modern bool) *rawResult {
	if modern {
		return &rawResult{ResultBase: sdk.ResultBase{Meta: l.meta}, json: l.modern}
	}
	return &rawResult{json: l.legacy}
}
