package annotation_test

import (
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

// A parameter is required when a request without it would always be refused.
func TestRequired(t *testing.T) {
	for _, tc := range []struct {
		field string
		want  bool
	}{
		{`string f = 1;`, false},
		{`string f = 1 [(buf.validate.field).required = true];`, true},
		{`string f = 1 [features.field_presence = LEGACY_REQUIRED];`, true},
		{`string f = 1 [(buf.validate.field).string.min_len = 1];`, false}, // it has presence, so it may be absent
		{`string f = 1 [(buf.validate.field).required = true, (buf.validate.field).ignore = IGNORE_ALWAYS];`, false},
		{`string f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).string.min_len = 1];`, true},
		{`string f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).string.min_len = 1,
			(buf.validate.field).ignore = IGNORE_IF_ZERO_VALUE];`, false},
		{`string f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).string.in = "a"];`, true},
		{`string f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).string = {in: ["", "a"]}];`, false},
		{`string f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).string.const = "a"];`, true},
		{`bytes f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).bytes.min_len = 1];`, true},
		{`int32 f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).int32.gte = 1];`, true},
		{`int32 f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).int32.gt = 0];`, true},
		{`int32 f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).int32.gte = 0];`, false},
		{`int32 f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).int32.lt = 0];`, true},
		{`int32 f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).int32.lte = 0];`, false},
		{`int32 f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).int32.lte = -1];`, true},
		{`int32 f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).int32 = {gt: 5 lt: 1}];`, false}, // outside
		{`int32 f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).int32.const = 3];`, true},
		{`int32 f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).int32 = {in: [1, 2]}];`, true},
		{`int32 f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).int32 = {in: [0, 2]}];`, false},
		{`int32 f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).int32 = {not_in: [0]}];`, true},
		{`uint64 f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).uint64.gt = 0];`, true},
		{`double f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).double.gt = 0.5];`, true},
		{`float f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).float.gte = 0];`, false},
		{`E f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).enum = {not_in: [0]}];`, true},
		{`E f = 1 [features.field_presence = IMPLICIT, (buf.validate.field).enum.defined_only = true];`, false},
		{`repeated string f = 1 [(buf.validate.field).repeated.min_items = 1];`, true},
		{`repeated string f = 1 [(buf.validate.field).repeated.max_items = 1];`, false},
		{`repeated string f = 1 [(buf.validate.field).repeated.items.string.min_len = 1];`, false},
		{`map<string, string> f = 1 [(buf.validate.field).map.min_pairs = 1];`, true},
		{`M f = 1 [(buf.validate.field).required = true];`, true},
		{`google.protobuf.Duration f = 1 [(buf.validate.field).duration.gt = {seconds: 1}];`, false},
	} {
		t.Run(tc.field, func(t *testing.T) {
			field := onlyField(t, tc.field)
			said, err := annotation.OfField(field)
			if err != nil {
				t.Fatal(err)
			}
			if got := said.Required(field); got != tc.want {
				t.Errorf("required: %v, want %v", got, tc.want)
			}
		})
	}
}

func TestCommentIsOneParagraph(t *testing.T) {
	for source, want := range map[string]string{
		"// One line.\nstring f = 1;":                                        "One line.",
		"// Two\n  // lines.\n//\n//   And a paragraph.\nstring f = 1;":      "Two lines. And a paragraph.",
		"/* A\n * block. */\nstring f = 1;":                                  "A block.",
		"string f = 1; // Behind.":                                           "Behind.",
		"// Said.\n// buf:lint:ignore FIELD_LOWER_SNAKE_CASE\nstring f = 1;": "Said.",
		"string f = 1;": "",
	} {
		if got := annotation.Comment(onlyField(t, source)); got != want {
			t.Errorf("%q: comment %q, want %q", source, got, want)
		}
	}
}

func onlyField(t *testing.T, source string) protoreflect.FieldDescriptor {
	t.Helper()
	return prototest.Message(t, `edition = "2023";
		import "buf/validate/validate.proto";
		import "google/protobuf/duration.proto";
		message M {
			`+source+`
		}
		enum E { E_ZERO = 0; E_ONE = 1; }`, "M").Fields().Get(0)
}
