package schema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/services/toolspec/prototest"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

var update = flag.Bool("update", false, "write the golden files")

var limits = schema.Limits{Depth: 32, Bytes: 1 << 20}

type write func(protoreflect.MessageDescriptor, schema.Limits) (json.RawMessage, error)

// A schema for every sort of field and rule, as input and as output.
func TestEverySortOfField(t *testing.T) {
	for name, write := range map[string]write{"input": schema.Input, "output": schema.Output} {
		t.Run(name, func(t *testing.T) {
			golden(t, "everything."+name, text(t, write, prototest.Everything(t)))
		})
	}
}

func TestArgumentsAgainstTheSchema(t *testing.T) {
	input := compile(t, schema.Input, prototest.Everything(t))
	for _, tc := range []struct {
		member string
		valid  bool
	}{
		{`"flag":true`, true},
		{`"flag":"true"`, false},
		{`"unknown":1`, false},
		{`"number":100`, false},
		{`"number":0`, false},
		{`"number":1.0`, true},
		{`"count":7`, true},
		{`"long":"-5"`, true},
		{`"long":"7"`, false},
		{`"long":-5`, false},
		{`"long_count":"18446744073709551615"`, true},
		{`"long_count":"1e3"`, false},
		{`"ratio":1`, true},
		{`"ratio":0`, false},
		{`"small_ratio":0.1`, true},
		{`"colour":"COLOUR_GREEN"`, true},
		{`"colour":"COLOUR_UNSPECIFIED"`, false},
		{`"colour":2`, false},
		{`"words":["a","b"]`, true},
		{`"words":["a","a"]`, false},
		{`"words":[]`, true}, // its rules are ignored when it is empty
		{`"words":["a","b","c","d"]`, false},
		{`"words":["A"]`, false},
		{`"names":{"1":"a"}`, true},
		{`"names":{"one":"a"}`, false},
		{`"names":{"1":""}`, false},
		{`"leaves":{"x":{"name":"y"}}`, true},
		{`"leaves":{"x":{}}`, false},
		{`"leaves":{"eleven char":{"name":"y"}}`, false},
		{`"switches":{"true":1}`, true},
		{`"switches":{"yes":1}`, false},
		{`"tree":{"branches":[{"branches":[{"leaf":{"name":"x"}}]}]}`, true},
		{`"tree":{"branches":[{"branches":[{"leaf":{}}]}]}`, false},
		{`"one":"a"`, true},
		{`"other":{"name":"x"}`, true},
		{`"one":"a","other":{"name":"x"}`, false},
		{`"time":"2026-01-31T05:30:00Z"`, true},
		{`"time":5`, false},
		{`"duration":"1.5s"`, true},
		{`"duration":"1m"`, false},
		{`"object":{"a":1}`, true},
		{`"object":[]`, false},
		{`"value":[1,{"a":null}]`, true},
		{`"list":[1,"a"]`, true},
		{`"nothing":{}`, true},
		{`"nothing":{"a":1}`, false},
		{`"wrapped_text":"short"`, true},
		{`"wrapped_text":"longer"`, false},
		{`"wrapped_long":"7"`, true},
		{`"packed":{"@type":"a.b/c.D"}`, true},
		{`"null":null`, true},
		{`"mail":"c@d.e"`, true},
		{`"mail":"a@b.c"`, false},
		{`"fixed":"same"`, true},
		{`"fixed":"other"`, false},
		{`"outside":6`, true},
		{`"folded":"ABC"`, true},
	} {
		t.Run(tc.member, func(t *testing.T) {
			arguments := `{"text":"a","number":1,` + tc.member + `}`
			if strings.HasPrefix(tc.member, `"number"`) {
				arguments = `{"text":"a",` + tc.member + `}`
			}
			if err := validate(t, input, arguments); (err == nil) != tc.valid {
				t.Errorf("%s: %v, want valid: %v", arguments, err, tc.valid)
			}
		})
	}
	for _, blank := range []string{`{}`, `{"text":"a"}`, `{"text":" ","number":1}`, `{"text":"","number":1}`, `[]`} {
		if validate(t, input, blank) == nil {
			t.Errorf("%s is taken", blank)
		}
	}
}

// What protojson writes is what the output schema says, for a message with nothing in it and one with everything.
func TestAnswersKeepTheSchema(t *testing.T) {
	everything := prototest.Everything(t)
	output := compile(t, schema.Output, everything)
	for name, arguments := range map[string]string{
		"full": `{"text":"a","number":1,"flag":true,"count":1,"long":"6","long_count":"1","ratio":0.5,"small_ratio":0.5,
			"blob":"aGk=","colour":"COLOUR_RED","words":["a"],"names":{"-1":"a"},"leaves":{"x":{"name":"y"}},
			"switches":{"true":1},"tree":{"leaf":{"name":"x"},"branches":[{}]},"leaf":{"name":"x"},"alone":{},"one":"a",
			"time":"2026-01-31T05:30:00Z","duration":"-1.5s","object":{"a":[1]},"value":{"b":null},"list":[null],"mask":"a,bC",
			"nothing":{},"wrapped_text":"abc","wrapped_long":"-7","packed":{"@type":"x/google.protobuf.Empty","value":{}},
			"null":null,"mail":"a@b.d","fixed":"same","outside":7,"folded":"abc","grouped":{"name":"x"}}`,
		"required only": `{"text":"a","number":1}`,
	} {
		t.Run(name, func(t *testing.T) {
			message := dynamicpb.NewMessage(everything)
			if err := protojson.Unmarshal([]byte(arguments), message); err != nil {
				t.Fatal(err)
			}
			answer, err := protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: true}.Marshal(message)
			if err != nil {
				t.Fatal(err)
			}
			if err := validate(t, output, string(answer)); err != nil {
				t.Errorf("%s: %v", answer, err)
			}
		})
	}
	if validate(t, output, `{"text":"a","number":1}`) == nil {
		t.Error("unpopulated fields may be left out, though answers have them")
	}
}

// A message that holds itself is referred to, and one that stands in many places is written once: a schema cannot
// grow beyond its messages.
func TestSharedMessagesAreWrittenOnce(t *testing.T) {
	var source strings.Builder
	source.WriteString(`edition = "2023"; message Self { Self again = 1; M0 deep = 2; }`)
	const levels = 30 // in line this would be 2^30 messages
	for i := range levels {
		fmt.Fprintf(&source, "message M%d { M%d a = 1; M%d b = 2; }\n", i, i+1, i+1)
	}
	fmt.Fprintf(&source, "message M%d { string leaf = 1; }\n", levels)
	self := prototest.Message(t, source.String(), "Self")
	got := text(t, schema.Input, self)
	if n := strings.Count(string(got), `"leaf":`); n != 1 {
		t.Errorf("the innermost message is written %d times", n)
	}
	if !strings.Contains(string(got), `"again":{"$ref":"#"}`) {
		t.Error("the outermost message does not refer to itself")
	}
	input := compile(t, schema.Input, self)
	if err := validate(t, input, `{"again":{"deep":{"a":{"b":{}}}}}`); err != nil {
		t.Error(err)
	}
	if validate(t, input, `{"again":{"deep":{"a":{"c":{}}}}}`) == nil {
		t.Error("an unknown member is taken deep down")
	}
}

func TestMessagesOfOneNameAreKeptApart(t *testing.T) {
	message := prototest.Message(t, `edition = "2023";
		message Root { A.Same a = 1; A.Same b = 2; B.Same c = 3; B.Same d = 4; }
		message A { message Same { string x = 1; } }
		message B { message Same { int32 y = 1; } }`, "Root")
	input := compile(t, schema.Input, message)
	if err := validate(t, input, `{"a":{"x":"1"},"b":{"x":"2"},"c":{"y":3},"d":{"y":4}}`); err != nil {
		t.Error(err)
	}
	if validate(t, input, `{"a":{"y":1}}`) == nil {
		t.Error("one message is taken for the other")
	}
}

func TestLimits(t *testing.T) {
	var nested, wide, many strings.Builder
	nested.WriteString(`edition = "2023";`)
	for i := range 40 {
		fmt.Fprintf(&nested, "message M%d { M%d a = 1; }\n", i, i+1)
	}
	nested.WriteString("message M40 {}")
	wide.WriteString(`edition = "2023"; message M0 { oneof o {`)
	for i := range 2000 {
		fmt.Fprintf(&wide, "string f%d = %d;\n", i, i+1)
	}
	wide.WriteString("}}")
	many.WriteString(`edition = "2023"; enum E { E0 = 0;`)
	for i := range 500 {
		fmt.Fprintf(&many, "A_LONG_NAME_OF_A_VALUE_%d = %d;\n", i, i+1)
	}
	many.WriteString("} message M0 {")
	for i := range 500 {
		fmt.Fprintf(&many, "E f%d = %d;\n", i, i+1)
	}
	many.WriteString("}")
	for _, tc := range []struct {
		name, source, want string
		limits             schema.Limits
	}{
		{"depth", nested.String(), "nested in each other more than 32 deep", limits},
		{"fields", wide.String(), "too long", schema.Limits{Depth: 32, Bytes: 10_000}},
		{"enumerations", many.String(), "too long", limits},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := schema.Input(prototest.Message(t, tc.source, "M0"), tc.limits)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error = %v, want one that says %q", err, tc.want)
			}
			if (tc.want == "too long") != errors.Is(err, schema.ErrTooLong) {
				t.Errorf("error = %v", err)
			}
		})
	}
	if got := text(t, schema.Input, prototest.Message(t, wide.String(), "M0")); len(got) > 120_000 {
		t.Errorf("a oneof of 2000 members has a schema of %d bytes", len(got))
	}
}

func text(t *testing.T, write write, message protoreflect.MessageDescriptor) json.RawMessage {
	t.Helper()
	got, err := write(message, limits)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// compile reads a schema with a library that knows the 2020-12 dialect and checks the schema against it.
func compile(t *testing.T, write write, message protoreflect.MessageDescriptor) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text(t, write, message)))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func validate(t *testing.T, compiled *jsonschema.Schema, instance string) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(instance))
	if err != nil {
		t.Fatal(err)
	}
	return compiled.Validate(value)
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	var indented bytes.Buffer
	if err := json.Indent(&indented, got, "", "  "); err != nil {
		t.Fatal(err)
	}
	indented.WriteByte('\n')
	path := filepath.Join("testdata", name+".golden.json")
	if *update {
		if err := os.WriteFile(path, indented.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(indented.Bytes(), want) {
		t.Errorf("%s differs (go test -update writes it):\n%s", path, indented.Bytes())
	}
}
