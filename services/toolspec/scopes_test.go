package toolspec_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/proto/descriptors"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/toolspec"
)

// known are the scopes that tokens are given.
var known = strings.Fields("tasks:read tasks:write masjids:read prayer:read prayer:write hadith:read hadith:write users:read users:write " +
	"skills:read skills:write chat registry:read registry:write audit:read audit:write")

// A scope that no token can be given would make an RPC impossible to call.
func TestThePlatformNeedsNoOtherScopes(t *testing.T) {
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	for _, service := range services {
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			for _, scope := range toolspec.ScopesOf(method) {
				if !slices.Contains(known, scope) {
					t.Errorf("%s needs %s", method.FullName(), scope)
				}
			}
		}
	}
}

func TestScopesAreDerivedUnlessSaid(t *testing.T) {
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, service := range services {
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			got[string(method.Name())] = strings.Join(toolspec.ScopesOf(method), " ")
		}
	}
	for rpc, want := range map[string]string{
		"CreateTask": "tasks:write", "ListTasks": "tasks:read", "GetTask": "tasks:read", "UndeleteTask": "tasks:write",
		"ListMasjids": "masjids:read", "FindMasjids": "masjids:read", "GetPrayerTimes": "prayer:read",
		"GetMasjidPrayerCalendar": "prayer:read", "GetDailyHadith": "hadith:read", "SetDailyHadith": "hadith:write",
		"GetUserInfo": "users:read", "UpdateUserInfo": "users:write", "Skill": "skills:read", "CreateOverride": "skills:write",
		"Chat": "chat", "ListConversations": "chat", "DeleteConversation": "chat", "ListTools": "registry:read",
	} {
		if got[rpc] != want {
			t.Errorf("%s needs %q, want %q", rpc, got[rpc], want)
		}
	}
}

func TestAScopeThatIsNoneIsAMistake(t *testing.T) {
	for _, scope := range []string{"", "Tasks:Read", "tasks read", "tasks:", ":read", "tasks:read:all", strings.Repeat("a", 70)} {
		_, err := toolspec.Tools(compileService(t,
			`rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "a", scopes: "`+scope+`"}; }`))
		if err == nil || !strings.Contains(err.Error(), "scope") {
			t.Errorf("%q: %v", scope, err)
		}
	}
}

func TestAdminIsAWord(t *testing.T) {
	for auth, want := range map[toolsv1.Auth]string{
		toolsv1.Auth_AUTH_NONE: "none", toolsv1.Auth_AUTH_OPTIONAL: "optional", toolsv1.Auth_AUTH_REQUIRED: "required",
		toolsv1.Auth_AUTH_ADMIN: "admin", toolsv1.Auth_AUTH_UNSPECIFIED: "required",
	} {
		if got := toolspec.AuthName(auth); got != want {
			t.Errorf("%s is %s", auth, got)
		}
	}
}
