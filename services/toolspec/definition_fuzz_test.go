package toolspec_test

import (
	"math"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

// Whatever is registered, the answer is a manifest or an error, and a tool that was let in can be called. Each three
// bytes of input change one thing in a set that is in order.
func FuzzFromDefinition(f *testing.F) {
	for _, seed := range []string{"", "abc", "\x00\x00\x00\x01\x02\x03", "\x05\x07\x01\x09\x03\x02\x00\x50\x03\x01\x10\x04"} {
		f.Add([]byte(seed))
	}
	good := prototest.Set(f, map[string]string{"test/v1/test.proto": `
		edition = "2023";
		package test.v1;
		import "buf/validate/validate.proto";
		import "google/protobuf/timestamp.proto";
		import "google/protobuf/struct.proto";
		import "salaatflow/tools/v1/tool.proto";
		message Request {
			int32 max_goals = 1 [default = 5, (buf.validate.field).int32 = {gte: 1 in: [1, 2]}];
			string text = 2 [features.field_presence = IMPLICIT, (buf.validate.field).string = {min_len: 1 pattern: "a"}];
			repeated Request more = 3 [(buf.validate.field).repeated.min_items = 1];
			map<string, Kind> kinds = 4;
			oneof either { string one = 5; google.protobuf.Timestamp other = 6; }
			Kind kind = 7 [default = KIND_B];
			google.protobuf.Value value = 8;
			Request group = 9 [features.message_encoding = DELIMITED];
			extensions 100 to 200;
		}
		enum Kind { KIND_A = 0; KIND_B = 1; }
		message Response { repeated string goals = 1; Inner inner = 2; message Inner { bytes b = 1; } }
		service TestService {
			// Does it.
			rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {
				name: "a" aliases: ["b"] intents: [{name: "i" answers: "b"}] example_arguments: "{\"text\":\"x\"}" capabilities: "c"}; }
			rpc B(Response) returns (google.protobuf.Struct) { option (salaatflow.tools.v1.tool) = {name: "c"}; }
		}`})
	own := good.File[len(good.File)-1]
	f.Fuzz(func(t *testing.T, changes []byte) {
		changed := proto.Clone(own).(*descriptorpb.FileDescriptorProto)
		for len(changes) >= 3 && len(changes) < 60 {
			change(changed, int(changes[0])<<8|int(changes[1]), changes[2])
			changes = changes[3:]
		}
		set := &descriptorpb.FileDescriptorSet{File: append(good.File[:len(good.File)-1:len(good.File)-1], changed)}
		manifest, err := prototest.Manifest(set, testService, toolspec.Limits{})
		if (manifest == nil) == (err == nil) {
			t.Fatalf("manifest %v, error %v", manifest, err)
		}
		if err != nil {
			return
		}
		for _, tool := range manifest.Tools {
			for _, arguments := range []string{`{}`, `{"text":"x"}`, `{"max_goals":1,"more":[{"text":"y","value":null}]}`} {
				request := dynamicpb.NewMessage(tool.Method().Input())
				if tool.CheckArguments([]byte(arguments)) != nil {
					continue
				}
				if err := protojson.Unmarshal([]byte(arguments), request); err != nil {
					t.Errorf("%s: %s passes the check, but: %v", tool.Name, arguments, err)
				}
			}
		}
	})
}

// spot is one field of one message below a file.
type spot struct {
	message protoreflect.Message
	field   protoreflect.FieldDescriptor
}

func spots(message protoreflect.Message, found []spot) []spot {
	message.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		found = append(found, spot{message, field})
		switch {
		case field.Message() == nil:
		case field.IsList():
			for i := range value.List().Len() {
				found = spots(value.List().Get(i).Message(), found)
			}
		default:
			found = spots(value.Message(), found)
		}
		return true
	})
	return found
}

func change(file *descriptorpb.FileDescriptorProto, at int, how byte) {
	file.SourceCodeInfo = nil
	found := spots(file.ProtoReflect(), nil)
	s := found[at%len(found)]
	value := s.message.Get(s.field)
	switch {
	case how%4 == 0:
		s.message.Clear(s.field)
	case s.field.IsList():
		list := s.message.Mutable(s.field).List()
		if how%4 == 1 || s.field.Message() == nil {
			list.Append(list.Get(int(how) % list.Len())) // the same again
		} else {
			list.AppendMutable()
		}
	case s.field.Message() != nil:
		s.message.Mutable(s.field).Message().SetUnknown([]byte{0x8a, 0xe2, 0x18, 1, how}) // a tool option that is none
	default:
		s.message.Set(s.field, other(s.field, value, how))
	}
}

func other(field protoreflect.FieldDescriptor, value protoreflect.Value, how byte) protoreflect.Value {
	switch value.Interface().(type) {
	case string:
		texts := []string{
			"", ".", "a", "Request", ".test.v1.Request", ".test.v1.Kind", ".google.protobuf.Timestamp", "test.v1", "google.protobuf",
			"Timestamp", "max_goals", "maxGoals", "proto2", "proto3", "editions", "-1", "NaN", "\x00", "é", "KIND_A", "ListValue",
		}
		return protoreflect.ValueOfString(texts[int(how)%len(texts)])
	case int32:
		return protoreflect.ValueOfInt32([]int32{0, 1, -1, 2, 19000, 100, 1 << 29, math.MaxInt32, math.MinInt32}[int(how)%9])
	case uint64:
		return protoreflect.ValueOfUint64(uint64(how))
	case bool:
		return protoreflect.ValueOfBool(!value.Bool())
	case protoreflect.EnumNumber:
		return protoreflect.ValueOfEnum(protoreflect.EnumNumber(how % 20))
	}
	return field.Default()
}
