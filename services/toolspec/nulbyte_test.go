package toolspec_test

import (
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

// A text with NUL is found in JSON by the check of arguments, and in the message by the check of services, at one place.
func TestNULIsRefusedInEveryText(t *testing.T) {
	descriptor := prototest.Everything(t)
	checker, err := toolspec.NewChecker(descriptor)
	if err != nil {
		t.Fatal(err)
	}
	const said = `Must not contain the character NUL (\u0000)`
	for member, field := range map[string]string{
		`"one":"\u0000"`:                                    "one",
		`"one":"a\u0000b"`:                                  "one",
		`"one":"a\\u0000b"`:                                 "",
		`"names":{"1":"\u0000"}`:                            `names["1"]`,
		`"leaves":{"\u0000":{"name":"y"}}`:                  `leaves["\x00"]`,
		`"leaves":{"k":{"name":"\u0000"}}`:                  `leaves["k"].name`,
		`"tree":{"branches":[{"leaf":{"name":"x\u0000"}}]}`: "tree.branches[0].leaf.name",
		`"object":{"a":[null,"\u0000"]}`:                    `object["a"][1]`,
		`"wrapped_text":"\u0000"`:                           "wrapped_text",
	} {
		raw := []byte(`{"text":"a","number":1,` + member + `}`)
		inJSON := checker.Check(raw)
		message := dynamicpb.NewMessage(descriptor)
		if err := protojson.Unmarshal(raw, message); err != nil {
			t.Fatal(member, err)
		}
		inMessage := toolspec.NULViolations(message)
		if field == "" {
			if len(inJSON)+len(inMessage) > 0 {
				t.Errorf("%s: %v, %v", member, inJSON, inMessage)
			}
			continue
		}
		if len(inJSON) != 1 || len(inMessage) != 1 {
			t.Errorf("%s: in JSON %v, in the message %v", member, inJSON, inMessage)
			continue
		}
		if !slices.Contains([]string{said, "Key '\x00': " + said}, inJSON[0].Message) ||
			!slices.Contains([]string{said, "Key: " + said}, inMessage[0].Message) {
			t.Errorf("%s: said in JSON is %q, in the message %q", member, inJSON[0].Message, inMessage[0].Message)
		}
		if inMessage[0].Field != field && member[:8] != `"object"` && member[:8] != `"wrapped` {
			t.Errorf("%s: at %q, want %q", member, inMessage[0].Field, field)
		}
	}
}

func TestViolationsOfNULAreBounded(t *testing.T) {
	descriptor := prototest.Message(t, `edition = "2023"; message Many { repeated string texts = 1; map<string, string> map = 2; }`, "Many")
	message := dynamicpb.NewMessage(descriptor)
	texts := message.Mutable(descriptor.Fields().ByName("texts")).List()
	for range 100_000 {
		texts.Append(protoreflect.ValueOfString("\x00"))
	}
	if found := toolspec.NULViolations(message); len(found) > 100 {
		t.Errorf("%d violations", len(found))
	}
}
