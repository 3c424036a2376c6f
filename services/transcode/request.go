package transcode

import (
	"fmt"
	"sync"
	"sync/atomic"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Request is a message in the wire format, which Answer.Invoke sends as it is. Whoever looks into it sees the message, which is
// built then; nobody may change it. It is safe for concurrent use.
type Request struct {
	of    protoreflect.MessageType
	wire  []byte
	build sync.Once
	built protoreflect.Message
	plain atomic.Pointer[looked] // nil until somebody looks into it
}

// NewRequest returns the message of a type that wire is. It keeps wire, which must be such a message.
func NewRequest(of protoreflect.MessageType, wire []byte) *Request {
	return &Request{of: of, wire: wire}
}

// ProtoReflect implements proto.Message.
func (r *Request) ProtoReflect() protoreflect.Message {
	r.build.Do(func() {
		built := r.of.New()
		if err := proto.Unmarshal(r.wire, built.Interface()); err != nil {
			panic(fmt.Errorf("transcode: a request that is no %s: %w", r.of.Descriptor().FullName(), err))
		}
		r.built = built
	})
	return r.built
}
