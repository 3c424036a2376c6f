package schema

import (
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
)

// definitions decides which messages stand under $defs: those that occur in more than one place, the recursive ones
// among them. All others are written in line, where readers expect them. So a schema is never longer than its messages.
type definitions struct {
	root  protoreflect.FullName
	names map[protoreflect.FullName]string
	order []protoreflect.MessageDescriptor
}

// definitionsOf finds the messages that stand under $defs.
type definitionsOf func(root protoreflect.MessageDescriptor, limits Limits) (*definitions, error)

// sharedDefinitions are the messages that occur in more than one place.
func sharedDefinitions(root protoreflect.MessageDescriptor, limits Limits) (*definitions, error) {
	return newDefinitions(root, limits, 2, func(name protoreflect.Name) string { return string(name) })
}

// allDefinitions are all messages but the root, by names that begin with a small letter and are anchors.
func allDefinitions(root protoreflect.MessageDescriptor, limits Limits) (*definitions, error) {
	return newDefinitions(root, limits, 1, func(name protoreflect.Name) string {
		return strings.ToLower(string(name[:1])) + string(name[1:])
	})
}

func newDefinitions(
	root protoreflect.MessageDescriptor, limits Limits, least int, call func(protoreflect.Name) string,
) (*definitions, error) {
	d := &definitions{root: root.FullName(), names: map[protoreflect.FullName]string{}}
	found, ok := messagesIn(root, least, limits.Bytes/propertyBytes)
	if !ok {
		return nil, limits.tooLong(root)
	}
	taken := map[string]bool{}
	for _, message := range found {
		name := call(message.Name())
		if taken[name] {
			name = string(message.FullName())
		}
		taken[name] = true
		d.names[message.FullName()] = name
		d.order = append(d.order, message)
	}
	return d, nil
}

func (d *definitions) reference(message protoreflect.MessageDescriptor) string {
	if message.FullName() == d.root {
		return "#"
	}
	if name, ok := d.names[message.FullName()]; ok {
		return "#/$defs/" + name
	}
	return ""
}

// messagesIn returns the messages that fields reachable from the root name so often at least, in the order in which they are met; the
// root is none of them. It returns false when there are more fields than that.
func messagesIn(root protoreflect.MessageDescriptor, least, maxFields int) ([]protoreflect.MessageDescriptor, bool) {
	uses := map[protoreflect.FullName]int{root.FullName(): 1}
	met := []protoreflect.MessageDescriptor{root}
	for i := 0; i < len(met); i++ {
		fields := met[i].Fields()
		if maxFields -= fields.Len(); maxFields < 0 {
			return nil, false
		}
		for j := range fields.Len() {
			message := valueMessage(fields.Get(j))
			if message == nil || IsWellKnown(message) || annotation.PartOf(fields.Get(j)) != "" {
				continue
			}
			if uses[message.FullName()]++; uses[message.FullName()] == 1 {
				met = append(met, message)
			}
		}
	}
	var found []protoreflect.MessageDescriptor
	for _, message := range met[1:] {
		if uses[message.FullName()] >= least {
			found = append(found, message)
		}
	}
	return found, true
}

// valueMessage returns the message that a field, its items or its map values hold; nil when they hold none.
func valueMessage(field protoreflect.FieldDescriptor) protoreflect.MessageDescriptor {
	if field.IsMap() {
		field = field.MapValue()
	}
	return field.Message()
}
