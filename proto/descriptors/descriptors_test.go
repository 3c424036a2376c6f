package descriptors_test

import (
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/proto/descriptors"
	_ "github.com/salaatflow/platform/proto/salaatflow/audit/v1"   // linked, to be compared
	_ "github.com/salaatflow/platform/proto/salaatflow/chat/v1"    // linked, to be compared
	_ "github.com/salaatflow/platform/proto/salaatflow/gateway/v1" // linked, to be compared
	_ "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"  // linked, to be compared
	_ "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"  // linked, to be compared
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	_ "github.com/salaatflow/platform/proto/salaatflow/skills/v1" // linked, to be compared
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
)

var (
	tasks    = tasksv1.TaskService_ServiceDesc.ServiceName
	users    = usersv1.UserService_ServiceDesc.ServiceName
	registry = registryv1.RegistryService_ServiceDesc.ServiceName
)

// The embedded files must be those that the Go code links. Otherwise callers would be told of tools that behave
// differently.
func TestEmbeddedFilesAreTheLinkedOnes(t *testing.T) {
	set := mustSet(t)
	for _, embedded := range set.GetFile() {
		t.Run(embedded.GetName(), func(t *testing.T) {
			linked, err := protoregistry.GlobalFiles.FindFileByPath(embedded.GetName())
			if err != nil {
				t.Fatalf("not linked: %v", err)
			}
			embedded.SourceCodeInfo = nil
			if want := protodesc.ToFileDescriptorProto(linked); !proto.Equal(embedded, want) {
				t.Errorf("the embedded file differs from the linked one; run `make generate`")
			}
		})
	}
}

func TestServicesCarryComments(t *testing.T) {
	services, err := descriptors.Services(users, tasks)
	if err != nil {
		t.Fatal(err)
	}
	if got := services[0].FullName(); string(got) != users {
		t.Errorf("first service is %s, want the first asked for, %s", got, users)
	}
	for _, service := range services {
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			if comment(method) == "" {
				t.Errorf("%s has no comment", method.FullName())
			}
			for j := range method.Input().Fields().Len() {
				if field := method.Input().Fields().Get(j); comment(field) == "" {
					t.Errorf("%s has no comment", field.FullName())
				}
			}
		}
	}
}

func TestNoNamesMeansEveryService(t *testing.T) {
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(services))
	for i, service := range services {
		names[i] = string(service.FullName())
	}
	if !slices.IsSorted(names) {
		t.Errorf("services are not in order: %v", names)
	}
	for _, want := range []string{registry, tasks, users} {
		if !slices.Contains(names, want) {
			t.Errorf("services %v lack %s", names, want)
		}
	}
}

func TestUnknownServiceIsNamed(t *testing.T) {
	const unknown = "salaatflow.tasks.v1.Nothing"
	if _, err := descriptors.Services(tasks, unknown); err == nil || !strings.Contains(err.Error(), unknown) {
		t.Errorf("Services: error = %v, want one that names %s", err, unknown)
	}
	if _, err := descriptors.Set(unknown); err == nil || !strings.Contains(err.Error(), unknown) {
		t.Errorf("Set: error = %v, want one that names %s", err, unknown)
	}
}

// A receiver links the set without any file of its own, and in one pass.
func TestSetIsSelfContainedAndOrdered(t *testing.T) {
	set := mustSet(t, tasks)
	seen := map[string]bool{}
	for _, file := range set.GetFile() {
		for _, dependency := range file.GetDependency() {
			if !seen[dependency] {
				t.Errorf("%s comes before its import %s", file.GetName(), dependency)
			}
		}
		seen[file.GetName()] = true
	}
	files, err := protodesc.NewFiles(set)
	if err != nil {
		t.Fatalf("not self-contained: %v", err)
	}
	found, err := files.FindDescriptorByName(protoreflect.FullName(tasks))
	if err != nil {
		t.Fatal(err)
	}
	if comment(found) == "" {
		t.Error("the service's comment did not survive")
	}
	if seen[usersv1.File_salaatflow_users_v1_users_proto.Path()] {
		t.Error("the set of one service holds a file of another that it does not import")
	}
}

func TestSetIsTheSameEveryTimeAndTheCallersOwn(t *testing.T) {
	first := mustSet(t, users)
	want, err := proto.MarshalOptions{Deterministic: true}.Marshal(first)
	if err != nil {
		t.Fatal(err)
	}
	first.File[0].Name = proto.String("changed by its owner")
	got, err := proto.MarshalOptions{Deterministic: true}.Marshal(mustSet(t, users))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("the second set differs from the first")
	}
}

func mustSet(t *testing.T, services ...string) *descriptorpb.FileDescriptorSet {
	t.Helper()
	set, err := descriptors.Set(services...)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func comment(d protoreflect.Descriptor) string {
	return strings.TrimSpace(d.ParentFile().SourceLocations().ByDescriptor(d).LeadingComments)
}
