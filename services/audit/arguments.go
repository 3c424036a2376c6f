package audit

import (
	"strconv"
	"sync"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/transcode"
)

// maxArguments bounds what AppendRedacted appends, in bytes.
const maxArguments = 2048

// AppendRedacted appends a JSON object of a request's fields that were given: whole numbers, booleans and words of a fixed list
// as they are, and of everything else only what kind of thing it was. So nothing that a person wrote is in it, nor where
// somebody is. It appends nothing where no field was given.
func AppendRedacted(to []byte, request proto.Message) []byte {
	object := to
	for field, value := range transcode.Given(request) {
		if len(object)-len(to) > maxArguments {
			object = append(object, `,"…":true`...)
			break
		}
		object = append(object, ',', '"')
		object = append(object, field.Name()...) // an identifier needs no escape
		object = append(object, '"', ':')
		object = appendRedacted(object, field, value)
	}
	if len(object) == len(to) {
		return to
	}
	object[len(to)] = '{'
	return append(object, '}')
}

func appendRedacted(to []byte, field protoreflect.FieldDescriptor, value protoreflect.Value) []byte {
	switch {
	case field.IsList():
		return append(to, `"(list)"`...)
	case field.IsMap():
		return append(to, `"(object)"`...)
	}
	switch field.Kind() {
	case protoreflect.BoolKind:
		return strconv.AppendBool(to, value.Bool())
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind,
		protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return strconv.AppendInt(to, value.Int(), 10)
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind, protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return strconv.AppendUint(to, value.Uint(), 10)
	case protoreflect.EnumKind:
		return strconv.AppendInt(to, int64(value.Enum()), 10)
	case protoreflect.StringKind:
		if word := value.String(); isWord(field, word) {
			return appendText(to, word)
		}
		return append(to, `"(text)"`...)
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		return append(to, `"(number)"`...)
	case protoreflect.BytesKind:
		return append(to, `"(bytes)"`...)
	default:
		return append(to, `"(object)"`...)
	}
}

// words are the values that a field may have, by the field's full name: nil where it may have any.
var words sync.Map

// isWord reports whether a text is one of the values that the platform's own contract lists for the field.
func isWord(field protoreflect.FieldDescriptor, text string) bool {
	listed, ok := words.Load(field.FullName())
	if !ok {
		if !isPlatforms(field) {
			return false // what strangers list is not ours to trust, nor to remember
		}
		allowed := map[string]bool{}
		rules, _ := proto.GetExtension(field.Options(), validate.E_Field).(*validate.FieldRules)
		for _, word := range rules.GetString().GetIn() {
			allowed[word] = true
		}
		listed, _ = words.LoadOrStore(field.FullName(), allowed)
	}
	return listed.(map[string]bool)[text]
}

func isPlatforms(field protoreflect.FieldDescriptor) bool {
	const platform = "salaatflow."
	name := string(field.FullName())
	return len(name) > len(platform) && name[:len(platform)] == platform
}
