package toolspec_test

import (
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

// foreign reads a definition of one tool whose request has these members.
func foreign(t testing.TB, members string) *toolspec.Manifest {
	t.Helper()
	set := prototest.Set(t, map[string]string{"goals.proto": `
		edition = "2023";
		package goals.v1;
		import "buf/validate/validate.proto";
		import "salaatflow/tools/v1/tool.proto";
		message DiscoverRequest {` + members + `}
		message Memory {
			string text = 1 [(buf.validate.field).string.max_len = 5];
			Memory child = 2;
		}
		message DiscoverResponse {}
		service Goals {
			rpc Discover(DiscoverRequest) returns (DiscoverResponse) {
				option (salaatflow.tools.v1.tool) = {name: "discover" auth: AUTH_NONE};
			}
		}`})
	manifest, err := prototest.Manifest(set, []string{"goals.v1.Goals"}, toolspec.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return manifest
}

const strangersRules = `
	string name = 1 [(buf.validate.field) = {required: true string: {min_len: 2 max_len: 5}}, (salaatflow.tools.v1.parameter).trim = true];
	int32 count = 2 [(buf.validate.field).int32 = {gte: 1 lte: 10}];
	string algorithm = 3 [(buf.validate.field).string = {in: ["kmeans", "hdbscan"]}];
	string code = 4 [(buf.validate.field).string.pattern = "^[a-z]+$"];
	repeated Memory memories = 5 [(buf.validate.field).repeated.max_items = 2];
	map<string, int32> weights = 6 [(buf.validate.field).map.values.int32.gt = 0];
	string even = 7 [(buf.validate.field).cel = {id: "even" message: "must be even" expression: "this.size() % 2 == 0"}];
	int32 from = 8; int32 to = 9;
	option (buf.validate.message).cel = {id: "order" message: "from must not be after to" expression: "this.from <= this.to"};
	option (buf.validate.message).oneof = {fields: ["from", "count"]};
`

// What a stranger's descriptors say of its values is checked where its shape is, all that is wrong at once.
func TestValuesOfAStrangersToolAreChecked(t *testing.T) {
	tool := foreign(t, strangersRules).Tools[0]
	for arguments, want := range map[string]string{
		`{"name":"goal"}`:                                          "",
		`{"name":"  goal   "}`:                                     "", // as the service trims it
		`{"name":"g"}`:                                             "name: Must be at least 2 characters",
		`{"name":"goals!"}`:                                        "name: Must be at most 5 characters",
		`{"name":"goal","count":11}`:                               "count: Number must be less than or equal to 10",
		`{"name":"goal","algorithm":"x"}`:                          "algorithm: Expected one of: kmeans, hdbscan",
		`{"name":"goal","code":"A"}`:                               "code: Not of the form that its description tells",
		`{"name":"goal","memories":[{},{},{}]}`:                    "memories: Must be at most 2 items",
		`{"name":"goal","memories":[{"child":{"text":"longer"}}]}`: "memories[0].child.text: Must be at most 5 characters",
		`{"name":"goal","weights":{"a":0}}`:                        `weights["a"]: Number must be greater than 0`,
		`{"count":0}`:                                              "name: Required\ncount: Number must be greater than or equal to 1",
		`{"name":5,"count":0,"x":1}`: "name: Expected string, received number\n" +
			"x: Unrecognized key(s) in object: 'x'\ncount: Number must be greater than or equal to 1",
		`{"name":"goal","even":"odd"}`:    "", // CEL is the service's
		`{"name":"goal","from":2,"to":1}`: "",
		`{`:                               ": Malformed JSON: unexpected end of text",
	} {
		raw := []byte(arguments)
		if got := spell(tool.CheckValues(raw, tool.CheckArguments(raw))); got != want {
			t.Errorf("%s\n got %q\nwant %q", arguments, got, want)
		}
	}
}

func TestRulesThatCannotBeRunAreRefused(t *testing.T) {
	for _, c := range []struct{ name, members, want string }{
		{"none", `string f = 1;`, ""},
		{"all sorts", strangersRules, ""},
		{"CEL that is no CEL", `string f = 1 [(buf.validate.field).cel = {id: "x" expression: "this ==="}];`, "goals.v1.DiscoverRequest"},
		{"CEL of another type", `string f = 1 [(buf.validate.field).cel_expression = "this > 1"];`, "goals.v1.DiscoverRequest"},
		{"CEL of a field there is not", `option (buf.validate.message).cel_expression = "this.nothing > 1"; string f = 1;`, "nothing"},
		{"a rule of another type", `string f = 1 [(buf.validate.field).int32.gt = 1];`, "goals.v1.DiscoverRequest"},
		{"a pattern that is none", `string f = 1 [(buf.validate.field).string.pattern = "("];`, "f: pattern"},
		{
			"a pattern that costs too much",
			`string f = 1 [(buf.validate.field).string.pattern = "((a|b|c|d|e){10}){99}"];`, "steps when compiled, more than 1000",
		},
		{
			"a costly pattern of items",
			`repeated string f = 1 [(buf.validate.field).repeated.items.string.pattern = "(abcdefgh){999}"];`, "more than 1000",
		},
		{"a long list", `string f = 1 [(buf.validate.field).string = {in: [` + strings.Repeat(`"a",`, 1000) + `"b"]}];`, "lists 1001 values"},
		{
			"long CEL",
			`string f = 1 [(buf.validate.field).cel_expression = "` + strings.Repeat("this != '' && ", 1200) + `true"];`,
			"16384 bytes",
		},
		{
			"much CEL",
			`string f = 1 [` + strings.Repeat(`(buf.validate.field).cel_expression = "true",`, 128) +
				`(buf.validate.field).cel_expression = "true"];`,
			"more than 128 rules",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := foreign(t, c.members).CheckRules()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("want %q, got %v", c.want, err)
			}
		})
	}
}

// Whatever a stranger's rules are, and whatever is sent, checking them takes no longer than a call may.
func TestRulesOfStrangersAreCheap(t *testing.T) {
	tool := foreign(t, `
		repeated string texts = 1 [
			(buf.validate.field).repeated = {unique: true items: {string: {pattern: "^(a?){120}a{120}$" not_in: [`+
		strings.TrimSuffix(strings.Repeat(`"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",`, 1000), ",")+`]}}}];
		repeated int32 numbers = 2 [
			(buf.validate.field).cel_expression = "this.all(a, this.all(b, this.all(c, this.all(d, a + b + c + d >= 0))))"];
	`).Tools[0]
	for name, arguments := range map[string]string{
		"many texts":   `{"texts":[` + strings.TrimSuffix(strings.Repeat(`"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac",`, 1700), ",") + `]}`,
		"one text":     `{"texts":["` + strings.Repeat("a", 65_000) + `"]}`,
		"many numbers": `{"numbers":[` + strings.TrimSuffix(strings.Repeat("1,", 30_000), ",") + `]}`,
		"over 64 KiB":  `{"texts":["` + strings.Repeat("a", 900_000) + `"]}`,
	} {
		began := time.Now()
		tool.CheckValues([]byte(arguments), nil)
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s: %v", name, took)
		} else {
			t.Logf("%s: %v", name, took)
		}
	}
}

func TestRulesOfThePlatformAreAccepted(t *testing.T) {
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	for _, service := range services {
		name := string(service.FullName())
		set, err := descriptors.Set(name)
		if err != nil {
			t.Fatal(err)
		}
		manifest, err := prototest.Manifest(set, []string{name}, toolspec.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if err := manifest.CheckRules(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		t.Logf("%s: %v", name, time.Since(began))
	}
}

func BenchmarkCheckValues(b *testing.B) {
	tool := foreign(b, strangersRules).Tools[0]
	arguments := []byte(`{"name":"goal","count":5,"algorithm":"kmeans","memories":[{"text":"a"}]}`)
	b.ReportAllocs()
	for b.Loop() {
		if found := tool.CheckValues(arguments, nil); len(found) > 0 {
			b.Fatal(found)
		}
	}
}
