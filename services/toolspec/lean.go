package toolspec

import (
	"bytes"
	"slices"
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

// Lean is what a manifest offers, without descriptors and what is made of these.
type Lean struct {
	Tools     []*Tool
	Prompts   []*Prompt
	Resources []*Resource
}

// Lean returns what the manifest offers without its descriptors and what is made of these, for which a tool asks again whenever it
// needs them. again returns a manifest of the same content.
func (m *Manifest) Lean(again func() *Manifest) Lean {
	rpcs := make([]*Tool, len(m.rpcs))
	thinned := make(map[*Tool]*Tool, len(m.rpcs))
	for i, tool := range m.rpcs {
		thin := *tool
		thin.details, thin.again = nil, func() *details { return again().rpcs[i].details }
		thin.InputSchema, thin.OutputSchema = bytes.Clone(tool.InputSchema), bytes.Clone(tool.OutputSchema) // without room to grow
		rpcs[i], thinned[tool] = &thin, &thin
	}
	lean := Lean{Tools: rpcs[:len(m.Tools):len(m.Tools)]}
	for _, prompt := range m.Prompts {
		thin := *prompt
		thin.RPC, thin.Arguments = thinned[prompt.RPC], leanArguments(prompt.Arguments, thinned)
		lean.Prompts = append(lean.Prompts, &thin)
	}
	for _, resource := range m.Resources {
		thin := *resource
		thin.RPC, thin.Arguments = thinned[resource.RPC], leanArguments(resource.Arguments, thinned)
		lean.Resources = append(lean.Resources, &thin)
	}
	return lean
}

func leanArguments(arguments []Argument, thinned map[*Tool]*Tool) []Argument {
	lean := slices.Clone(arguments)
	for i := range lean {
		lean[i].Completer = thinned[lean[i].Completer]
	}
	return lean
}
