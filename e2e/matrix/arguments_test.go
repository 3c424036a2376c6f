package matrix

import (
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// samples are values of parameters that their rules do not tell.
var samples = map[string]any{
	"name": "matrix", "date": "2026-11-22", "tool_name": "create_task", "tool": "create_task", "city": "Karachi", "area": "Gulshan-e-Iqbal",
	"q":    canary, // what the things of the user have
	"hash": strings.Repeat("0", 64), "reminder_id": "1-1-1", "url": "https://hooks.example.org/matrix",
	"endpoint": "https://push.example.org/matrix", "auth": "BTBZMqHH6r4Tts7J_aSIgg", // of RFC 8291, as is the next
	"p256dh":     "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
	"quiet_from": "22:00", "quiet_until": "07:00", "country": "PK", "hijri_year": 1448, "hijri_month": 9, "first_day": "2027-02-08",
	"digest": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "source": "matrix-source", "lines": []any{"e30="},
}

// argumentsFor returns arguments that a method accepts, with those of the things it is asked about.
func argumentsFor(t testing.TB, method protoreflect.MethodDescriptor, about map[string]any) json.RawMessage {
	t.Helper()
	arguments := map[string]any{}
	if tool, _ := proto.GetExtension(method.Options(), toolsv1.E_Tool).(*toolsv1.Tool); tool.GetExampleArguments() != "" {
		if err := json.Unmarshal([]byte(tool.GetExampleArguments()), &arguments); err != nil {
			t.Fatalf("%s: the example: %v", method.FullName(), err)
		}
	}
	maps.Copy(arguments, about)
	return completed(t, method, arguments)
}

// completed returns arguments with those that a method needs besides.
func completed(t testing.TB, method protoreflect.MethodDescriptor, arguments map[string]any) json.RawMessage {
	t.Helper()
	for range 2 * (method.Input().Fields().Len() + 1) {
		text, err := json.Marshal(arguments)
		if err != nil {
			t.Fatal(err)
		}
		wrong := firstWrong(t, method, text)
		if wrong == nil {
			return text
		}
		arguments[string(wrong.Name())] = sample(wrong)
	}
	if isForPrograms(method) { // who is let in is refused for the arguments
		return json.RawMessage("{}")
	}
	t.Fatalf("%s: no arguments can be made from its rules: add a sample of the parameter that is wrong in %v", method.FullName(), arguments)
	return nil
}

// firstWrong returns the first parameter that a request lacks or that breaks its rules; nil if there is none.
func firstWrong(t testing.TB, method protoreflect.MethodDescriptor, arguments []byte) protoreflect.FieldDescriptor {
	t.Helper()
	request := dynamicpb.NewMessage(method.Input())
	if err := protojson.Unmarshal(arguments, request); err != nil {
		t.Fatalf("%s: %s: %v", method.FullName(), arguments, err)
	}
	var invalid *protovalidate.ValidationError
	switch err := protovalidate.Validate(request); {
	case err == nil:
		return nil
	case !errors.As(err, &invalid):
		t.Fatalf("%s: %v", method.FullName(), err)
	}
	for _, violation := range invalid.Violations {
		if elements := violation.Proto.GetField().GetElements(); len(elements) > 0 {
			return method.Input().Fields().ByName(protoreflect.Name(elements[0].GetFieldName()))
		}
	}
	t.Fatalf("%s: %v", method.FullName(), invalid)
	return nil
}

// sample returns a value of a parameter by its name, or by its rules.
func sample(field protoreflect.FieldDescriptor) any {
	if value, ok := samples[string(field.Name())]; ok {
		return value
	}
	rules, _ := proto.GetExtension(field.Options(), validate.E_Field).(*validate.FieldRules)
	switch {
	case field.IsList():
		return []any{scalar(field.Kind(), rules.GetRepeated().GetItems())}
	case field.Message() != nil:
		return map[string]any{}
	default:
		return scalar(field.Kind(), rules)
	}
}

func scalar(kind protoreflect.Kind, rules *validate.FieldRules) any {
	switch kind {
	case protoreflect.StringKind:
		if in := rules.GetString().GetIn(); len(in) > 0 {
			return in[0]
		}
		return "salaam" + strings.Repeat("m", int(rules.GetString().GetMinLen()))
	case protoreflect.BoolKind:
		return true
	case protoreflect.BytesKind:
		return "AAAA"
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return map[string]any{}
	default:
		return max(1, rules.GetInt32().GetGte(), rules.GetInt32().GetGt()+1)
	}
}
