package shape_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/services/toolspec/internal/shape"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

// What passes the check is JSON, and protojson takes it: a call that was found well-formed cannot fail to be sent.
func FuzzCheckArguments(f *testing.F) {
	for _, seed := range []string{
		`{"text":"a","number":1}`, ``, `{}`, `[]`, `{"text":"\ud83d\ude4f","number":1e1,"ratio":-0.5e-3}`,
		`{"text":"a","number":0.00000000000000000000001e23}`, `{"text":"a","number":1,"number":2}`,
		`{"text":"a","number":1,"long":"-5","long_count":"7","blob":"_-8","colour":"COLOUR_RED"}`,
		`{"text":"a","number":1,"names":{"1":"b"},"switches":{"true":1},"leaves":{"x":{"name":"y","size":2}}}`,
		`{"text":"a","number":1,"tree":{"branches":[{"leaf":{"name":"x"}}]},"one":"b","other":null}`,
		`{"text":"a","number":1,"time":"2026-02-28T05:30:00.5Z","duration":"1.5s","mask":"a,bC","nothing":{}}`,
		`{"text":"a","number":1,"object":{"a":[null,true]},"value":"v","list":[1,{}],"null":null}`,
		`{"text":"a","number":1,"wrapped_text":"x","wrapped_long":"1","grouped":{"name":"z"},"small_ratio":3e38}`,
	} {
		f.Add([]byte(seed))
	}
	descriptor := prototest.Everything(f)
	everything := compile(f, descriptor)
	f.Fuzz(func(t *testing.T, raw []byte) {
		if violations := everything.Check(raw); violations != nil || len(raw) == 0 {
			return
		}
		if !json.Valid(raw) {
			t.Errorf("passed, but is not JSON: %q", raw)
		}
		var members map[string]json.RawMessage
		if json.Unmarshal(raw, &members) == nil && members["packed"] != nil {
			return // only a resolver knows what an Any may hold
		}
		if err := protojson.Unmarshal(raw, dynamicpb.NewMessage(descriptor)); err != nil {
			t.Errorf("passed, but protojson refuses it: %q: %v", raw, err)
		}
	})
}

// What protojson writes passes the check: a message that can be sent can be asked for.
func FuzzCheckAcceptsMessages(f *testing.F) {
	descriptor := prototest.Everything(f)
	everything := compile(f, descriptor)
	for _, seed := range []string{
		`{"text":"a","number":1}`,
		`{"text":"a","number":-1,"long":"-5","long_count":"7","blob":"_-8","colour":"COLOUR_RED","ratio":1e300}`,
		`{"text":"a","number":1,"names":{"1":"b"},"switches":{"true":1},"leaves":{"x":{"name":"y","size":2}}}`,
		`{"text":"a","number":1,"tree":{"branches":[{"leaf":{"name":"x"}}]},"one":"b"}`,
		`{"text":"a","number":1,"time":"2026-02-28T05:30:00.5Z","duration":"-1.5s","mask":"a,bC","nothing":{}}`,
		`{"text":"a","number":1,"object":{"a":[null,true]},"value":"v","list":[1,{}],"null":null}`,
	} {
		message := dynamicpb.NewMessage(descriptor)
		if err := protojson.Unmarshal([]byte(seed), message); err != nil {
			f.Fatal(err)
		}
		wire, err := proto.Marshal(message)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(wire)
	}
	f.Fuzz(func(t *testing.T, wire []byte) {
		message := dynamicpb.NewMessage(descriptor)
		if !decode(wire, message) || !isWellTyped(message) {
			return
		}
		raw, err := protojson.MarshalOptions{UseProtoNames: true}.Marshal(message)
		if err != nil {
			return // such as a timestamp out of range
		}
		for _, violation := range everything.Check(raw) {
			known := violation.Message == "Required" || violation.Message == "Nested more than 32 levels deep"
			if !known && !strings.HasSuffix(violation.Message, shape.NUL) {
				t.Errorf("%s: %s: %s", raw, violation.Field, violation.Message)
			}
		}
	})
}

// decode reports false for bytes that are no such message. Decoding into a dynamic message panics, in protobuf-go
// v1.36.12, on a map entry whose key is followed by a second one of another wire type.
func decode(wire []byte, message proto.Message) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return proto.Unmarshal(wire, message) == nil
}

// isWellTyped leaves aside what JSON numbers and names cannot say: NaN, infinities, and numbers without a name.
func isWellTyped(message protoreflect.Message) bool {
	ok := true
	message.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch {
		case field.IsMap():
			value.Map().Range(func(_ protoreflect.MapKey, item protoreflect.Value) bool {
				ok = ok && isWellTypedValue(field.MapValue(), item)
				return ok
			})
		case field.IsList():
			for i := range value.List().Len() {
				ok = ok && isWellTypedValue(field, value.List().Get(i))
			}
		default:
			ok = isWellTypedValue(field, value)
		}
		return ok
	})
	return ok
}

func isWellTypedValue(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
	switch field.Kind() {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return isWellTyped(value.Message())
	case protoreflect.EnumKind:
		return field.Enum().Values().ByNumber(value.Enum()) != nil
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		return !math.IsNaN(value.Float()) && !math.IsInf(value.Float(), 0)
	}
	return true
}
