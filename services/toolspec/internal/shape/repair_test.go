package shape_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/dynamicpb"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/services/toolspec/internal/shape"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

// typed is a message with texts that a person typed, in every place where a text can be, beside texts of programs.
const typed = `
edition = "2023";
package test.v1;
import "salaatflow/tools/v1/tool.proto";
message Typed {
	string text = 1 [(salaatflow.tools.v1.parameter).to_well_formed = true];
	string name = 2;
	repeated string texts = 3 [(salaatflow.tools.v1.parameter).to_well_formed = true];
	map<string, string> by_name = 4 [(salaatflow.tools.v1.parameter).to_well_formed = true];
	Typed inner = 5;
	int32 number = 6 [(salaatflow.tools.v1.parameter).to_well_formed = true];
}`

func TestWhatAPersonTypedIsMadeWellFormed(t *testing.T) {
	message := compile(t, prototest.Message(t, typed, "test.v1.Typed"))
	for _, tc := range []struct{ name, raw, want, violations string }{
		{"bytes that are not UTF-8", "{\"text\":\"\xff\xfe hello\"}", `{"text":"�� hello"}`, ""},
		{"a character cut off", "{\"text\":\"\xd8\"}", `{"text":"�"}`, ""},
		{"a surrogate in UTF-8", "{\"text\":\"\xed\xa0\xbd\"}", `{"text":"���"}`, ""},
		{"the first half of a pair", `{"text":"\ud83d"}`, `{"text":"�"}`, ""},
		{"halves apart", `{"text":"\ud83d hello \uDE4F"}`, `{"text":"� hello �"}`, ""},
		{"halves in the wrong order", `{"text":"\ude4f\ud83d"}`, `{"text":"��"}`, ""},
		{"half a pair before a pair", `{"text":"\ud83d\ud83d\ude4f"}`, `{"text":"�\ud83d\ude4f"}`, ""},
		{"a pair, and U+FFFD itself", `{"text":"\ud83d\ude4f \ufffd"}`, `{"text":"\ud83d\ude4f \ufffd"}`, ""},
		{"no escape but a backslash", `{"text":"\\ud83d"}`, `{"text":"\\ud83d"}`, ""},
		{"a name in escapes", `{"te\u0078t":"\ud83d"}`, `{"te\u0078t":"�"}`, ""},
		{"all places", "{\"texts\":[\"a\",\"\xff\"],\"by_name\":{\"a\":\"\\ud83d\"},\"inner\":{\"text\":\"\xff\"}} ",
			`{"texts":["a","�"],"by_name":{"a":"�"},"inner":{"text":"�"}} `, ""},
		{"other parameters", "{\"text\":\"\xff\",\"name\":\"\\ud83d\"}", "", ": Malformed JSON: half of a surrogate pair at byte 23"},
		{"keys", "{\"text\":\"\xff\",\"by_name\":{\"\xfe\":\"\"}}", "", ": Malformed JSON: text is not UTF-8 at byte 27"},
		{"unknown members", "{\"txet\":\"\xff\"}", "", ": Malformed JSON: text is not UTF-8 at byte 10"},
		{"no escape", `{"text":"\ud83d\u12"}`, "", ": Malformed JSON: half of a surrogate pair at byte 10"},
		{"a control character", "{\"text\":\"\xff\n\"}", "", ": Malformed JSON: control character in a string at byte 11"},
		{"NUL", `{"text":"\ud83d\u0000"}`, "", "text: " + shape.NUL},
		{"not a text", "{\"number\":\"\xff\"}", "", ": Malformed JSON: text is not UTF-8 at byte 12"},
		{"nothing", ``, ``, ""},
	} {
		got := message.WellFormed([]byte(tc.raw))
		if violations := spell(message.Check(got)); violations != tc.violations {
			t.Errorf("%s: %q becomes %q: %q, want %q", tc.name, tc.raw, got, violations, tc.violations)
		}
		if tc.violations == "" && string(got) != tc.want {
			t.Errorf("%s: %q becomes %q, want %q", tc.name, tc.raw, got, tc.want)
		}
	}
}

func TestWhatIsWellFormedIsNotCopied(t *testing.T) {
	message := compile(t, prototest.Message(t, typed, "test.v1.Typed"))
	createTask := compile(t, (*tasksv1.CreateTaskRequest)(nil).ProtoReflect().Descriptor())
	for name, shaped := range map[string]*shape.Message{"texts of people": message, "texts of programs": createTask} {
		raw := []byte(`{"text":"` + "قرآن" + ` \ud83d\ude4f","title":"x"}`)
		if got := shaped.WellFormed(raw); &got[0] != &raw[0] {
			t.Errorf("%s: it was copied", name)
		}
	}
}

// What encoding/json reads of a text, which replaces what is ill-formed wherever it stands, is what becomes of it.
func FuzzWellFormed(f *testing.F) {
	for _, seed := range []string{
		"{\"text\":\"\xff\xfe hello\"}", `{"text":"\ud83d hello \uDE4F","texts":["\ud83d\ud83d\ude4f"]}`,
		`{"by_name":{"a":"\ud83d"},"inner":{"te\u0078t":"\udfff"}}`, `{"text":"\\ud83d\u00e9"}`, `{"text":"\ud83d`, `{"name":"\ud83d"}`,
	} {
		f.Add([]byte(seed))
	}
	descriptor := prototest.Message(f, typed, "test.v1.Typed")
	message := compile(f, descriptor)
	f.Fuzz(func(t *testing.T, raw []byte) {
		got := message.WellFormed(raw)
		if again := message.WellFormed(got); string(again) != string(got) {
			t.Errorf("%q becomes %q, and that %q", raw, got, again)
		}
		if message.Check(raw) == nil && string(got) != string(raw) {
			t.Errorf("%q was well-formed and becomes %q", raw, got)
		}
		if len(raw) == 0 || message.Check(got) != nil {
			return
		}
		var before, after any
		if json.Unmarshal(raw, &before) != nil || json.Unmarshal(got, &after) != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("%q becomes %q, which reads %v instead of %v", raw, got, after, before)
		}
		if err := protojson.Unmarshal(got, dynamicpb.NewMessage(descriptor)); err != nil || !utf8.Valid(got) {
			t.Errorf("%q becomes %q, which protojson refuses: %v", raw, got, err)
		}
	})
}
