package toolclient_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/toolclient"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// taskTools are the tools that the tests of tasks require.
var taskTools = []string{toolnames.CreateTask, toolnames.ListTasks}

func TestWhatCannotWorkIsRefusedWhenTheClientIsMade(t *testing.T) {
	for name, options := range map[string]toolclient.Options{
		"Registry": {},
		"Timeout":  {Registry: kittest.Dial(t, "127.0.0.1:1"), Timeout: -time.Second},
	} {
		if _, err := toolclient.New(options); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want a refusal that names %s", err, name)
		}
	}
}

func TestAClientWaitsForTheToolsItRequires(t *testing.T) {
	r := serveRegistry(t)
	client := start(t, r, toolclient.Options{Required: taskTools})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	err := client.Await(ended)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), toolnames.CreateTask+", "+toolnames.ListTasks) {
		t.Errorf("before they register: %v", err)
	}
	r.offers(serveTasks(t, &tasks{}))
	await(t, client)
	if missing := client.Missing(); len(missing) != 0 || !client.Ready() {
		t.Errorf("missing afterwards: %v; ready: %t", missing, client.Ready())
	}
	select {
	case <-client.Complete():
	default:
		t.Error("it is not complete")
	}
}

func TestAClientThatRequiresNothingWaitsForTheCatalogue(t *testing.T) {
	client := start(t, serveRegistry(t), toolclient.Options{Required: []string{}})
	await(t, client)
	if !client.Ready() {
		t.Error("it is complete and knows no catalogue")
	}
}

func TestTheCatalogueIsAwaitedAsLongAsTheCallerLikes(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := start(t, &registry{address: "127.0.0.1:1"}, toolclient.Options{}).AwaitCatalog(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("while the registry is away: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), atMost)
	defer cancel()
	if err := start(t, serveRegistry(t), toolclient.Options{}).AwaitCatalog(ctx); err != nil {
		t.Error(err)
	}
}

func TestWithoutAListAllOfThePlatformsToolsAreRequired(t *testing.T) {
	client := start(t, serveRegistry(t), toolclient.Options{})
	if missing := client.Missing(); !slices.Equal(missing, toolnames.All()) {
		t.Errorf("missing are %v", missing)
	}
}

func TestAToolOfThePlatformIsKnownWhileItsServiceIsAway(t *testing.T) {
	r := serveRegistry(t)
	client := start(t, r, toolclient.Options{Required: taskTools})
	there := func(table *routing.Table) bool { return table.Lookup("add_task").Available }
	away := func(table *routing.Table) bool { return !there(table) }
	create := func() string {
		return client.Call(asUser(t.Context(), 1), "add_task", []byte(`{"title": "Read"}`)).Error
	}
	served := serveTasks(t, &tasks{})
	for _, step := range []struct {
		offered []offer
		wanted  func(*routing.Table) bool
		want    string
	}{
		{nil, away, "NETWORK_ERROR"},
		{[]offer{served}, there, ""},
		{nil, away, "NETWORK_ERROR"},
		{[]offer{served}, there, ""},
	} {
		r.offers(step.offered...)
		until(t, client, step.wanted)
		if got := create(); got != step.want {
			t.Errorf("with %d services the call answers %q, want %q", len(step.offered), got, step.want)
		}
	}
}

func TestAClientStartsWithTheCatalogueThatWasKept(t *testing.T) {
	kept := filepath.Join(t.TempDir(), "catalogue")
	r := serveRegistry(t)
	r.offers(serveTasks(t, &tasks{}))
	before, err := toolclient.New(toolclient.Options{Registry: kittest.Dial(t, r.address), Required: taskTools, CatalogFile: kept})
	if err != nil {
		t.Fatal(err)
	}
	if err := before.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	await(t, before)
	if err := before.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	after := start(t, &registry{address: "127.0.0.1:1"}, toolclient.Options{Required: taskTools, CatalogFile: kept})
	await(t, after)
	if result := after.Call(asUser(t.Context(), 1), toolnames.ListTasks, nil); !result.Success {
		t.Errorf("while the registry is away: %+v", result)
	}
}

func TestRPCsThatAreNoToolsAreCalledOverTheServicesConnection(t *testing.T) {
	r := serveRegistry(t)
	client := start(t, r, toolclient.Options{Required: taskTools})
	service := tasksv1.NewTaskServiceClient(client.Service(protoreflect.FullName(tasksv1.TaskService_ServiceDesc.ServiceName)))
	_, err := service.ListTasks(asUser(t.Context(), 1), &tasksv1.ListTasksRequest{})
	if code := apperr.From(err).ToolCode(); code != "NETWORK_ERROR" {
		t.Errorf("before it registers: %v", err)
	}
	r.offers(serveTasks(t, &tasks{}))
	await(t, client)
	if _, err := service.ListTasks(asUser(t.Context(), 1), &tasksv1.ListTasksRequest{}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestTheDialOfAServiceCanBeChanged(t *testing.T) {
	var dialled []string
	client := startWithTasks(t, &tasks{}, toolclient.Options{
		DialService: func(service string, dial grpcclient.Options) grpcclient.Options {
			dialled = append(dialled, service)
			dial.MaxMessageBytes = 1
			return dial
		},
	})
	result := client.Call(asUser(t.Context(), 1), toolnames.CreateTask, []byte(`{"title": "Read"}`))
	if result.Success || !slices.Equal(dialled, []string{"tasks-svc"}) {
		t.Errorf("dialled %v, and a message over the changed limit: %+v", dialled, result)
	}
}

func TestStopWithoutStartIsFine(t *testing.T) {
	client, err := toolclient.New(toolclient.Options{Registry: kittest.Dial(t, "127.0.0.1:1")})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}
