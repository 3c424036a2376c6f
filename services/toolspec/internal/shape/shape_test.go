package shape_test

import (
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec/internal/shape"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

func compile(t testing.TB, message protoreflect.MessageDescriptor) *shape.Message {
	t.Helper()
	made, err := shape.NewCompiler().Compile(message)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// spell writes violations as "field: message" lines.
func spell(violations []apperr.Violation) string {
	lines := make([]string, len(violations))
	for i, v := range violations {
		lines[i] = v.Field + ": " + v.Message
	}
	return strings.Join(lines, "\n")
}

func TestArgumentsOfATool(t *testing.T) {
	createTask := compile(t, (*tasksv1.CreateTaskRequest)(nil).ProtoReflect().Descriptor())
	for _, tc := range []struct{ name, arguments, want string }{
		{"plain", `{"title":"Read","priority":"high","linked_prayer":"Fajr"}`, ""},
		{"white space", " \t\r\n{ \"title\" : \"Read\" , \"masjid_id\" : 3 } \n", ""},
		{"escapes in a key", `{"\u0074itle":"Read"}`, ""},
		{"null is absent", `{"title":"Read","priority":null,"masjid_id":null}`, ""},
		{"rules are not the shape's", `{"title":"","priority":"urgent"}`, ""},
		{"missing", `{}`, "title: Required"},
		{"no text at all", ``, "title: Required"},
		{"null where required", `{"title":null}`, "title: Expected string, received null"},
		{"number for text", `{"title":5}`, "title: Expected string, received number"},
		{"flag for text", `{"title":true}`, "title: Expected string, received boolean"},
		{"object for text", `{"title":{"a":[1,{"b":null}]}}`, "title: Expected string, received object"},
		{"array for text", `{"title":["Read"]}`, "title: Expected string, received array"},
		{"text for number", `{"title":"Read","masjid_id":"3"}`, "masjid_id: Expected integer, received string"},
		{"float for number", `{"title":"Read","masjid_id":1.5}`, "masjid_id: Expected integer, received float"},
		{"unknown", `{"title":"Read","foo":1}`, "foo: Unrecognized key(s) in object: 'foo'"},
		{"camelCase is unknown", `{"title":"Read","linkedPrayer":"Fajr"}`,
			"linkedPrayer: Unrecognized key(s) in object: 'linkedPrayer'"},
		{"extension names are unknown", `{"title":"Read","[a.b]":1}`, "[a.b]: Unrecognized key(s) in object: '[a.b]'"},
		{"twice", `{"title":"Read","title":"Write"}`, "title: Duplicate key in object: 'title'"},
		{"twice, once null", `{"title":"Read","priority":null,"priority":"low"}`,
			"priority: Duplicate key in object: 'priority'"},
		{"all of them", `{"foo":1,"masjid_id":"x","bar":2}`, "foo: Unrecognized key(s) in object: 'foo', 'bar'\n" +
			"masjid_id: Expected integer, received string\nbar: Unrecognized key(s) in object: 'foo', 'bar'\ntitle: Required"},
		{"one unknown twice", `{"title":"Read","foo":1,"foo":2}`,
			"foo: Unrecognized key(s) in object: 'foo'\nfoo: Unrecognized key(s) in object: 'foo'"},
		{"long key", `{"title":"R","` + strings.Repeat("é", 70) + `":1}`, strings.Repeat("é", 64) +
			"…: Unrecognized key(s) in object: '" + strings.Repeat("é", 64) + "…'"},
		{"array", `[{"title":"Read"}]`, ": Expected object, received array"},
		{"string", `"Read"`, ": Expected object, received string"},
		{"null", `null`, ": Expected object, received null"},
		{"number", `-1`, ": Expected object, received number"},
		{"white space only", ` `, ": Malformed JSON: unexpected end of text"},
		{"cut off", `{"title":"Read"`, ": Malformed JSON: unexpected end of text"},
		{"cut off in text", `{"title":"Re`, ": Malformed JSON: unexpected end of text"},
		{"cut off in escape", `{"title":"Re\`, ": Malformed JSON: unexpected end of text"},
		{"trailing", `{"title":"Read"} {}`, ": Malformed JSON: unexpected '{' at byte 18"},
		{"trailing comma", `{"title":"Read",}`, ": Malformed JSON: unexpected '}' at byte 17"},
		{"no comma", `{"title":"Read" "priority":"low"}`, ": Malformed JSON: unexpected '\"' at byte 17"},
		{"no colon", `{"title" "Read"}`, ": Malformed JSON: unexpected '\"' at byte 10"},
		{"key without quotes", `{title:"Read"}`, ": Malformed JSON: unexpected 't' at byte 2"},
		{"single quotes", `{'title':'Read'}`, `: Malformed JSON: unexpected '\'' at byte 2`},
		{"bad literal", `{"title":nul}`, ": Malformed JSON: unexpected '}' at byte 13"},
		{"newline in text", "{\"title\":\"a\nb\"}", ": Malformed JSON: control character in a string at byte 12"},
		{"unknown escape", `{"title":"\x41"}`, ": Malformed JSON: unknown escape at byte 11"},
		{"bad unicode escape", `{"title":"\u12G4"}`, ": Malformed JSON: unknown escape at byte 11"},
		{"not UTF-8 in text", "{\"title\":\"\xff\"}", ": Malformed JSON: text is not UTF-8 at byte 11"},
		{"not UTF-8 outside", "{\xff}", ": Malformed JSON: text is not UTF-8 at byte 2"},
		{"surrogate in UTF-8", "{\"title\":\"\xed\xa0\x80\"}", ": Malformed JSON: text is not UTF-8 at byte 11"},
		{"surrogate pair", `{"title":"\ud83d\ude4f"}`, ""},
		{"first half alone", `{"title":"\ud83d"}`, ": Malformed JSON: half of a surrogate pair at byte 11"},
		{"second half alone", `{"title":"\ude4f\ud83d"}`, ": Malformed JSON: half of a surrogate pair at byte 11"},
		{"NUL in a text", `{"title":"Re\u0000ad"}`, "title: Must not contain the character NUL (\\u0000)"},
		{"NUL written out", `{"title":"Re\\u0000ad"}`, ""},
		{"NUL of a longer escape", `{"title":"\u00001"}`, "title: Must not contain the character NUL (\\u0000)"},
		{"NUL in a key", `{"title":"R","a\u0000":1}`, "a\x00: Unrecognized key(s) in object: 'a\x00'"},
		{"NUL where nothing is known", `{"title":"R","x":{"y":["\u0000"]}}`, "x: Unrecognized key(s) in object: 'x'\n" +
			`x["y"][0]: Must not contain the character NUL (\u0000)`},
		{"NUL as it is", "{\"title\":\"a\"\x00}", `: Malformed JSON: unexpected '\x00' at byte 13`},
		{"byte order mark", "\ufeff{}", `: Malformed JSON: unexpected '\ufeff' at byte 1`},
		{"comment", `{"title":"Read"/*x*/}`, ": Malformed JSON: unexpected '/' at byte 16"},
		{"malformed is all there is to say", `{"foo":1,"title":}`, ": Malformed JSON: unexpected '}' at byte 18"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := spell(createTask.Check([]byte(tc.arguments))); got != tc.want {
				t.Errorf("%s\n got %q\nwant %q", tc.arguments, got, tc.want)
			}
		})
	}
}

// Whoever reads any one of the violations learns of all keys that the object should not have, up to a bound.
func TestUnknownKeysNameEachOther(t *testing.T) {
	everything := compile(t, prototest.Everything(t))
	for _, tc := range []struct{ name, members, want string }{
		{"in objects of their own", `,"tree":{"a":1,"leaf":{"name":"x","b":1,"c":2},"d":3},"e":4`,
			"tree.a: Unrecognized key(s) in object: 'a', 'd'\ntree.leaf.b: Unrecognized key(s) in object: 'b', 'c'\n" +
				"tree.leaf.c: Unrecognized key(s) in object: 'b', 'c'\ntree.d: Unrecognized key(s) in object: 'a', 'd'\n" +
				"e: Unrecognized key(s) in object: 'e'"},
		{"more than are listed", `,"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1`,
			lines("abcdefghi", ": Unrecognized key(s) in object: 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h' and 1 more")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := spell(everything.Check([]byte(`{"text":"a","number":1` + tc.members + `}`))); got != tc.want {
				t.Errorf("\n got %q\nwant %q", got, tc.want)
			}
		})
	}
}

// lines has a line for each letter, with the same text after it.
func lines(letters, text string) string {
	var all []string
	for _, letter := range letters {
		all = append(all, string(letter)+text)
	}
	return strings.Join(all, "\n")
}

func TestIntegers(t *testing.T) {
	completeTask := compile(t, (*tasksv1.CompleteTaskRequest)(nil).ProtoReflect().Descriptor())
	const (
		tooLarge = "task_id: Number must be less than or equal to 2147483647"
		tooSmall = "task_id: Number must be greater than or equal to -2147483648"
		float    = "task_id: Expected integer, received float"
	)
	for number, want := range map[string]string{
		"1": "", "0": "", "-0": "", "-7": "", "1.0": "", "1.000": "", "1e3": "", "1E+3": "", "10e-1": "", "1.5e1": "", "0.0e99": "",
		"0e99999999999999999999": "", "-0.0": "", "2147483647": "", "-2147483648": "", "0.2147483647e10": "",
		"100000000000000000000000000e-26": "",
		"2147483648":                      tooLarge, "21474836480": tooLarge, "9223372036854775808": tooLarge,
		"123456789012345678901234567890": tooLarge, "1e10": tooLarge, "1e400": tooLarge, "1e99999999999999999999": tooLarge,
		"-2147483649": tooSmall, "-1e10": tooSmall, "-1e400": tooSmall, "-99999999999999999999": tooSmall,
		"1.5": float, "0.1": float, "1e-1": float, "15e-1": float, "1e-99999999999999999999": float, "1.05e1": float,
		"01":   ": Malformed JSON: unexpected '1' at byte 13",
		"+1":   ": Malformed JSON: unexpected '+' at byte 12",
		"-":    ": Malformed JSON: unexpected '}' at byte 13",
		"1.":   ": Malformed JSON: unexpected '}' at byte 14",
		".5":   ": Malformed JSON: unexpected '.' at byte 12",
		"1e":   ": Malformed JSON: unexpected '}' at byte 14",
		"1e+":  ": Malformed JSON: unexpected '}' at byte 15",
		"0x10": ": Malformed JSON: unexpected 'x' at byte 13",
		"NaN":  ": Malformed JSON: unexpected 'N' at byte 12",
	} {
		t.Run(number, func(t *testing.T) {
			if got := spell(completeTask.Check([]byte(`{"task_id":` + number + `}`))); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestEverySortOfField(t *testing.T) {
	everything := compile(t, prototest.Everything(t))
	for _, tc := range []struct{ name, member, want string }{
		{"flag", `"flag":false`, ""},
		{"number for flag", `"flag":0`, "flag: Expected boolean, received number"},
		{"count", `"count":4294967295`, ""},
		{"negative count", `"count":-1`, "count: Number must be greater than or equal to 0"},
		{"large count", `"count":4294967296`, "count: Number must be less than or equal to 4294967295"},
		{"long", `"long":"-9223372036854775808"`, ""},
		{"long as a number", `"long":5`, "long: Expected string, received number"},
		{"long that is none", `"long":"5.0"`, `long: Expected an integer in a string, such as "42"`},
		{"long too long", `"long":"9223372036854775808"`, "long: Number must be less than or equal to 9223372036854775807"},
		{"long count", `"long_count":"18446744073709551615"`, ""},
		{"negative long count", `"long_count":"-1"`, "long_count: Number must be greater than or equal to 0"},
		{"ratio", `"ratio":1e-400`, ""},
		{"ratio too large", `"ratio":1e400`, "ratio: Number is too large"},
		{"ratio in quotes", `"ratio":"0.5"`, "ratio: Expected number, received string"},
		{"small ratio too large", `"small_ratio":1e39`, "small_ratio: Number is too large"},
		{"bytes", `"blob":"aGk="`, ""},
		{"bytes of the URL alphabet, unpadded", `"blob":"_-8"`, ""},
		{"bytes that are none", `"blob":"a"`, "blob: Expected base64"},
		{"name", `"colour":"COLOUR_GREEN"`, ""},
		{"name that is none", `"colour":"GREEN"`, "colour: Expected one of: COLOUR_UNSPECIFIED, COLOUR_RED, COLOUR_GREEN"},
		{"number for a name", `"colour":1`, "colour: Expected string, received number"},
		{"words", `"words":["a","b"]`, ""},
		{"no words", `"words":[]`, ""},
		{"null among words", `"words":["a",null,3]`,
			"words[1]: Expected string, received null\nwords[2]: Expected string, received number"},
		{"word for words", `"words":"a"`, "words: Expected array, received string"},
		{"names", `"names":{"-1":"a","0":"b"}`, ""},
		{"name's key", `"names":{"01":"a"}`, "names: Key '01': Expected an integer from -2147483648 to 2147483647"},
		{"name's value", `"names":{"1":2}`, `names["1"]: Expected string, received number`},
		{"key twice", `"names":{"1":"a","1":"b"}`, "names: Duplicate key in object: '1'"},
		{"switches", `"switches":{"true":1,"false":0}`, ""},
		{"switch's key", `"switches":{"yes":1}`, "switches: Key 'yes': Expected true or false"},
		{"message in a map", `"leaves":{"a":{"name":"x"},"b":{}}`, `leaves["b"].name: Required`},
		{"null in a map", `"leaves":{"a":null}`, `leaves["a"]: Expected object, received null`},
		{"tree", `"tree":{"branches":[{"leaf":{"name":"x"}},{"branches":[{"leaf":{"size":"1"}}]}]}`,
			"tree.branches[1].branches[0].leaf.size: Expected integer, received string\n" +
				"tree.branches[1].branches[0].leaf.name: Required"},
		{"one", `"one":"a"`, ""},
		{"one and a null", `"one":"a","other":null`, ""},
		{"one and the other", `"one":"a","other":{"name":"x"}`, "other: Only one of 'one' and 'other' may be given"},
		{"time", `"time":"2026-02-28T05:30:00.123456789+05:00"`, ""},
		{"time without a zone", `"time":"2026-02-28T05:30:00"`,
			"time: Expected an RFC 3339 date and time, such as 2026-01-31T05:30:00Z"},
		{"duration", `"duration":"-1.5s"`, ""},
		{"duration in minutes", `"duration":"1m"`, "duration: Expected a number of seconds, such as 1.5s"},
		{"object", `"object":{"a":[1,{"b":null}],"c":"d"}`, ""},
		{"object with a key twice", `"object":{"a":{"b":1,"b":2}}`, `object["a"]: Duplicate key in object: 'b'`},
		{"object with a huge number", `"object":{"a":1e999}`, `object["a"]: Number is too large`},
		{"array for object", `"object":[]`, "object: Expected object, received array"},
		{"value", `"value":null`, ""},
		{"list", `"list":[1,"a",[null]]`, ""},
		{"values", `"values":[1,null]`, ""},
		{"null for values", `"values":null`, "values: Expected array, received null"},
		{"mask", `"mask":"a,bC.dE"`, ""},
		{"mask with underscores", `"mask":"b_c"`, "mask: Expected names of fields in camelCase, separated by commas"},
		{"nothing", `"nothing":{}`, ""},
		{"something", `"nothing":{"a":1}`, "nothing.a: Unrecognized key(s) in object: 'a'"},
		{"wrapped text", `"wrapped_text":"a"`, ""},
		{"wrapped long", `"wrapped_long":"7"`, ""},
		{"wrapped long as a number", `"wrapped_long":7`, "wrapped_long: Expected string, received number"},
		{"packed", `"packed":{"@type":"type.googleapis.com/google.protobuf.Empty"}`, ""},
		{"null", `"null":null`, ""},
		{"no null", `"null":0`, "null: Expected null, received number"},
		{"group", `"grouped":{"name":"x"}`, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			arguments := `{"text":"a","number":1,` + tc.member + `}`
			if got := spell(everything.Check([]byte(arguments))); got != tc.want {
				t.Errorf("%s\n got %q\nwant %q", arguments, got, tc.want)
			}
		})
	}
}

func TestDepthIsLimited(t *testing.T) {
	everything := compile(t, prototest.Everything(t))
	nested := func(levels int) []byte { // the outermost object is one more
		return []byte(`{"text":"a","number":1,"value":` + strings.Repeat("[", levels) + strings.Repeat("]", levels) + "}")
	}
	if got := everything.Check(nested(shape.MaxDepth - 1)); got != nil {
		t.Errorf("%d levels: %v", shape.MaxDepth, got)
	}
	got := everything.Check(nested(shape.MaxDepth))
	if len(got) != 1 || got[0].Message != "Nested more than 32 levels deep" || !strings.HasPrefix(got[0].Field, "value[0][0]") {
		t.Errorf("%d levels: %v", shape.MaxDepth+1, got)
	}
	if got := everything.Check(nested(500_000)); len(got) != 1 {
		t.Errorf("500000 levels: %v", got)
	}
}

func TestViolationsAreCapped(t *testing.T) {
	createTask := compile(t, (*tasksv1.CreateTaskRequest)(nil).ProtoReflect().Descriptor())
	var arguments strings.Builder
	arguments.WriteString(`{"title":"Read"`)
	for i := range 10_000 {
		fmt.Fprintf(&arguments, `,"unknown_%d":1`, i)
	}
	arguments.WriteString("}")
	if got := createTask.Check([]byte(arguments.String())); len(got) != shape.MaxViolations {
		t.Errorf("%d violations, want %d", len(got), shape.MaxViolations)
	}
}

func TestMoreFieldsThanAWordHasBits(t *testing.T) {
	var text strings.Builder
	text.WriteString("edition = \"2023\";\nimport \"buf/validate/validate.proto\";\nmessage Wide {\n")
	for i := range 200 {
		fmt.Fprintf(&text, "  string f%d = %d [(buf.validate.field).required = true];\n", i, i+1)
	}
	text.WriteString("}\n")
	wide := compile(t, prototest.Message(t, text.String(), "Wide"))
	var arguments strings.Builder
	for i := range 200 {
		if i != 130 {
			fmt.Fprintf(&arguments, `"f%d":"x",`, i)
		}
	}
	if got := spell(wide.Check([]byte("{" + arguments.String() + `"f199":"y"}`))); got !=
		"f199: Duplicate key in object: 'f199'\nf130: Required" {
		t.Error(got)
	}
}

func TestAmbiguousNamesAreRefused(t *testing.T) {
	message := prototest.Message(t, `edition = "2023"; message M { string a = 1 [json_name = "b"]; string b = 2 [json_name = "a"]; }`, "M")
	_, err := shape.NewCompiler().Compile(message)
	if err == nil || !strings.Contains(err.Error(), `M.a: "a" is also the JSON name of b`) {
		t.Errorf("error = %v", err)
	}
}

func TestValidArgumentsCostNoAllocation(t *testing.T) {
	createTask := compile(t, (*tasksv1.CreateTaskRequest)(nil).ProtoReflect().Descriptor())
	arguments := []byte(`{"title":"Read Quran after Fajr","priority":"high","masjid_id":3}`)
	if n := testing.AllocsPerRun(100, func() { createTask.Check(arguments) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkCheck(b *testing.B) {
	createTask := compile(b, (*tasksv1.CreateTaskRequest)(nil).ProtoReflect().Descriptor())
	for name, arguments := range map[string]string{
		"three fields": `{"title":"Read Quran after Fajr","priority":"high","masjid_id":3}`,
		"violations":   `{"title":5,"priority":"high","masjid":3}`,
		"long text":    `{"title":"Read","description":"` + strings.Repeat("Read a page. ", 150) + `"}`,
		"urdu":         `{"title":"فجر کے بعد قرآن پڑھنا","description":"` + strings.Repeat("قرآن پڑھنا ", 20) + `"}`,
	} {
		raw := []byte(arguments)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				createTask.Check(raw)
			}
		})
	}
}
