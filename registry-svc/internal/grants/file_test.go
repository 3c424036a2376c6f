package grants_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/registry-svc/internal/grants"
)

// A mistake in the file is named with its place, and never lets more through.
func TestMistakesAreNamed(t *testing.T) {
	digest := strings.Repeat("ab", 32)
	for name, c := range map[string]struct{ text, want string }{
		"nothing":                   {"", ""},
		"an empty list":             {"grants: []", ""},
		"a peer":                    {"grants: [{peer: goals-svc, services: [goals-svc], packages: [goals.v1]}]", ""},
		"who only watches":          {"grants: [{peer: spiffe://example.org/eye, watch: true}]", ""},
		"a credential":              {"grants: [{credential-sha256: " + digest + ", services: [a], packages: [b]}]", ""},
		"addresses":                 {"grants: [{peer: a, services: [a], packages: [b], addresses: [10.0.0.0/8, 'fd00::/8']}]", ""},
		"a misspelt key":            {"grants: [{peer: a, service: [a]}]", "field service not found"},
		"another key":               {"allow: []", "field allow not found"},
		"two documents":             {"grants: []\n---\ngrants: []", "more than one document"},
		"not YAML":                  {"grants: [", "did not find expected"},
		"nobody":                    {"grants: [{services: [a], packages: [b]}]", "grants[0]"},
		"two at once":               {"grants: [{peer: a, credential-sha256: " + digest + ", watch: true}]", "either the peer"},
		"a peer that is none":       {"grants: [{peer: 'http://a', watch: true}]", "is not a program"},
		"an id that is none":        {"grants: [{peer: 'spiffe://A B/c', watch: true}]", "peer:"},
		"the secret itself":         {"grants: [{credential-sha256: sesame, watch: true}]", "64 hexadecimal digits"},
		"half a digest":             {"grants: [{credential-sha256: abab, watch: true}]", "64 hexadecimal digits"},
		"services without packages": {"grants: [{peer: a, services: [a]}]", "packages: a service offers at least one"},
		"a package that is none":    {"grants: [{peer: a, services: [a], packages: ['goals.*']}]", `"goals.*" is not a proto package`},
		"nothing granted":           {"grants: [{peer: a}]", "it grants nothing"},
		"no network":                {"grants: [{peer: a, services: [a], packages: [b], addresses: [10.0.0.1]}]", `"10.0.0.1" is not a network`},
		"a service of blanks":       {"grants: [{peer: a, services: [' a'], packages: [b]}]", "is not the name of a service"},
		"the second of two":         {"grants: [{peer: a, watch: true}, {peer: b}]", "grants[1] (b)"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := grants.Parse([]byte(c.text))
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), "sesame") {
				t.Errorf("the secret is shown: %v", err)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("grants: [{peer: goals-svc, services: [goals-svc], packages: [goals.v1], addresses: [10.0.0.0/8], watch: true}]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		all, err := grants.Parse(text)
		if err != nil {
			return
		}
		for _, grant := range all {
			if (grant.Peer == "") == (grant.Credential == "") {
				t.Errorf("%q grants nobody something: %v", text, grant)
			}
		}
	})
}
