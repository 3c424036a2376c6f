package mcp

import (
	"slices"
	"sync/atomic"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// lists keeps the answer to tools/list written for as long as the tools are the same ones: it is large, and asked for by
// everybody.
type lists struct {
	legacy, modern ending
	last           atomic.Pointer[list]
}

// list is the answer to tools/list in both eras. It is not changed.
type list struct {
	tools          []*Tool
	legacy, modern []byte
	meta           map[string]any // of the modern one
}

// of gives the answer that lists these tools.
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
