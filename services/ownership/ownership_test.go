package ownership_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/services/ownership"
)

// Those of the registry and of the gateway register nowhere.
func TestEachOfThePlatformsServicesThatRegistersHasAnOwner(t *testing.T) {
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	for _, service := range services {
		owner, ours := ownership.Default().Of(service.FullName())
		unregistered := strings.HasPrefix(string(service.FullName()), "salaatflow.registry.") ||
			strings.HasPrefix(string(service.FullName()), "salaatflow.gateway.")
		if !ours || (owner == "") != unregistered {
			t.Errorf("%s is owned by %q", service.FullName(), owner)
		}
	}
}

func TestWhoOwnsWhat(t *testing.T) {
	owners, err := ownership.Parse([]string{"salaatflow.tasks=tasks-svc", "salaatflow.tasks.v2=other-svc"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[protoreflect.FullName]struct {
		service string
		ours    bool
	}{
		"salaatflow.tasks.v1.TaskService": {"tasks-svc", true},
		"salaatflow.tasks.v2.TaskService": {"other-svc", true},
		"salaatflow.tasks":                {"tasks-svc", true},
		"salaatflow.tasksx.v1.A":          {"", true},
		"salaatflow.users.v1.UserService": {"", true},
		"salaatflow":                      {"", true},
		"salaatflows.tasks.v1":            {"", false},
		"goals.v1.GoalService":            {"", false},
		"x.salaatflow.tasks":              {"", false},
		"":                                {"", false},
	} {
		if service, ours := owners.Of(name); service != want.service || ours != want.ours {
			t.Errorf("%q is %q, %v; want %+v", name, service, ours, want)
		}
	}
	if owners.Allows("stranger-svc", "salaatflow.users.v1.UserService") || !owners.Allows("stranger-svc", "goals.v1") ||
		!owners.Allows("tasks-svc", "salaatflow.tasks.v1.TaskService") || (ownership.Owners{}).Allows("tasks-svc", "salaatflow.tasks.v1") {
		t.Error("the wrong ones are allowed")
	}
}

func TestMisspeltOwnersAreRefusedByName(t *testing.T) {
	for _, text := range []string{"tasks-svc", "salaatflow.tasks", "goals.v1=goals-svc", "salaatflow.tasks=Tasks", "=x", "salaatflow.=x"} {
		if _, err := ownership.Parse([]string{text}); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := ownership.Parse([]string{"salaatflow.a=a", "salaatflow.a=b"}); err == nil {
		t.Error("a package with two owners is accepted")
	}
}

func TestWhatIsReservedIsWhatThePlatformOffers(t *testing.T) {
	reserved, err := ownership.Default().Reserved()
	if err != nil {
		t.Fatal(err)
	}
	tools := map[string]string{}
	for _, definition := range reserved {
		for _, tool := range definition.Manifest().Tools {
			tools[tool.Name] = definition.Service
		}
	}
	for _, name := range toolnames.All() {
		if tools[name] == "" {
			t.Errorf("%s is not reserved", name)
		}
	}
	if tools[toolnames.CreateTask] != "tasks-svc" {
		t.Errorf("%s is reserved for %s", toolnames.CreateTask, tools[toolnames.CreateTask])
	}
}
