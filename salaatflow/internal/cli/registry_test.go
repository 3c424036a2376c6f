package cli

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// answering returns the arguments that name a gateway which remembers two definitions.
func answering(t *testing.T) string {
	t.Helper()
	one, other := "abc"+strings.Repeat("0", 61), "abd"+strings.Repeat("0", 61)
	mux := http.NewServeMux()
	answer := func(path, body string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(body))
		})
	}
	answer("GET /api/v1/registry/definitions", `[{"hash":"`+one+`"},{"hash":"`+other+`"}]`)
	answer("GET /api/v1/registry/definitions/"+one+"/diff", `{"definition":{"hash":"`+one+`","service":"garden-svc","version":"1.0.0",
		"state":"quarantined"},"accepted_hash":"`+other+`","changes":[{"subject":"tool sow","field":"description","before":"Sows.",
		"after":"Sows\u202e."}]}`)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return "--gateway=" + server.URL
}

// A hash may be shortened as long as it names one definition; whatever else is typed is answered with what would be right.
func TestADefinitionIsNamedByTheBeginningOfItsHash(t *testing.T) {
	t.Setenv("SALAATFLOW_KEYRING", "false")
	gateway := answering(t)
	for hash, want := range map[string]string{
		"abc": `- Sows.`, "ab": "several definitions begin with", "ffff": "no definition begins with", "": "no definition begins with",
	} {
		var out, failed bytes.Buffer
		code := Run([]string{"registry", "definitions", "diff", hash, "--user=1", gateway}, Streams{Out: &out, Err: &failed})
		if text := out.String() + failed.String(); !strings.Contains(text, want) || (code == exitOK) != (hash == "abc") {
			t.Errorf("%q: %d, %q, want %q", hash, code, text, want)
		}
		if hash == "abc" && !strings.Contains(out.String(), `+ Sows\u202e.`) {
			t.Errorf("what is invisible is printed as it is: %q", out.String())
		}
	}
}
