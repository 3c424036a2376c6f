package toolspec

import (
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
)

// Normalize removes white space around the texts whose fields have the option parameter.trim, in the message and in
// those it holds. It comes before the rules are checked. A text that becomes empty stays present. The message must not
// be nil, and must not be used by others at the same time.
func Normalize(message proto.Message) {
	reflected := message.ProtoReflect()
	plans := &linkedPlans
	if _, dynamic := message.(*dynamicpb.Message); dynamic { // of which there may come ever more
		plans = new(trimPlans)
	}
	plans.normalize(reflected)
}

// trimPlan is where in a message there is text to trim.
type trimPlan struct {
	texts    []protoreflect.FieldDescriptor
	messages []protoreflect.FieldDescriptor // that hold something to trim
}

// trimPlans remembers the plans of messages. It is safe for concurrent use.
type trimPlans struct {
	made sync.Map // of protoreflect.MessageDescriptor to *trimPlan
}

// linkedPlans are those of linked message types, which are few and stay.
var linkedPlans trimPlans

func (p *trimPlans) normalize(message protoreflect.Message) {
	p.of(message.Descriptor()).apply(message, p)
}

func (p *trimPlans) of(descriptor protoreflect.MessageDescriptor) *trimPlan {
	if plan, ok := p.made.Load(descriptor); ok {
		return plan.(*trimPlan)
	}
	plan, _ := p.made.LoadOrStore(descriptor, newTrimPlan(descriptor))
	return plan.(*trimPlan)
}

func newTrimPlan(descriptor protoreflect.MessageDescriptor) *trimPlan {
	plan := &trimPlan{}
	for i := range descriptor.Fields().Len() {
		field := descriptor.Fields().Get(i)
		switch message := heldMessage(field); {
		case message == nil:
			if isTrimmed(field) {
				plan.texts = append(plan.texts, field)
			}
		case holdsTrimmed(message, map[protoreflect.FullName]bool{}):
			plan.messages = append(plan.messages, field)
		}
	}
	return plan
}

// holdsTrimmed reports whether there is a field to trim in a message or below it.
func holdsTrimmed(descriptor protoreflect.MessageDescriptor, seen map[protoreflect.FullName]bool) bool {
	if seen[descriptor.FullName()] {
		return false
	}
	seen[descriptor.FullName()] = true
	for i := range descriptor.Fields().Len() {
		field := descriptor.Fields().Get(i)
		message := heldMessage(field)
		if message == nil && isTrimmed(field) || message != nil && holdsTrimmed(message, seen) {
			return true
		}
	}
	return false
}

func heldMessage(field protoreflect.FieldDescriptor) protoreflect.MessageDescriptor {
	if field.IsMap() {
		return field.MapValue().Message()
	}
	return field.Message()
}

func isTrimmed(field protoreflect.FieldDescriptor) bool {
	kind := field.Kind()
	if field.IsMap() {
		kind = field.MapValue().Kind()
	}
	said, err := annotation.OfField(field)
	return err == nil && said.Trim && kind == protoreflect.StringKind
}

func (p *trimPlan) apply(message protoreflect.Message, plans *trimPlans) {
	for _, field := range p.texts {
		if message.Has(field) {
			trimField(message, field)
		}
	}
	for _, field := range p.messages {
		if message.Has(field) {
			normalizeField(message.Get(field), field, plans)
		}
	}
}

func trimField(message protoreflect.Message, field protoreflect.FieldDescriptor) {
	value := message.Get(field)
	switch {
	case field.IsMap():
		entries := value.Map()
		entries.Range(func(key protoreflect.MapKey, text protoreflect.Value) bool {
			entries.Set(key, trim(text))
			return true
		})
	case field.IsList():
		for i := range value.List().Len() {
			value.List().Set(i, trim(value.List().Get(i)))
		}
	default:
		message.Set(field, trim(value))
	}
}

func trim(text protoreflect.Value) protoreflect.Value {
	return protoreflect.ValueOfString(annotation.TrimSpace(text.String()))
}

func normalizeField(value protoreflect.Value, field protoreflect.FieldDescriptor, plans *trimPlans) {
	switch {
	case field.IsMap():
		value.Map().Range(func(_ protoreflect.MapKey, held protoreflect.Value) bool {
			plans.normalize(held.Message())
			return true
		})
	case field.IsList():
		for i := range value.List().Len() {
			plans.normalize(value.List().Get(i).Message())
		}
	default:
		plans.normalize(value.Message())
	}
}
