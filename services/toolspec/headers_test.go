package toolspec_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

// branches is a service with a tool whose parameters are repeated in headers.
const branches = `
	syntax = "proto3";
	package branches.v1;
	import "buf/validate/validate.proto";
	import "salaatflow/tools/v1/tool.proto";
	service Branches {
		rpc Open(OpenRequest) returns (OpenResponse) { option (salaatflow.tools.v1.tool) = {name: "open_branch" auth: AUTH_NONE}; }
	}
	enum Size { SIZE_UNSPECIFIED = 0; SIZE_LARGE = 1; }
	message Place { string city = 1 [(salaatflow.tools.v1.parameter).header = "City"]; }
	message OpenRequest {
		string region = 1 [(salaatflow.tools.v1.parameter).header = "Region"];
		int32 days = 2 [(salaatflow.tools.v1.parameter).header = "X-Days"];
		Size size = 3 [(salaatflow.tools.v1.parameter).header = "Size"];
		Place place = 4;
		int64 number = 5;
	}
	message OpenResponse { string region = 1 [(salaatflow.tools.v1.parameter).header = "Region"]; }`

func readBranches(t *testing.T, text string) (*toolspec.Tool, error) {
	t.Helper()
	set := prototest.Set(t, map[string]string{"branches.proto": text})
	manifest, err := prototest.Manifest(set, []string{"branches.v1.Branches"}, toolspec.Limits{})
	if err != nil {
		return nil, err
	}
	return manifest.Tools[0], nil
}

func TestAParameterIsRepeatedInItsHeader(t *testing.T) {
	tool, err := readBranches(t, branches)
	if err != nil {
		t.Fatal(err)
	}
	if want := map[string]string{"region": "Region", "days": "X-Days", "size": "Size"}; !maps.Equal(tool.Headers, want) {
		t.Errorf("headers %v", tool.Headers)
	}
	for _, want := range []string{
		`"pattern":"^[^\\x00]*$","x-mcp-header":"Region"}`, `"x-mcp-header":"X-Days"`,
		`"enum":["SIZE_UNSPECIFIED","SIZE_LARGE"],"x-mcp-header":"Size"`,
	} {
		if !strings.Contains(string(tool.InputSchema), want) {
			t.Errorf("%s is not in %s", want, tool.InputSchema)
		}
	}
	if schema := string(tool.InputSchema) + string(tool.OutputSchema); strings.Count(schema, "x-mcp-header") != len(tool.Headers) {
		t.Errorf("a header of what is no parameter: %s", schema)
	}
}

func TestWhatCannotBeRepeatedInAHeaderIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ field, want string }{
		"a list":        {`repeated string a = 9 [(salaatflow.tools.v1.parameter).header = "A"];`, "only a text"},
		"a message":     {`Place a = 9 [(salaatflow.tools.v1.parameter).header = "A"];`, "only a text"},
		"a number":      {`double a = 9 [(salaatflow.tools.v1.parameter).header = "A"];`, "only a text"},
		"a map":         {`map<string, string> a = 9 [(salaatflow.tools.v1.parameter).header = "A"];`, "only a text"},
		"a space":       {`string a = 9 [(salaatflow.tools.v1.parameter).header = "A B"];`, "letters, digits"},
		"a new line":    {`string a = 9 [(salaatflow.tools.v1.parameter).header = "A\r\nB"];`, "letters, digits"},
		"not ASCII":     {`string a = 9 [(salaatflow.tools.v1.parameter).header = "Ä"];`, "letters, digits"},
		"too long":      {`string a = 9 [(salaatflow.tools.v1.parameter).header = "` + strings.Repeat("a", 65) + `"];`, "1 to 64"},
		"taken":         {`string a = 9 [(salaatflow.tools.v1.parameter).header = "REGION"];`, "another parameter has that header"},
		"the longest":   {`string a = 9 [(salaatflow.tools.v1.parameter).header = "` + strings.Repeat("a", 64) + `"];`, ""},
		"true or false": {`bool a = 9 [(salaatflow.tools.v1.parameter).header = "A"];`, ""},
		"a long number": {`int64 a = 9 [(salaatflow.tools.v1.parameter).header = "A"];`, ""},
		"with rules":    {`string a = 9 [(salaatflow.tools.v1.parameter).header = "A", (buf.validate.field).string.min_len = 1];`, ""},
		"without a value, too": {`string a = 9 [(salaatflow.tools.v1.parameter).header = "A", (buf.validate.field).string.min_len = 3,
			(buf.validate.field).ignore = IGNORE_IF_ZERO_VALUE];`, "only a text"},
	} {
		_, err := readBranches(t, strings.Replace(branches, "int64 number = 5;", c.field, 1))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "OpenRequest.a")):
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
