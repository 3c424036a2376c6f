package access_test

import (
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"
	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/identity"
)

// method returns what is decided about, by the name that gRPC calls it.
func method(t testing.TB, full string) *access.Method {
	t.Helper()
	name := protoreflect.FullName(full[1:])
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '/' {
			name = name[:i] + "." + name[i+1:]
			break
		}
	}
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return access.NewMethod(found.(protoreflect.MethodDescriptor))
}

func user(scopes ...string) identity.Caller {
	return identity.Caller{UserID: 7, Role: identity.RoleUser, Scopes: identity.LimitTo(scopes...)}
}

func TestWithoutAPolicyTheAnnotationDecides(t *testing.T) {
	nobody, anybody := identity.Caller{}, identity.Caller{UserID: 7, Role: identity.RoleUser}
	noNumber, admin := identity.Caller{Role: identity.RoleAdmin}, identity.Caller{UserID: 1, Role: identity.RoleAdmin}
	for name, tc := range map[string]struct {
		caller identity.Caller
		rpc    string
		rule   string
	}{
		"nobody reads tasks":                   {nobody, tasksv1.TaskService_ListTasks_FullMethodName, access.RuleUser},
		"an admin of no number reads tasks":    {noNumber, tasksv1.TaskService_ListTasks_FullMethodName, access.RuleUser},
		"nobody reads masjids":                 {nobody, masjidv1.MasjidService_ListMasjids_FullMethodName, ""},
		"a user reads tasks":                   {anybody, tasksv1.TaskService_ListTasks_FullMethodName, ""},
		"a user sets the hadith of a day":      {anybody, hadithv1.HadithService_SetDailyHadith_FullMethodName, access.RuleAdmin},
		"an admin sets the hadith of a day":    {admin, hadithv1.HadithService_SetDailyHadith_FullMethodName, ""},
		"the scope to read reads":              {user("tasks:read"), tasksv1.TaskService_GetTask_FullMethodName, ""},
		"the scope to read does not write":     {user("tasks:read"), tasksv1.TaskService_CreateTask_FullMethodName, access.RuleScopes},
		"the scope to write does not read":     {user("tasks:write"), tasksv1.TaskService_ListTasks_FullMethodName, access.RuleScopes},
		"no scope reads what anybody may read": {user(), masjidv1.MasjidService_GetPrayerTimes_FullMethodName, ""},
		"no scope talks":                       {user("tasks:read"), chatv1.ChatService_Chat_FullMethodName, access.RuleScopes},
		"no scope reads what was talked":       {user("tasks:read"), chatv1.ChatService_GetConversation_FullMethodName, access.RuleScopes},
		"nobody talks":                         {nobody, chatv1.ChatService_Chat_FullMethodName, ""},
		"the scope to talk":                    {user("chat"), chatv1.ChatService_Chat_FullMethodName, ""},
		"no scope reads the profile":           {user("tasks:read"), usersv1.UserService_GetUserInfo_FullMethodName, access.RuleScopes},
		"a program registers":                  {nobody, registryv1.RegistryService_Register_FullMethodName, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var decider *access.Decider
			got := decider.Decide(t.Context(), tc.caller, method(t, tc.rpc), nil)
			if got.Allowed != (tc.rule == "") || got.Rule != tc.rule {
				t.Errorf("%+v, want the rule %q", got, tc.rule)
			}
			if refused := got.Err(); (refused == nil) != got.Allowed || refused != nil && refused.Rule() != tc.rule {
				t.Errorf("the error is %v", refused)
			}
		})
	}
}

// A client learns from a refusal which scopes to ask for, whether the edge refuses or the service does.
// What needs a user is in the list of nobody only where a call could name one, and what needs an administrator in no one else's.
func TestListsHoldWhatMayBeCalled(t *testing.T) {
	var decider *access.Decider
	reads, decides := tasksv1.TaskService_ListTasks_FullMethodName, hadithv1.HadithService_SetDailyHadith_FullMethodName
	for name, tc := range map[string]struct {
		caller identity.Caller
		rpc    string
		listed bool
	}{
		"nobody":                    {identity.Caller{}, reads, false},
		"nobody yet":                {identity.Caller{Unnamed: true}, reads, true},
		"a user":                    {identity.Caller{UserID: 7, Role: identity.RoleUser}, reads, true},
		"a user for administrators": {identity.Caller{UserID: 7, Role: identity.RoleUser}, decides, false},
		"a user without the scope":  {user("chat"), reads, false},
	} {
		if got := decider.Lists(t.Context(), tc.caller, method(t, tc.rpc)); got != tc.listed {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestARefusalNamesTheScopes(t *testing.T) {
	var decider *access.Decider
	got := decider.Decide(t.Context(), user("chat"), method(t, tasksv1.TaskService_DeleteTask_FullMethodName), nil)
	if missing := got.Err().MissingScopes(); len(missing) != 1 || missing[0] != "tasks:write" {
		t.Errorf("missing %q in %v", missing, got.Err())
	}
	if got.Err().ToolCode() != "FORBIDDEN" {
		t.Errorf("%s", got.Err().ToolCode())
	}
}

func TestCanonicalNamesAreDecidedOn(t *testing.T) {
	if got := method(t, tasksv1.TaskService_CreateTask_FullMethodName).Name; got != toolnames.CreateTask {
		t.Errorf("the tool is %s", got)
	}
	if got := method(t, tasksv1.TaskService_GetTask_FullMethodName).Name; got != "salaatflow.tasks.v1.TaskService/GetTask" {
		t.Errorf("the RPC is %s", got)
	}
}

// The option owner says it once: whose things an RPC is about, others may not ask.
func TestOnlyAdministratorsNameAnotherUser(t *testing.T) {
	list := method(t, usersv1.UserService_ListTokens_FullMethodName)
	anybody, admin := identity.Caller{UserID: 7, Role: identity.RoleUser}, identity.Caller{UserID: 1, Role: identity.RoleAdmin}
	var none *access.Decider
	for name, d := range map[string]*access.Decider{"no policy": none, "a policy": decider(t, sunday, rule("true"))} {
		for _, c := range []struct {
			caller identity.Caller
			owner  int32
			rule   string
		}{
			{anybody, 0, ""}, {anybody, 7, ""}, {anybody, 8, access.RuleAdmin}, {admin, 8, ""},
		} {
			request := &usersv1.ListTokensRequest{OwnerId: c.owner}
			for _, got := range []access.Decision{
				d.Decide(t.Context(), c.caller, list, request), d.DecideArguments(t.Context(), c.caller, list, request),
			} {
				if got.Allowed != (c.rule == "") || got.Rule != c.rule {
					t.Errorf("%s: user %d asks of user %d: %+v", name, c.caller.UserID, c.owner, got)
				}
			}
		}
	}
	// A request in which nobody can tell whose things it is about is for administrators.
	foreign := &tasksv1.DeleteTaskRequest{}
	if none.DecideArguments(t.Context(), anybody, list, foreign).Allowed || !none.DecideArguments(t.Context(), admin, list, foreign).Allowed {
		t.Error("a request without the field")
	}
}
