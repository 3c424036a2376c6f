package matrix

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec"
)

// Of each parameter that may be an id, somebody has said whose things it names.
func TestEveryIDIsKnown(t *testing.T) {
	used := map[string]bool{}
	for _, method := range methodsOf(platformServices(t)) {
		if isForPrograms(method) {
			continue
		}
		fields := method.Input().Fields()
		for i := range fields.Len() {
			name := string(fields.Get(i).Name())
			known, ok := thingsByField[name]
			used[name] = true
			switch {
			case mayBeID(name) && !ok:
				t.Errorf("%s: nobody has said what %s names: add it to thingsByField", method.FullName(), name)
			case ok && (known.owned || known.names) == (known.why != ""):
				t.Errorf("%s: %s is somebody's, or says why it is not", method.FullName(), name)
			}
		}
	}
	for name := range thingsByField {
		if !used[name] {
			t.Errorf("thingsByField: no RPC has a parameter %s any more", name)
		}
	}
}

// API tokens can have each scope that an RPC needs.
func TestEveryScopeCanBeGiven(t *testing.T) {
	services := platformServices(t)
	users := services[slices.IndexFunc(services, func(s protoreflect.ServiceDescriptor) bool { return s.Name() == "UserService" })]
	create := users.Methods().ByName("CreateToken").Input().Fields().ByName("scopes")
	rules, _ := proto.GetExtension(create.Options(), validate.E_Field).(*validate.FieldRules)
	given := rules.GetRepeated().GetItems().GetString().GetIn()
	for _, scope := range scopesOf(methodsOf(services)) {
		if !slices.Contains(given, scope) {
			t.Errorf("%s is needed, and no API token can have it", scope)
		}
	}
}

// ownPath is what the gateway serves without an RPC. Anybody may read it.
type ownPath struct {
	verb, path, body string
	// toAll: it is the same for all, so that a credential that is not accepted makes no difference.
	toAll bool
}

var ownPaths = []ownPath{
	{verb: "GET", path: "/api/v1/tools"},
	{verb: "GET", path: "/api/v1/tools/list_masjids"},
	{verb: "POST", path: "/api/v1/intents/map", body: `{"intent":"create_task"}`, toAll: true},
	{verb: "GET", path: "/openapi.json", toAll: true},
	{verb: "GET", path: "/docs", toAll: true},
	{verb: "GET", path: "/api/v1/proto.zip", toAll: true},
	{verb: "GET", path: "/.well-known/oauth-protected-resource", toAll: true},
	{verb: "GET", path: "/.well-known/oauth-protected-resource/mcp", toAll: true},
}

// askOwnPaths asks for what the gateway serves without an RPC.
func (m *matrix) askOwnPaths(t *testing.T) {
	t.Helper()
	for _, own := range ownPaths {
		for _, c := range m.overHTTP(t, rule{}) {
			m.cells++
			got, want := m.send(t, own.verb, own.path, c.header, own.body), letIn
			if c.unproven && !own.toAll {
				want = signIn
			}
			if got.verdict() != want || bytes.Contains(got.body, []byte(canary)) {
				t.Errorf("%s %s: %s %s, and not as it should: %s; %d %.300s", own.verb, own.path, c.name, got.verdict(), want, got.status, got.body)
			}
			m.challenged(t, own.verb+" "+own.path, c, got)
		}
	}
}

// metadataNamesEveryScope checks that a client which asks for the scopes that there are can call everything.
func (m *matrix) metadataNamesEveryScope(t *testing.T) {
	t.Helper()
	var metadata struct {
		Scopes []string `json:"scopes_supported"`
	}
	got := m.send(t, http.MethodGet, "/.well-known/oauth-protected-resource", nil, "")
	if err := json.Unmarshal(got.body, &metadata); err != nil {
		t.Fatal(err)
	}
	for _, scope := range m.scopes {
		if !slices.Contains(metadata.Scopes, scope) {
			t.Errorf("the metadata of the resource does not name %s, which a call needs: %v", scope, metadata.Scopes)
		}
	}
}

// everyPathIsAsked checks that each documented path is one of an RPC or a tool, or one of the gateway's own in this table.
func (m *matrix) everyPathIsAsked(t *testing.T) {
	t.Helper()
	var document struct{ Paths map[string]map[string]any }
	if err := json.Unmarshal(m.send(t, http.MethodGet, "/openapi.json", nil, "").body, &document); err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, method := range m.methods() {
		paths, err := toolspec.RESTPaths(method)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			asked[path.Verb+" "+path.Path] = true
		}
		for _, name := range toolNames(method) {
			asked["POST /api/v1/tools/"+name] = true
		}
	}
	for _, own := range ownPaths {
		asked[own.verb+" "+own.path] = true
	}
	asked["GET "+eventsPath] = true
	asked["POST /api/v1/tools/{name}"], asked["GET /api/v1/tools/{name}"] = true, true // which the tools' names stand for
	for path, operations := range document.Paths {
		delete(operations, "parameters")
		for verb := range operations {
			if name := strings.ToUpper(verb) + " " + path; !asked[name] {
				t.Errorf("%s is documented, and no test asks it", name)
			}
		}
	}
}
