package toolspec_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

// posters is a service whose one RPC streams, with messages to be replaced in it.
const posters = `
	syntax = "proto3";
	package posters.v1;
	import "salaatflow/tools/v1/content.proto";
	import "salaatflow/tools/v1/round.proto";
	import "salaatflow/tools/v1/tool.proto";
	service Posters {
		rpc Print(PrintRequest) returns (stream PrintResponse) {
			option (salaatflow.tools.v1.tool) = {name: "print_poster" auth: AUTH_NONE requires: "elicitation"};
		}
	}
	message PrintRequest { string text = 1; salaatflow.tools.v1.Inputs inputs = 2; }
	message Poster { int32 pages = 1; repeated salaatflow.tools.v1.Content content = 2; }
	message PrintResponse { oneof said {
		salaatflow.tools.v1.Progress progress = 1;
		salaatflow.tools.v1.Log log = 2;
		salaatflow.tools.v1.InputRequired asked = 3;
		Poster poster = 4;
	} }`

func readPosters(t *testing.T, text string) (*toolspec.Tool, error) {
	t.Helper()
	set := prototest.Set(t, map[string]string{"posters.proto": text})
	manifest, err := prototest.Manifest(set, []string{"posters.v1.Posters"}, toolspec.Limits{})
	if err != nil {
		return nil, err
	}
	return manifest.Tools[0], nil
}

// What a tool says beside its data is no parameter, stands in no schema, and is found whatever its fields are called.
func TestWhatAToolSaysBesideItsDataIsFound(t *testing.T) {
	tool, err := readPosters(t, posters)
	if err != nil {
		t.Fatal(err)
	}
	talk := tool.Talk
	if !talk.Converses() || !talk.Streams || talk.OnlyContent || talk.Inputs != 2 || talk.Result != 4 ||
		talk.Progress != 1 || talk.Log != 2 || talk.InputRequired != 3 || len(talk.Contents) != 1 {
		t.Errorf("found %+v", talk)
	}
	if got := spell(tool.CheckArguments([]byte(`{"text":"x","inputs":{}}`))); !strings.Contains(got, "Unrecognized key") {
		t.Errorf("the inputs are a parameter: %s", got)
	}
	for what, schema := range map[string]string{"input": string(tool.InputSchema), "output": string(tool.OutputSchema)} {
		if strings.Contains(schema, "inputs") || strings.Contains(schema, "content") || strings.Contains(schema, "asked") {
			t.Errorf("the %s schema is %s", what, schema)
		}
	}
	if !strings.Contains(string(tool.OutputSchema), "pages") {
		t.Errorf("the output schema lacks the result's: %s", tool.OutputSchema)
	}
}

func TestWhatStandsInTheWrongPlaceIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ from, to, want string }{
		"no result":            {"Poster poster = 4;", "", "a member for the result"},
		"two results":          {"Poster poster = 4;", "Poster poster = 4; Poster other = 5;", "poster is there already"},
		"a result in a text":   {"Poster poster = 4;", "string poster = 4;", "the result of a stream is a message"},
		"beside the oneof":     {"Poster poster = 4;\n\t} }", "Poster poster = 4; } string more = 5; }", "a streamed response is one oneof"},
		"one block":            {"repeated salaatflow.tools.v1.Content", "salaatflow.tools.v1.Content", "Content is a repeated field"},
		"inputs twice":         {"Inputs inputs = 2;", "Inputs inputs = 2; salaatflow.tools.v1.Inputs more = 3;", "a request has Inputs once"},
		"content in a request": {"string text = 1;", "repeated salaatflow.tools.v1.Content text = 1;", "Content cannot stand here"},
		"progress of no stream": {
			"returns (stream PrintResponse)", "returns (PrintResponse)", "Progress is for the oneof of a streamed response",
		},
		"content too deep": {
			"int32 pages = 1;", "Page page = 1; message Page { repeated salaatflow.tools.v1.Content content = 1; }", "Content cannot stand here",
		},
		"an unknown capability": {`requires: "elicitation"`, `requires: "telepathy"`, `requires "telepathy"`},
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(posters, c.from) {
				t.Fatalf("%q is nowhere", c.from)
			}
			_, err := readPosters(t, strings.Replace(posters, c.from, c.to, 1))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("refused with %v, want %q", err, c.want)
			}
		})
	}
}

// That a tool needs a task is nothing that its caller is asked.
func TestAToolMayNeedATask(t *testing.T) {
	const asks, needs = `requires: "elicitation"`, `requires: ["tasks", "elicitation"]`
	for _, text := range []string{asks, needs} {
		tool, err := readPosters(t, strings.Replace(posters, asks, text, 1))
		if err != nil {
			t.Fatal(err)
		}
		if talk := tool.Talk; talk.NeedsTask != (text == needs) || len(talk.Requires) != 1 || talk.Requires[0] != "elicitation" {
			t.Errorf("%s: found %+v", text, talk)
		}
	}
}
