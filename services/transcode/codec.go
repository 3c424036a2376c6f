package transcode

import (
	"bytes"
	"context"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"
	messages "google.golang.org/grpc/encoding/proto" // registers the codec of messages
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// Answer receives the answer of an RPC as JSON, instead of the message.
type Answer struct {
	// Plan is that of the RPC's output.
	Plan *Plan
	// Keep are the numbers of fields that are kept in the wire format too, as Wire. There may be others in it.
	Keep []protowire.Number
	Wire []byte
	// JSON is the answer; nil until it was received.
	JSON []byte
	// Err is why an answer that was received cannot be written as JSON; nil if it can.
	Err error
}

// Invoke makes a unary call whose answer becomes JSON. A connection within this program has to know an Answer: see Of. An answer
// that is no message is an error of the call, as it is where messages are built.
func (a *Answer) Invoke(ctx context.Context, conn grpc.ClientConnInterface, method string, request any, options ...grpc.CallOption) error {
	return conn.Invoke(ctx, method, request, a, append(options, grpc.ForceCodecV2(codec{encoding.GetCodecV2(messages.Name)}))...)
}

// Another returns an empty answer of the same type, for another attempt of the call.
func (a *Answer) Another() any { return &Answer{Plan: a.Plan, Keep: a.Keep} }

// Take makes the answer what another attempt received.
func (a *Answer) Take(another any) {
	if other, ok := another.(*Answer); ok {
		*a = *other
	}
}

// codec is the one of messages, save for what stands for them.
type codec struct{ encoding.CodecV2 }

// Name is empty so that the call says no more of its encoding than any other.
func (codec) Name() string { return "" }

// Marshal implements encoding.CodecV2.
func (c codec) Marshal(from any) (mem.BufferSlice, error) {
	if request, ok := from.(*Request); ok {
		return mem.BufferSlice{mem.SliceBuffer(request.wire)}, nil
	}
	return c.CodecV2.Marshal(from)
}

// Unmarshal implements encoding.CodecV2.
func (c codec) Unmarshal(data mem.BufferSlice, into any) error {
	answer, ok := into.(*Answer)
	if !ok {
		return c.CodecV2.Unmarshal(data, into)
	}
	buffer := data.MaterializeToBuffer(mem.DefaultBufferPool())
	defer buffer.Free()
	return answer.read(buffer.ReadOnlyData())
}

// read reads an answer in the wire format, which it does not keep.
func (a *Answer) read(wire []byte) error {
	const longer = 3 // so many times the wire format's length, with the names and nulls of JSON
	text, unread, unwritten := a.Plan.append(make([]byte, 0, longer*len(wire)+len("{}")), wire)
	a.JSON, a.Err = text, unwritten
	if len(a.Keep) > 0 && unread == nil {
		a.Wire = kept(wire, a.Keep)
	}
	return unread
}

// kept returns those of the fields of a message that have one of these numbers; or all, if it has groups.
func kept(wire []byte, numbers []protowire.Number) []byte {
	var out []byte
	for at := 0; at < len(wire); {
		number, kind, value := tag(wire, at)
		end := skip(wire, value, kind)
		if end < 0 {
			return bytes.Clone(wire)
		}
		if slices.Contains(numbers, number) {
			out = append(out, wire[at:end]...)
		}
		at = end
	}
	return out
}

// Of makes the answer that of a message, for an RPC of this program.
func (a *Answer) Of(message proto.Message) error {
	wire, err := proto.Marshal(message)
	if err != nil {
		return err
	}
	return a.read(wire)
}
