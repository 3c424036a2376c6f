// Package schema writes the JSON Schema (2020-12) of a message as protojson reads and writes it, with proto names.
package schema

import (
	"encoding/json"
	"errors"
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// Limits bound what a schema may become. A schema over a limit is an error.
type Limits struct {
	// Depth is how deeply messages may be nested in each other; a recursive message counts once.
	Depth int
	// Bytes is how long a schema may be, or all that one Builder makes.
	Bytes int
}

// Input returns the schema of arguments: it has the defaults, and no property that the message does not have.
func Input(message protoreflect.MessageDescriptor, limits Limits) (json.RawMessage, error) {
	return write(message, limits, sharedDefinitions, func(b *Builder) { b.input = true })
}

// Related returns what Input does, with what the rules of the messages say about members that go together, as far as JSON Schema
// can say it, and with all messages but the first under $defs.
func Related(message protoreflect.MessageDescriptor, limits Limits) (json.RawMessage, error) {
	return write(message, limits, allDefinitions, func(b *Builder) { b.input, b.related = true, true })
}

// Output returns the schema of answers, in which unpopulated fields are present: null where they may be missing.
// It does not allow numbers that are not finite, because JSON has none.
func Output(message protoreflect.MessageDescriptor, limits Limits) (json.RawMessage, error) {
	return write(message, limits, sharedDefinitions, func(*Builder) {})
}

// Reference names the place where the schema of a message stands, such as "#/$defs/Task"; empty means in line.
type Reference func(message protoreflect.MessageDescriptor) string

// Builder writes the schemas of fields and messages that are parts of a larger document. It gathers mistakes, see Err.
// It is for one goroutine.
type Builder struct {
	input     bool
	related   bool // what rules say of members that go together is in it
	reference Reference
	limits    Limits
	depth     int
	spent     int // bytes, at the least
	mistakes  []error

	anyValue    string // a reference to the schema of any value; empty where it is not checked
	hasAnyValue bool   // something refers to it
}

// NewBuilder returns a builder of schemas for arguments (input) or answers.
func NewBuilder(input bool, reference Reference, limits Limits) *Builder {
	return &Builder{input: input, reference: reference, limits: limits}
}

// Err returns what was wrong with the messages so far; nil when nothing was.
func (b *Builder) Err() error { return errors.Join(b.mistakes...) }

// dialect is the one that schemas are written in.
const dialect = "https://json-schema.org/draft/2020-12/schema"

func write(message protoreflect.MessageDescriptor, limits Limits, of definitionsOf, set func(*Builder)) (json.RawMessage, error) {
	definitions, err := of(message, limits)
	if err != nil {
		return nil, err
	}
	builder := NewBuilder(false, definitions.reference, limits)
	builder.anyValue = "#/$defs/" + anyValue
	set(builder)
	root, defined := builder.Message(message), &jsonobject.Object{}
	if builder.input {
		builder.nameHeaders(root, message)
	}
	for _, shared := range definitions.order {
		definition := builder.Message(shared)
		if builder.related {
			definition.Set("$anchor", definitions.names[shared.FullName()])
		}
		defined.Append(definitions.names[shared.FullName()], definition)
	}
	if builder.hasAnyValue {
		defined.Append(anyValue, builder.writeAnyValue())
	}
	if defined.Len() > 0 {
		root.Set("$defs", defined)
	}
	if builder.related {
		root.Set("$schema", dialect)
	}
	if err := builder.Err(); err != nil {
		return nil, err
	}
	text, err := jsonobject.Marshal(root)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", message.FullName(), err)
	}
	if len(text) > limits.Bytes {
		return nil, limits.tooLong(message)
	}
	return text, nil
}

// ErrTooLong means that a schema exceeds the limit of bytes.
var ErrTooLong = errors.New("its JSON Schema is too long")

func (l Limits) tooLong(message protoreflect.MessageDescriptor) error {
	return fmt.Errorf("%s: %w: more than the %d bytes left for it", message.FullName(), ErrTooLong, l.Bytes)
}

// spend counts the size of a schema in advance, so that one that is too long is never built. It returns false past the
// limit.
func (b *Builder) spend(message protoreflect.MessageDescriptor, bytes int) bool {
	if b.spent > b.limits.Bytes {
		return false
	}
	if b.spent += bytes; b.spent > b.limits.Bytes {
		b.mistake(b.limits.tooLong(message))
		return false
	}
	return true
}

// propertyBytes is how long a property is at the least.
const propertyBytes = len(`"a":{"type":"null"},`)

// Message returns the schema of a message as a whole, not a reference to it.
func (b *Builder) Message(message protoreflect.MessageDescriptor) *jsonobject.Object {
	if known := b.wellKnown(message); known != nil {
		return known
	}
	b.depth++
	defer func() { b.depth-- }()
	object := new(jsonobject.Object).Set("type", "object")
	properties, required := &jsonobject.Object{}, []string{}
	object.Set("properties", properties)
	if b.depth > b.limits.Depth {
		b.mistake(fmt.Errorf("%s: messages are nested in each other more than %d deep", message.FullName(), b.limits.Depth))
		return object
	}
	fields := message.Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		if annotation.PartOf(field) != "" {
			continue
		}
		if !b.spend(message, propertyBytes) {
			break
		}
		said := b.said(field)
		properties.Append(field.TextName(), b.field(field, said))
		if b.mustBePresent(field, said) {
			required = append(required, field.TextName())
		}
	}
	if len(required) > 0 {
		object.Set("required", required)
	}
	if b.input {
		setOneofs(object, message)
		object.Set("additionalProperties", false)
	}
	if b.related {
		b.setRelations(object, message)
	}
	return object
}

// Field returns the schema of a field with its description.
func (b *Builder) Field(field protoreflect.FieldDescriptor) *jsonobject.Object {
	return b.field(field, b.said(field))
}

// Required reports whether the field must be present: in arguments as its rules want it, in answers always but for the
// members of a oneof.
func (b *Builder) Required(field protoreflect.FieldDescriptor) bool {
	return b.mustBePresent(field, b.said(field))
}

func (b *Builder) mustBePresent(field protoreflect.FieldDescriptor, said annotation.Field) bool {
	if b.input {
		return said.Required(field)
	}
	return field.ContainingOneof() == nil
}

func (b *Builder) said(field protoreflect.FieldDescriptor) annotation.Field {
	said, err := annotation.OfField(field)
	if err != nil {
		b.mistake(err)
	}
	return said
}

func (b *Builder) mistake(err error) { b.mistakes = append(b.mistakes, err) }

// maxExclusions is how many members of a oneof are set against each other; more would make the schema long, and the
// check of the arguments knows them anyway.
const maxExclusions = 16

// setOneofs says how many members of each oneof may be given: one at most, and one at least where a rule wants that. It does so without
// a oneOf or anyOf at the top, which several model providers refuse in a tool's schema.
func setOneofs(object *jsonobject.Object, message protoreflect.MessageDescriptor) {
	exclusions := &jsonobject.Object{}
	var not []*jsonobject.Object
	for i := range message.Oneofs().Len() {
		oneof := message.Oneofs().Get(i)
		if annotation.NeedsMember(oneof) {
			not = append(not, new(jsonobject.Object).Set("properties", absent(oneof.Fields(), -1)))
		}
		if oneof.Fields().Len() < 2 || oneof.Fields().Len() > maxExclusions {
			continue
		}
		for j := range oneof.Fields().Len() {
			exclusions.Set(oneof.Fields().Get(j).TextName(), new(jsonobject.Object).Set("properties", absent(oneof.Fields(), j)))
		}
	}
	if exclusions.Len() > 0 {
		object.Set("dependentSchemas", exclusions)
	}
	setNot(object, not)
}

// absent are properties that are not given, all but one.
func absent(fields protoreflect.FieldDescriptors, but int) *jsonobject.Object {
	properties := &jsonobject.Object{}
	for i := range fields.Len() {
		if i != but {
			properties.Set(fields.Get(i).TextName(), false)
		}
	}
	return properties
}
