package toolspec

import (
	"bytes"
	"strings"
	"sync"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/shape"
)

// details are what takes most of a tool's memory: its descriptors, and what is made of them.
type details struct {
	method    protoreflect.MethodDescriptor
	arguments *shape.Message
	rules     func() (*foreignRules, error) // nil for a linked tool

	made     sync.Once
	whatever any // that was made of it
}

func (t *Tool) detail() *details {
	if t.details != nil {
		return t.details
	}
	return t.again()
}

// Made returns what build makes of the tool's descriptors. It is made once, by whoever asks first, and kept for as long as they are:
// all callers of a program must ask for the same.
func (t *Tool) Made(build func(protoreflect.MethodDescriptor) any) any {
	own := t.detail()
	own.made.Do(func() { own.whatever = build(own.method) })
	return own.whatever
}

// Method returns the RPC. Its input and output are the messages of the arguments and the data.
func (t *Tool) Method() protoreflect.MethodDescriptor { return t.detail().method }

// RPC returns the full name of the RPC, package.Service.Method.
func (t *Tool) RPC() protoreflect.FullName {
	return protoreflect.FullName(strings.ReplaceAll(strings.TrimPrefix(t.FullMethod, "/"), "/", "."))
}

// GRPCService returns the full name of the gRPC service that has the RPC.
func (t *Tool) GRPCService() protoreflect.FullName {
	service, _, _ := strings.Cut(strings.TrimPrefix(t.FullMethod, "/"), "/")
	return protoreflect.FullName(service)
}

// Lean returns the tools without their descriptors and what is made of these, for which a tool asks again whenever it needs them.
// again returns a manifest of the same content.
func (m *Manifest) Lean(again func() *Manifest) []*Tool {
	lean := make([]*Tool, len(m.Tools))
	for i, tool := range m.Tools {
		thin := *tool
		thin.details, thin.again = nil, func() *details { return again().Tools[i].details }
		thin.InputSchema, thin.OutputSchema = bytes.Clone(tool.InputSchema), bytes.Clone(tool.OutputSchema) // without room to grow
		lean[i] = &thin
	}
	return lean
}
