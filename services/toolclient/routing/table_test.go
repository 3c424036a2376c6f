package routing_test

import (
	"context"
	"slices"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/proto/descriptors"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolspec"
)

const (
	tasks = "salaatflow.tasks.v1.TaskService"
	users = "salaatflow.users.v1.UserService"
)

// namedConn is the connection to a service, which is never used.
type namedConn string

func (namedConn) Invoke(context.Context, string, any, any, ...grpc.CallOption) error { return nil }
func (namedConn) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, nil
}

func definition(t testing.TB, service, version, grpcService string, change func(*descriptorpb.FileDescriptorSet)) *catalog.Definition {
	t.Helper()
	files, err := descriptors.Set(grpcService)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		files = proto.CloneOf(files)
		change(files)
	}
	d, err := catalogtest.NewDefinition(service, version, []string{grpcService}, files, toolspec.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func catalogue(definitions ...*catalog.Definition) *catalog.Catalog {
	var instances []catalog.Instance
	for _, d := range definitions {
		instances = append(instances, catalog.Instance{
			ID: d.Hash, Service: d.Service, Address: "127.0.0.1:1", DefinitionHash: d.Hash,
		})
	}
	return catalog.New(1, definitions, instances)
}

func builder(required ...string) *routing.Builder { return builderKnowing(nil, required...) }

func builderKnowing(known []*catalog.Definition, required ...string) *routing.Builder {
	return routing.NewBuilder(required, known, ownership.Default(),
		func(service string) grpc.ClientConnInterface { return namedConn(service) })
}

// names takes tool names from the contract in protobuf, where they stand once.
func names(t testing.TB, grpcService string) []*toolspec.Tool {
	t.Helper()
	return definition(t, "any-svc", "v1.0.0", grpcService, nil).Manifest().Tools
}

func aliased(t testing.TB) *toolspec.Tool {
	t.Helper()
	for _, tool := range names(t, tasks) {
		if len(tool.Aliases) > 0 {
			return tool
		}
	}
	t.Fatal("no tool of tasks has an alias")
	return nil
}

func TestNamesLeadToTheirTool(t *testing.T) {
	tool := aliased(t)
	table := builder().Build(&routing.Table{}, catalogue(definition(t, "tasks-svc", "v1.0.0", tasks, nil)))
	for _, name := range append([]string{tool.Name}, tool.Aliases...) {
		route := table.Lookup(name)
		if route == nil || route.Name != tool.Name || !route.Available || route.Conn != namedConn("tasks-svc") {
			t.Errorf("%s leads to %+v", name, route)
		}
	}
	for _, unknown := range []string{"", "no_such_tool", "Create_Task", tool.Name + " "} {
		if route := table.Lookup(unknown); route != nil {
			t.Errorf("the unknown %q leads to %s", unknown, route.Name)
		}
	}
	if !slices.IsSorted(table.Names()) || len(table.Names()) != len(names(t, tasks)) {
		t.Errorf("the names are %v", table.Names())
	}
}

func TestIntentsAnswerTheNameTheirToolSays(t *testing.T) {
	table := builder().Build(&routing.Table{}, catalogue(definition(t, "users-svc", "v1.0.0", users, nil)))
	for _, tool := range names(t, users) {
		for _, intent := range tool.Intents {
			if got, ok := table.MapIntent(intent.Name); !ok || got != intent.Answers {
				t.Errorf("%s maps to %q, %t", intent.Name, got, ok)
			}
		}
	}
	if got, ok := table.MapIntent("unknown"); ok {
		t.Errorf("an unknown intent maps to %q", got)
	}
}

func TestARequiredToolThatIsGoneStaysKnown(t *testing.T) {
	tool := aliased(t)
	b := builder(tool.Name)
	before := b.Build(&routing.Table{}, catalogue(definition(t, "tasks-svc", "v1.0.0", tasks, nil)))
	if missing := before.Unavailable([]string{tool.Name}); len(missing) != 0 {
		t.Fatalf("missing while it is there: %v", missing)
	}
	after := b.Build(before, catalogue())
	again := b.Build(after, catalogue())
	for _, table := range []*routing.Table{after, again} {
		for _, name := range append([]string{tool.Name}, tool.Aliases...) {
			if route := table.Lookup(name); route == nil || route.Available {
				t.Errorf("%s leads to %+v after its service is gone", name, route)
			}
		}
		if _, ok := table.MapIntent(tool.Intents[0].Name); !ok {
			t.Error("its intent is forgotten")
		}
		if missing := table.Unavailable([]string{tool.Name}); !slices.Equal(missing, []string{tool.Name}) {
			t.Errorf("missing: %v", missing)
		}
		if !slices.Equal(table.Names(), []string{tool.Name}) {
			t.Errorf("tools that are not required stay: %v", table.Names())
		}
	}
	back := b.Build(again, catalogue(definition(t, "tasks-svc", "v1.0.0", tasks, nil)))
	if route := back.Lookup(tool.Name); route == nil || !route.Available {
		t.Errorf("it is back, but leads to %+v", route)
	}
}

func TestWhatIsRequiredAndInTheContractIsKnownFromTheFirstMoment(t *testing.T) {
	tool, other := aliased(t), names(t, users)[0]
	required := []string{tool.Name, "tool_of_nobody"}
	b := builderKnowing([]*catalog.Definition{
		definition(t, "tasks-svc", "", tasks, nil), definition(t, "users-svc", "", users, nil),
	}, required...)
	initial := b.Build(&routing.Table{}, &catalog.Catalog{})
	for _, name := range append([]string{tool.Name}, tool.Aliases...) {
		route := initial.Lookup(name)
		if route == nil || route.Available || route.Service != "tasks-svc" {
			t.Fatalf("%s leads to %+v", name, route)
		}
		messages := route.Messages()
		err := route.Conn.Invoke(t.Context(), route.FullMethod, messages.Input.New().Interface(), messages.Output.New().Interface())
		if code := apperr.From(err).ToolCode(); code != "NETWORK_ERROR" {
			t.Errorf("a call of %s is %s", name, code)
		}
	}
	if initial.Lookup(other.Name) != nil || initial.Lookup("tool_of_nobody") != nil {
		t.Error("a tool is known that is not required, or that nobody has described")
	}
	if missing := initial.Unavailable(required); len(missing) != 2 {
		t.Errorf("missing: %v", missing)
	}
	there := b.Build(initial, catalogue(definition(t, "tasks-svc", "v1.0.0", tasks, nil)))
	if route := there.Lookup(tool.Name); route == nil || !route.Available || route.Conn != namedConn("tasks-svc") {
		t.Errorf("when it registers it leads to %+v", route)
	}
}

func TestGeneratedTypesServeOnlyTheirOwnDefinition(t *testing.T) {
	name := string((&tasksv1.CreateTaskRequest{}).ProtoReflect().Descriptor().FullName())
	same := builder().Build(&routing.Table{}, catalogue(definition(t, "tasks-svc", "v1.0.0", tasks, nil)))
	newer := builder().Build(&routing.Table{}, catalogue(definition(t, "tasks-svc", "v2.0.0", tasks, addField)))
	for _, route := range same.Routes() {
		if string(route.Messages().Input.Descriptor().FullName()) != name {
			continue
		}
		if _, ok := route.Messages().Input.New().Interface().(*tasksv1.CreateTaskRequest); !ok {
			t.Errorf("the definition that is linked is called with %T", route.Messages().Input.New().Interface())
		}
		changed := newer.Lookup(route.Name)
		if _, ok := changed.Messages().Input.New().Interface().(*tasksv1.CreateTaskRequest); ok {
			t.Error("a definition with a field more is called with the linked type, which would drop it")
		}
	}
}

// Whatever a registry says: what is the platform's leads to its owner, and nowhere while that is away.
func TestAStrangerIsNotCalledInThePlaceOfThePlatform(t *testing.T) {
	own, tool := definition(t, "users-svc", "v1.0.0", users, nil), names(t, users)[0]
	for _, stranger := range []string{"a-svc", "zz-svc"} {
		offers := definition(t, stranger, "v999.0.0", users, nil)
		for name, tc := range map[string]struct {
			definitions []*catalog.Definition
			want        grpc.ClientConnInterface
		}{
			"beside its owner": {[]*catalog.Definition{own, offers}, namedConn("users-svc")},
			"alone":            {[]*catalog.Definition{offers}, nil},
		} {
			table := builder().Build(&routing.Table{}, catalogue(tc.definitions...))
			if got := table.Service(users); got != tc.want {
				t.Errorf("%s %s: %s leads to %v, want %v", stranger, name, users, got, tc.want)
			}
			route := table.Lookup(tool.Name)
			if owned := route != nil && route.Service == "users-svc"; owned != (tc.want != nil) || !owned && route != nil {
				t.Errorf("%s %s: %s leads to %+v", stranger, name, tool.Name, route)
			}
			for _, intent := range tool.Intents {
				if answers, ok := table.MapIntent(intent.Name); ok != (tc.want != nil) {
					t.Errorf("%s %s: the intent %s answers %q", stranger, name, intent.Name, answers)
				}
			}
		}
	}
}

func TestTheNamesOfThePlatformsToolsAreItsServices(t *testing.T) {
	tool := aliased(t)
	b := builderKnowing([]*catalog.Definition{definition(t, "tasks-svc", "", tasks, nil)})
	const pkg = "stranger.v1"
	for _, claims := range []catalogtest.Tool{{Name: tool.Name}, {Name: "strange", Aliases: tool.Aliases[:1]}} {
		stranger, err := catalogtest.NewDefinition("stranger-svc", "v1", []string{catalogtest.GRPCService(pkg)},
			catalogtest.Files(t, pkg, claims), toolspec.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		table := b.Build(&routing.Table{}, catalogue(stranger))
		for _, name := range []string{tool.Name, tool.Aliases[0]} {
			if route := table.Lookup(name); route != nil {
				t.Errorf("%s leads to %s", name, route.Service)
			}
		}
	}
}

func TestAGRPCServiceStaysWithWhoHeldItFirst(t *testing.T) {
	const pkg = "garden.v1"
	define := func(service string) *catalog.Definition {
		d, err := catalogtest.NewDefinition(service, "v1", []string{catalogtest.GRPCService(pkg)},
			catalogtest.Files(t, pkg, catalogtest.Tools("of_"+service[:1])...), toolspec.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	a, m, z, b := define("a-svc"), define("m-svc"), define("z-svc"), builder()
	table := b.Build(&routing.Table{}, catalogue(m))
	for _, step := range []struct {
		offered []*catalog.Definition
		want    namedConn
	}{
		{[]*catalog.Definition{m, z}, "m-svc"},
		{[]*catalog.Definition{a, m, z}, "m-svc"},
		{[]*catalog.Definition{a, z}, "a-svc"},
		{[]*catalog.Definition{z}, "z-svc"},
	} {
		table = b.Build(table, catalogue(step.offered...))
		if got := table.Service("garden.v1.TestService"); got != step.want {
			t.Errorf("it leads to %v, want %v", got, step.want)
		}
	}
}

// addField gives each message of the tasks a field more, as a newer version might.
func addField(files *descriptorpb.FileDescriptorSet) {
	for _, file := range files.GetFile() {
		if file.GetPackage() != "salaatflow.tasks.v1" {
			continue
		}
		for _, message := range file.GetMessageType() {
			message.Field = append(message.Field, &descriptorpb.FieldDescriptorProto{
				Name: proto.String("added_later"), JsonName: proto.String("addedLater"), Number: proto.Int32(900),
				Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
				Type:  descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum(),
			})
		}
	}
}

func BenchmarkResolveAlias(b *testing.B) {
	tool := aliased(b)
	table := builder().Build(&routing.Table{}, catalogue(definition(b, "tasks-svc", "v1.0.0", tasks, nil)))
	b.ReportAllocs()
	for b.Loop() {
		if table.Lookup(tool.Aliases[0]).Name != tool.Name {
			b.Fatal("not resolved")
		}
	}
}

func BenchmarkMapIntent(b *testing.B) {
	tool := aliased(b)
	table := builder().Build(&routing.Table{}, catalogue(definition(b, "tasks-svc", "v1.0.0", tasks, nil)))
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := table.MapIntent(tool.Intents[0].Name); !ok {
			b.Fatal("not mapped")
		}
	}
}

// Instances come and go all the time, of whom connections are told: what is made of a table is kept until what is offered changes.
func TestATableLastsWhileOnlyInstancesComeAndGo(t *testing.T) {
	first, second := definition(t, "tasks-svc", "v1.0.0", tasks, nil), definition(t, "users-svc", "v1.0.0", users, nil)
	instance := func(id string, d *catalog.Definition) catalog.Instance {
		return catalog.Instance{ID: id, Service: d.Service, Address: "127.0.0.1:1", DefinitionHash: d.Hash}
	}
	b := builder()
	offered := func(revision int64, instances ...catalog.Instance) *catalog.Catalog {
		return catalog.New(revision, []*catalog.Definition{first, second}, instances)
	}
	table := b.Build(&routing.Table{}, offered(1, instance("a", first)))
	if b.Build(table, offered(2, instance("a", first), instance("b", first))) != table {
		t.Error("another instance makes another table")
	}
	more := b.Build(table, offered(3, instance("a", first), instance("a", second)))
	if more == table || more.Lookup(names(t, users)[0].Name) == nil {
		t.Error("the tools of a service that comes are not in the table")
	}
	less := b.Build(more, offered(4, instance("a", second)))
	if less.Lookup(names(t, tasks)[0].Name) != nil || less.Lookup(names(t, users)[0].Name) == nil {
		t.Error("the tools of a service whose last instance goes are in the table")
	}
}
