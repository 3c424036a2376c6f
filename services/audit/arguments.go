package audit

import (
	"strconv"
	"strings"
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

// words are the values that fields may have, by the field's full name: nil where one may have any. Each text of each record is asked
// about, so it is a map of names: they would be allocated to be looked up in a sync.Map.
var words = struct {
	sync.RWMutex
	of map[protoreflect.FullName]map[string]bool
}{of: map[protoreflect.FullName]map[string]bool{}}

// isWord reports whether a text is one of the values that the platform's own contract lists for the field.
func isWord(field protoreflect.FieldDescriptor, text string) bool {
	name := field.FullName()
	words.RLock()
	listed, known := words.of[name]
	words.RUnlock()
	if known {
		return listed[text]
	}
	if !isPlatforms(name) {
		return false // what strangers list is not ours to trust, nor to remember
	}
	rules, _ := proto.GetExtension(field.Options(), validate.E_Field).(*validate.FieldRules)
	for _, word := range rules.GetString().GetIn() {
		if listed == nil {
			listed = map[string]bool{}
		}
		listed[word] = true
	}
	words.Lock()
	words.of[name] = listed
	words.Unlock()
	return listed[text]
}

func isPlatforms(name protoreflect.FullName) bool {
	return strings.HasPrefix(string(name), "salaatflow.")
}
