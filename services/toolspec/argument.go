package toolspec

import (
	"encoding/json"
	"fmt"
	"regexp"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
)

// Argument is a parameter of a prompt or a resource: a single value, which is given as text.
type Argument struct {
	Name string
	// Description is the field's comment; empty when it has none.
	Description string
	// Required: without it the call is always refused.
	Required bool
	// Values are all that it may be; nil when it is not one of some.
	Values []string
	// Completer is the RPC that completes it; nil when none does. It is called with a CompleteRequest.
	Completer *Tool

	kind protoreflect.Kind
}

// argumentOf returns a field as an argument. A field that is more than a single value is an error.
func argumentOf(field protoreflect.FieldDescriptor) (Argument, error) {
	if field.IsList() || field.IsMap() || field.Message() != nil || field.Kind() == protoreflect.BytesKind {
		return Argument{}, fmt.Errorf("the field %s is not a single value, which is all that can be given as text", field.TextName())
	}
	said, err := annotation.OfField(field)
	if err != nil {
		return Argument{}, err
	}
	argument := Argument{
		Name: field.TextName(), Description: annotation.Comment(field), Required: said.Required(field),
		Values: valuesOf(field, said), kind: field.Kind(),
	}
	if field.Kind() == protoreflect.BoolKind {
		argument.Values = []string{"true", "false"}
	}
	return argument, nil
}

// GivenArguments returns a JSON object of arguments that were given as text, of those that are known. What is none of the type stays
// text, which the check of arguments refuses, as it does what is unknown.
func GivenArguments(known []Argument, given map[string]string) ([]byte, error) {
	object := make(map[string]json.RawMessage, len(given))
	for name, text := range given {
		kind := protoreflect.StringKind
		for _, argument := range known {
			if argument.Name == name {
				kind = argument.kind
			}
		}
		value, ok := JSONScalar(kind, text)
		if !ok {
			return nil, fmt.Errorf("%s is not valid UTF-8", name)
		}
		object[name] = value
	}
	return json.Marshal(object)
}

// JSONScalar returns the JSON that a field of a kind has for a value that stands in a path, a query or a URI. What does not match the
// type becomes a string, so that the check can name the expected type. It is false for text that is not UTF-8.
func JSONScalar(kind protoreflect.Kind, text string) (value []byte, ok bool) {
	switch kind {
	case protoreflect.StringKind, protoreflect.BytesKind, protoreflect.EnumKind, protoreflect.MessageKind,
		protoreflect.GroupKind, protoreflect.Int64Kind, protoreflect.Uint64Kind, protoreflect.Sint64Kind,
		protoreflect.Fixed64Kind, protoreflect.Sfixed64Kind: // protojson writes 64-bit integers as strings
	case protoreflect.BoolKind:
		if text == "true" || text == "false" {
			return []byte(text), true
		}
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		if numberForm.MatchString(text) {
			return []byte(text), true
		}
	default:
		if integerForm.MatchString(text) || fractionForm.MatchString(text) {
			return []byte(text), true
		}
	}
	if !utf8.ValidString(text) {
		return nil, false
	}
	quoted, err := json.Marshal(text)
	return quoted, err == nil
}

// The forms of numbers that are given as text. JSON also accepts 1.0 and 1e3 as whole numbers, but the gateway's decoder does not:
// they stay text, which the check rejects.
var (
	numberForm   = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
	integerForm  = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)
	fractionForm = regexp.MustCompile(`^-?(0|[1-9][0-9]*)\.[0-9]*[1-9]$`)
)
