package registration_test

import (
	"strings"
	"testing"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

// said is what the registry was told last of the tool that RPC is.
func (f *fixture) said(t *testing.T, rpc string) string {
	t.Helper()
	request := f.registry.last.Load()
	manifest, err := prototest.Manifest(request.GetFiles(), request.GetGrpcServices(), toolspec.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range manifest.Tools {
		if tool.FullMethod == rpc {
			return tool.Description
		}
	}
	t.Fatalf("no tool is %s", rpc)
	return ""
}

// A tool may say of itself what changes; the registry hears of it at once, and the lease goes on.
func TestADescriptionThatChangesIsRegisteredAgain(t *testing.T) {
	const rpc = usersv1.UserService_GetUserInfo_FullMethodName
	f := start(t, "")
	f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 1", nil})
	f.registered(t)
	comment := f.said(t, rpc)

	f.descriptions.Describe(rpc, "There are 3 users now.")
	f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 2", nil})
	f.registered(t)
	if got := f.said(t, rpc); !strings.HasPrefix(got, strings.TrimSuffix(comment, ".")) || !strings.HasSuffix(got, " There are 3 users now.") {
		t.Errorf("the tool is described as %q", got)
	}

	f.descriptions.Describe(rpc, "There are 3 users now.") // nothing new
	f.descriptions.Describe("/another.v1.Service/Method", "No RPC of this instance.")
	f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 3", nil})
	f.descriptions.Describe(rpc, "")
	f.wants(t, exchange{"register users-svc one", nil}, exchange{"keep lease 4", nil})
	if got := f.said(t, rpc); got != comment {
		t.Errorf("the tool is described as %q, want %q", got, comment)
	}
}

// What was said while the registry was still answering is registered next.
func TestADescriptionOfMeanwhileIsRegisteredToo(t *testing.T) {
	const rpc = usersv1.UserService_GetUserInfo_FullMethodName
	f := start(t, "")
	f.asked(t, "register users-svc one")
	f.descriptions.Describe(rpc, "Of meanwhile.")
	for asked := ""; asked != "keep lease 2"; { // whether lease 1 is renewed before is of no matter
		f.registry.answer <- nil
		asked = <-f.registry.asked
	}
	f.registry.answer <- nil
	f.registered(t)
	if got := f.said(t, rpc); !strings.HasSuffix(got, " Of meanwhile.") {
		t.Errorf("the tool is described as %q", got)
	}
}
