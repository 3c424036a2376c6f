// Package transcode writes messages as JSON straight from the wire format, without building them. What it writes is, to the
// byte, what compactjson writes of the message that proto.Unmarshal reads; what it cannot do, those two do.
package transcode

import (
	"sync"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/compactjson"
)

// Plan writes messages of one type as JSON. It is compiled when it is first used, and safe for concurrent use.
type Plan struct {
	of      protoreflect.MessageType
	only    protoreflect.FieldDescriptor
	unset   string
	compile sync.Once
	root    *message
}

// New returns the plan of a message type, which is worth keeping.
func New(of protoreflect.MessageType) *Plan { return &Plan{of: of} }

// Only returns the plan that writes one field of the messages alone, which holds a message or a list of messages. Unset is what
// is written for a message that is not set; empty writes an empty message.
func (p *Plan) Only(field protoreflect.FieldDescriptor, unset string) *Plan {
	return &Plan{of: p.of, only: field, unset: unset}
}

// Append appends a message in the wire format as JSON, with proto field names, unset fields included. It fails where
// proto.Unmarshal or compactjson.Append does, with their error.
func (p *Plan) Append(dst, wire []byte) ([]byte, error) {
	text, unread, unwritten := p.append(dst, wire)
	if unread != nil {
		return nil, unread
	}
	return text, unwritten
}

// append tells a message that cannot be read from one that cannot be written as JSON.
func (p *Plan) append(dst, wire []byte) (text []byte, unread, unwritten error) {
	p.compile.Do(func() { p.root = newCompiler().message(p.of.Descriptor()) })
	if text, ok := p.write(dst, wire); ok {
		return text, nil, nil
	}
	message := p.of.New()
	if err := proto.Unmarshal(wire, message.Interface()); err != nil {
		return nil, err, nil
	}
	text, err := p.appendOf(dst, message)
	return text, nil, err
}

// write reports false for what has to be built.
func (p *Plan) write(dst, wire []byte) (text []byte, ok bool) {
	if p.root.opaque || p.only != nil && p.held(p.only).opaque {
		return nil, false
	}
	w := writers.Get().(*writer) //nolint:forcetypeassert // nothing else is in there
	defer writers.Put(w)
	w.slots = w.slots[:0] // a panic may have left some
	if p.only != nil {
		return w.only(dst, wire, p.root, p.only.Index(), p.unset)
	}
	return w.message(dst, wire, p.root, 0)
}

func (p *Plan) held(field protoreflect.FieldDescriptor) *message {
	return p.root.fields[field.Index()].held
}

// appendOf appends what the plan writes of a message.
func (p *Plan) appendOf(dst []byte, message protoreflect.Message) ([]byte, error) {
	if p.only == nil {
		return compactjson.Append(dst, message.Interface())
	}
	field := message.Descriptor().Fields().ByNumber(p.only.Number())
	if !field.IsList() && !message.Has(field) && p.unset != "" {
		return append(dst, p.unset...), nil
	}
	if !field.IsList() {
		return compactjson.Append(dst, message.Get(field).Message().Interface())
	}
	dst = append(dst, '[')
	for i := range message.Get(field).List().Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = compactjson.Append(dst, message.Get(field).List().Get(i).Message().Interface()); err != nil {
			return nil, err
		}
	}
	return append(dst, ']'), nil
}

// message is how to write messages of one type. It is immutable once compiled.
type message struct {
	// opaque messages are built.
	opaque bool
	of     protoreflect.MessageType // of an opaque one
	fields []field                  // in the order of declaration
	// byNumber holds the index of each field with a small number, plus one; others those of the rest.
	byNumber []uint16
	others   map[protowire.Number]int
	blank    []slot // for each field and each oneof
}

// index returns the index of the field with a number, or -1.
func (m *message) index(number protowire.Number) int {
	if int(number) < len(m.byNumber) {
		return int(m.byNumber[number]) - 1
	}
	if index, ok := m.others[number]; ok {
		return index
	}
	return -1
}

// field is how to write one field.
type field struct {
	kind   protoreflect.Kind
	number protowire.Number
	list   bool
	wire   protowire.Type // of one value
	// oneof is the slot of its oneof among those of the message; 0 without one, for the first slots are those of fields.
	oneof int
	name  string // with a comma before and a colon behind
	unset string // what is written when it is not set, with the name; empty writes nothing
	enum  *enum
	held  *message
}

// enum is how to write the values of an enumeration.
type enum struct {
	null   bool             // of google.protobuf.NullValue
	low    []string         // names in quotes, by small numbers; empty where there is none
	others map[int32]string // those of the rest
}

func (e *enum) name(number int32) string {
	if number >= 0 && int(number) < len(e.low) {
		return e.low[number]
	}
	return e.others[number]
}
