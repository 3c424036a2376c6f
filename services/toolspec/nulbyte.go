package toolspec

import (
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec/internal/shape"
)

// NULViolations names the texts of a message, and of those it holds, that contain the character NUL, which
// CheckArguments finds in JSON; nil when none has. What an Any holds is not looked at.
func NULViolations(message proto.Message) []apperr.Violation {
	var found nulFinder
	found.message("", message.ProtoReflect())
	return found.violations
}

type nulFinder struct{ violations []apperr.Violation }

func (f *nulFinder) message(path string, message protoreflect.Message) {
	message.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch {
		case field.IsMap():
			f.entries(path, field, value.Map())
		case field.Kind() == protoreflect.StringKind, field.Message() != nil:
			if !field.IsList() {
				f.value(path, field, value)
				break
			}
			for i := 0; i < value.List().Len() && len(f.violations) < shape.MaxViolations; i++ {
				if item := value.List().Get(i); hasNUL(field, item) || field.Message() != nil {
					f.at(join(path, field)+"["+strconv.Itoa(i)+"]", field, item)
				}
			}
		}
		return len(f.violations) < shape.MaxViolations
	})
}

// value is at with the path spelt only where it is needed.
func (f *nulFinder) value(path string, field protoreflect.FieldDescriptor, value protoreflect.Value) {
	if field.Message() != nil || hasNUL(field, value) {
		f.at(join(path, field), field, value)
	}
}

func (f *nulFinder) at(path string, field protoreflect.FieldDescriptor, value protoreflect.Value) {
	if field.Message() != nil {
		f.message(path, value.Message())
		return
	}
	f.violations = append(f.violations, apperr.Violation{Field: path, Message: shape.NUL})
}

func (f *nulFinder) entries(path string, field protoreflect.FieldDescriptor, entries protoreflect.Map) {
	entries.Range(func(key protoreflect.MapKey, value protoreflect.Value) bool {
		at := join(path, field) + "[" + strconv.Quote(key.String()) + "]"
		if hasNUL(field.MapKey(), key.Value()) {
			f.violations = append(f.violations, apperr.Violation{Field: at, Message: "Key: " + shape.NUL})
		}
		if held := field.MapValue(); held.Message() != nil || hasNUL(held, value) {
			f.at(at, held, value)
		}
		return len(f.violations) < shape.MaxViolations
	})
}

func hasNUL(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
	return field.Kind() == protoreflect.StringKind && strings.IndexByte(value.String(), 0) >= 0
}

func join(path string, field protoreflect.FieldDescriptor) string {
	if path == "" {
		return string(field.Name())
	}
	return path + "." + string(field.Name())
}
