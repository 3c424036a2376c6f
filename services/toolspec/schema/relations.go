package schema

import (
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// setRelations says what the rules of a message say about its members together. A rule that JSON Schema cannot say is left out.
func (b *Builder) setRelations(object *jsonobject.Object, message protoreflect.MessageDescriptor) {
	rules, err := annotation.OfMessage(message)
	if err != nil {
		b.mistake(err)
		return
	}
	var all []any
	for _, expression := range annotation.Expressions(rules) {
		said := relationOf(message, expression)
		switch {
		case said == nil:
		case said.Get("if") != nil && object.Get("if") == nil:
			for key, value := range said.All() {
				object.Set(key, value)
			}
		default:
			all = append(all, said)
		}
	}
	for _, oneof := range rules.GetOneof() {
		if said := b.oneofRelation(message, oneof.GetFields(), oneof.GetRequired()); said != nil {
			all = append(all, said)
		}
	}
	if len(all) > 0 && b.spend(message, propertyBytes*len(all)) {
		object.Set("allOf", all)
	}
}

// oneofRelation says that one of several members may be given, and has to be where that is required.
func (b *Builder) oneofRelation(message protoreflect.MessageDescriptor, names []string, required bool) *jsonobject.Object {
	var given []any
	for _, name := range names {
		field := message.Fields().ByName(protoreflect.Name(name))
		if field == nil {
			return nil
		}
		one := presence(field)
		if one == nil {
			return nil
		}
		given = append(given, one)
	}
	exactlyOne := new(jsonobject.Object).Set("oneOf", given)
	if required {
		return exactlyOne
	}
	return new(jsonobject.Object).Set("anyOf", []any{exactlyOne, negation(new(jsonobject.Object).Set("anyOf", given))})
}

// IsRelation reports whether a rule in CEL of a message is one that Related can say: about which members are given and which of a few
// values they have, and nothing else. To check it takes no longer than to look at each member that it names.
func IsRelation(message protoreflect.MessageDescriptor, expression string) bool {
	return relationOf(message, expression) != nil
}
