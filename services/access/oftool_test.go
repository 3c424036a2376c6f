package access

import (
	"fmt"
	"reflect"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/proto/descriptors"

	"github.com/salaatflow/platform/services/toolspec"
)

// Whether a decision is about a tool or about its RPC, it is the same one.
func TestAToolIsDecidedAboutAsItsRPCIs(t *testing.T) {
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	tools, err := toolspec.Tools(services...)
	if err != nil || len(tools) == 0 {
		t.Fatalf("%d tools, %v", len(tools), err)
	}
	for _, tool := range tools {
		of, want := OfTool(tool), NewMethod(tool.Method())
		if got, want := fmt.Sprint(of.makeValues()), fmt.Sprint(want.makeValues()); got != want { // lists have functions
			t.Errorf("%s: rules are told %s, want %s", tool.Name, got, want)
		}
		type said struct {
			name, rpc              string
			auth                   int32
			scopes                 []string
			asksScopes, forCallers bool
			owner                  protoreflect.Name
		}
		about := func(m *Method) said {
			return said{m.Name, m.RPC, int32(m.Auth), m.Scopes, m.AsksScopes, m.ForCallers, m.owner}
		}
		if got, want := about(of), about(want); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", tool.Name, got, want)
		}
	}
}
