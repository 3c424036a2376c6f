package cli_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/audit/chain"
)

// What a command did can be read by a program as well as by a person.
func TestCommandsPrintWhatTheyDidInTheFormAskedFor(t *testing.T) {
	folder := files(t, map[string]string{
		"policy.yaml": "rules:\n  - name: nobody\n    allow: \"false\"\n    reason: closed\n",
		"cases.yaml":  "policy: policy.yaml\ncases:\n  - name: open\n    tool: skill\n    want: allow\n",
		"a.proto": `syntax = "proto3";
package a.v1;
import "salaatflow/tools/v1/tool.proto";
// Greets.
service Greeter {
  // Greets.
  rpc Greet(GreetRequest) returns (GreetResponse) { option (salaatflow.tools.v1.tool) = {name: "greet_all" auth: AUTH_NONE}; }
}
// Whom.
message GreetRequest {}
// How.
message GreetResponse {}
`,
	})
	in := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	for _, c := range []struct {
		arguments, form, want string
		code                  int
	}{
		{"certs --folder " + in("tls"), "jsonpath=$.certificates[?@.program == 'gateway'].new", "true\n", 0},
		{"certs --folder " + in("tls"), "table", "\ngateway       kept   20", 0},
		{"policy test " + in("cases.yaml"), "jsonpath=$.failed[*].name", "open\n", 1},
		{"policy test " + in("cases.yaml"), "table", "1 case, 1 failed\n", 1},
		{"policy explain skill --policy " + in("policy.yaml"), "jsonpath=$['allowed','denied_by']", "false\nnobody\n", 0},
		{"policy explain skill --policy " + in("policy.yaml"), "yaml", "denied_by: nobody\n", 0},
		{"lint proto " + in("a.proto"), "json", `"greet_all"`, 0},
	} {
		code, out, errs := run(t, append(strings.Fields(c.arguments), "-o", c.form)...)
		if code != c.code || !strings.Contains(out, c.want) {
			t.Errorf("%s -o %s: %d %s%s, want %s", c.arguments, c.form, code, out, errs, c.want)
		}
	}
	code, out, errs := run(t, "lint", "proto", in("a.proto"))
	if code != 0 || out != "" || !strings.Contains(errs, "the tool greet_all, and nothing that the registry would refuse") {
		t.Errorf("nothing is wrong: %d %q %q", code, out, errs)
	}
}

// An export is what was hashed, unless another form of its lines is asked for.
func TestAnExportInOtherForms(t *testing.T) {
	t.Setenv("SALAATFLOW_KEYRING", "false")
	first := chain.Line{}.Next([]byte(`{"id":"a","time":"2026-03-02T05:38:00Z","program":"gateway","door":"rest","user_id":7,` +
		`"tool":"sow","decision":"allowed","result":"OK","latency_us":9}`))
	second := first.Next([]byte(`{"id":"b","time":"2026-03-02T05:39:00Z","program":"chat-svc","door":"chat","tool":"reap",` +
		`"decision":"denied","result":"FORBIDDEN","latency_us":10}`))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Query().Get("after") != "0" {
			_, _ = w.Write([]byte("[]"))
			return
		}
		lines := make([]string, 0, 2)
		for _, line := range []chain.Line{first, second} {
			lines = append(lines, fmt.Sprintf(`{"seq":"%d","prev":%q,"hash":%q,"entry":%q}`,
				line.Seq, line.Prev, line.Hash, line.Entry))
		}
		_, _ = fmt.Fprintf(w, "[%s]", strings.Join(lines, ","))
	}))
	t.Cleanup(server.Close)
	for form, want := range map[string]string{
		"":                            string(second.Append(first.Append(nil))),
		"jsonpath=$.entry.tool":       "sow\nreap\n",
		"jsonpath=$['seq','missing']": "1\n2\n",
		"table": "SEQ  TIME                  USER  PROGRAM   DOOR  TOOL  DECISION  RESULT\n" +
			"1    2026-03-02T05:38:00Z  7     gateway   rest  sow   allowed   OK\n" +
			"2    2026-03-02T05:39:00Z  -     chat-svc  chat  reap  denied    FORBIDDEN\n",
	} {
		arguments := []string{"audit", "export", "--user=1", "--gateway=" + server.URL}
		if form != "" {
			arguments = append(arguments, "-o", form)
		}
		if code, out, errs := run(t, arguments...); code != 0 || out != want {
			t.Errorf("-o %s: %d %q%s, want %q", form, code, out, errs, want)
		}
	}
	if _, out, _ := run(t, "audit", "export", "--user=1", "--gateway="+server.URL, "-o=yaml"); strings.Count(out, "\n---\nseq: 2\n") != 1 {
		t.Errorf("as documents of YAML: %s", out)
	}
}
