package routing

import (
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/transcode"
)

// Messages are those of a tool's RPC. They are immutable.
type Messages struct {
	// Input and Output make them: generated types where the program links the same definition, dynamic ones otherwise.
	Input, Output protoreflect.MessageType
	// Answer writes the output as JSON.
	Answer *transcode.Plan
}

// Messages returns the messages of the RPC. They are made when the tool is first called, and kept while it is: those of ten thousands
// of tools would take most of a gateway's memory.
func (r *Route) Messages() *Messages {
	return r.Made(newMessages).(*Messages) //nolint:forcetypeassert // nobody else makes something of a tool
}

func newMessages(method protoreflect.MethodDescriptor) any {
	m := &Messages{Input: linked.of(method.Input()), Output: linked.of(method.Output())}
	m.Answer = transcode.New(m.Output)
	return m
}
