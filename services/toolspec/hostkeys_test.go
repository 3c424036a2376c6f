package toolspec_test

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

// Hosts put what they know of a call among its arguments, which no caller can help.
func TestWhatHostsAddIsLeftOut(t *testing.T) {
	tools := own(t)
	task := tools[slices.IndexFunc(tools, func(tool *toolspec.Tool) bool { return tool.Name == toolnames.CompleteTask })]
	for given, want := range map[string]struct {
		rest    string
		removed int
	}{
		`{"sessionId":"1","action":"sendMessage","chatInput":"x","toolCallId":"c","task_id":3}`: {`{"task_id":3}`, 4},
		"{ \"task_id\" : 3 ,\n \"_meta\" : {\"a\":[1,{\"b\":\"}\"}]} }":                         {`{"task_id" : 3}`, 1},
		`{"security_context":{},"due":1,"task_id":3}`:                                           {`{"due":1,"task_id":3}`, 1},
		`{"sessionId":1,"sessionId":2}`:                                                         {`{}`, 2},
		`{"task_id":{"sessionId":1}}`:                                                           {`{"task_id":{"sessionId":1}}`, 0},
		`{"sessionId":1} x`:                                                                     {`{} x`, 1},
		`{"sessionId":1`:                                                                        {`{"sessionId":1`, 0},
		`["sessionId"]`:                                                                         {`["sessionId"]`, 0},
		`{"session_id":1}`:                                                                      {`{"session_id":1}`, 0},
		``:                                                                                      {``, 0},
	} {
		rest, warnings := task.WithoutHostKeys([]byte(given))
		if string(rest) != want.rest || len(warnings) != want.removed {
			t.Errorf("%s: %s, %q, want %s", given, rest, warnings, want.rest)
		}
	}
	_, warnings := task.WithoutHostKeys([]byte(`{"toolCallId":"c"}`))
	if !slices.Equal(warnings, []string{"toolCallId is no parameter of " + task.Name + " and was ignored: n8n adds it"}) {
		t.Errorf("warned %q", warnings)
	}
}

func TestAParameterThatIsNamedAsWhatHostsAddIsAParameter(t *testing.T) {
	manifest, err := prototest.Manifest(prototest.Set(t, map[string]string{"a.proto": `
		edition = "2023";
		package a.v1;
		import "salaatflow/tools/v1/tool.proto";
		message ActRequest { string action = 1; }
		message ActResponse {}
		service Acts {
			// Acts.
			rpc Act(ActRequest) returns (ActResponse) { option (salaatflow.tools.v1.tool) = {name: "act" auth: AUTH_NONE}; }
		}`}), []string{"a.v1.Acts"}, toolspec.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	rest, warnings := manifest.Tools[0].WithoutHostKeys([]byte(`{"action":"go","chatInput":"x"}`))
	if string(rest) != `{"action":"go"}` || len(warnings) != 1 {
		t.Errorf("%s, %q", rest, warnings)
	}
}
