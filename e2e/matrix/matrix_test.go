package matrix

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/toolspec"
)

// Whoever asks for whatever, by whichever door, is let in or refused as the annotations say.
func TestEveryCallerAtEveryDoor(t *testing.T) {
	w := newWorld(t)
	m := &matrix{world: w, excused: map[string]bool{}}
	for _, method := range w.methods() {
		m.ask(t, method)
	}
	m.askOwnPaths(t)
	m.askEvents(t)
	m.everyPathIsAsked(t)
	m.metadataNamesEveryScope(t)
	for _, e := range exceptions {
		if !m.excused[e.cell] {
			t.Errorf("the exception for %q was not needed: take it out", e.cell)
		}
	}
	t.Logf("%d cells", m.cells)
}

// matrix counts what was asked.
type matrix struct {
	*world
	cells   int
	excused map[string]bool
}

// door is one way to call a method.
type door struct {
	name string
	// grpc is of the services themselves.
	grpc bool
	call func(t testing.TB, c caller, arguments []byte) answer
	// naming: its path holds the user that is named.
	naming bool
}

func (w *world) doorsTo(t *testing.T, method protoreflect.MethodDescriptor) []door {
	t.Helper()
	var doors []door
	if method.Parent().FullName() != "salaatflow.gateway.v1.GatewayService" { // which the gateway itself serves, by REST alone
		doors = append(doors, door{name: "gRPC", grpc: true, call: func(t testing.TB, c caller, arguments []byte) answer {
			t.Helper()
			return w.callGRPC(t, method, c, arguments)
		}})
	}
	paths, err := toolspec.RESTPaths(method)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		named := slices.ContainsFunc(path.Variables, func(name string) bool { return thingsByField[name].names })
		doors = append(doors, door{name: path.Verb + " " + path.Path, naming: named, call: func(t testing.TB, c caller, arguments []byte) answer {
			t.Helper()
			return w.callREST(t, path, c, arguments)
		}})
	}
	for _, name := range toolNames(method) {
		doors = append(doors,
			door{name: "tool " + name, call: func(t testing.TB, c caller, arguments []byte) answer {
				t.Helper()
				return w.callTool(t, name, c, arguments)
			}},
			door{name: "MCP " + name, call: func(t testing.TB, c caller, arguments []byte) answer {
				t.Helper()
				return w.callMCP(t, name, c, arguments)
			}})
	}
	return doors
}

// toolNames returns the name and the aliases of the tool that a method is; nil when it is none.
func toolNames(method protoreflect.MethodDescriptor) []string {
	if !proto.HasExtension(method.Options(), toolsv1.E_Tool) {
		return nil
	}
	tool, _ := proto.GetExtension(method.Options(), toolsv1.E_Tool).(*toolsv1.Tool)
	return append([]string{tool.GetName()}, tool.GetAliases()...)
}

// ask asks for a method at all of its doors.
func (m *matrix) ask(t *testing.T, method protoreflect.MethodDescriptor) {
	t.Helper()
	r := ruleOf(method)
	for _, door := range m.doorsTo(t, method) {
		callers := m.overHTTP
		if door.grpc {
			callers = m.overGRPC
		}
		for _, c := range callers(t, r) {
			m.cell(t, method, door, c, door.naming)
			if namesUsers(method) && !door.naming {
				m.cell(t, method, door, c, true)
			}
		}
	}
	m.markTheUser(t)
}

func (m *matrix) cell(t *testing.T, method protoreflect.MethodDescriptor, door door, c caller, naming bool) {
	t.Helper()
	m.cells++
	about, given := m.about(t, method, naming)
	got := door.call(t, c, argumentsFor(t, method, given))
	want := ruleOf(method).expected(c, about)
	name := fmt.Sprintf("%s by %s", method.FullName(), door.name)
	if naming {
		name += " naming the user"
	}
	for _, e := range exceptions {
		if strings.HasPrefix(name, e.cell) && slices.Contains(e.callers, c.name) && want != e.want {
			m.excused[e.cell], want = true, e.want
		}
	}
	switch verdict := got.verdict(); {
	case verdict == want:
	case want == letIn && verdict == notFound && !about.owned:
	case want == letIn && verdict == unreadable && isForPrograms(method):
	default:
		t.Errorf("%s: %s %s, and not as it should: %s; %d %s %.300s", name, c.name, verdict, want, got.status, got.code, got.body)
	}
	if !c.is(m.user) && !c.isAdmin() && bytes.Contains(got.body, []byte(canary)) {
		t.Errorf("%s: %s sees what is the user's: %.500s", name, c.name, got.body)
	}
	if !door.grpc {
		m.challenged(t, name, c, got)
	}
}

// challenged checks that who is refused is told how to go on.
func (m *matrix) challenged(t *testing.T, name string, c caller, got answer) {
	t.Helper()
	metadata := `resource_metadata="` + m.URL + `/.well-known/oauth-protected-resource`
	switch got.verdict() {
	case signIn:
		if got.status != 401 || !strings.HasPrefix(got.challenge, "Bearer ") || !strings.Contains(got.challenge, metadata) ||
			strings.Contains(got.challenge, `error="invalid_token"`) == (c.header.Get("Authorization") == "") {
			t.Errorf("%s: %s is challenged by %d %s", name, c.name, got.status, got.challenge)
		}
	case lacksScope:
		if got.status != 403 || !strings.Contains(got.challenge, metadata) || !strings.Contains(got.challenge, ` scope="`) {
			t.Errorf("%s: %s is challenged by %d %s", name, c.name, got.status, got.challenge)
		}
	default:
		if got.challenge != "" {
			t.Errorf("%s: %s is challenged by %d %s", name, c.name, got.status, got.challenge)
		}
	}
}

// isForPrograms reports whether an RPC is what programs ask of each other: callers have no way to it.
func isForPrograms(method protoreflect.MethodDescriptor) bool {
	paths, err := toolspec.RESTPaths(method)
	return err == nil && len(paths) == 0 && ruleOf(method).auth == toolsv1.Auth_AUTH_NONE
}
