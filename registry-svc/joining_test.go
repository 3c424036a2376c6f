package registrysvc_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrytest"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
)

// What docs/join.md says of the size of a descriptor set, to the byte, the file and the tool.
func TestADescriptorSetMayHaveOneMiBAnd128FilesAnd256Tools(t *testing.T) {
	for name, c := range map[string]struct {
		files func(t *testing.T, size int) *descriptorpb.FileDescriptorSet
		most  int
		says  string
	}{
		"bytes": {setOfBytes, 1 << 20, "1048577 bytes, more than 1048576"},
		"files": {setOfFiles, 128, "129 files, more than 128"},
		"tools": {setOfTools, 256, "more than 256 tools"},
	} {
		t.Run(name, func(t *testing.T) {
			client := registryv1.NewRegistryServiceClient(registrytest.Dial(t, registrytest.Start(t, registrytest.Options{}).Address))
			request := &registryv1.RegisterRequest{
				Service: "garden-svc", Version: "1", InstanceId: "one", Address: "127.0.0.1:9001",
				GrpcServices: []string{catalogtest.GRPCService(pkg)}, Files: c.files(t, c.most+1),
			}
			_, err := client.Register(t.Context(), request)
			if e := apperr.From(err); e == nil || e.Code != codes.InvalidArgument || e.Reason != errorsv1.Reason_REASON_REGISTRATION_INVALID ||
				!strings.Contains(e.Message, c.says) {
				t.Errorf("one too many: %v, want %q", err, c.says)
			}
			request.Files = c.files(t, c.most)
			if _, err := client.Register(t.Context(), request); err != nil {
				t.Errorf("as many as there may be: %v", err)
			}
		})
	}
}

// setOfBytes returns a set of this size, most of which is a comment.
func setOfBytes(t *testing.T, size int) *descriptorpb.FileDescriptorSet {
	t.Helper()
	set := proto.CloneOf(catalogtest.Files(t, pkg, catalogtest.Tools("sow")...))
	locations := set.GetFile()[len(set.GetFile())-1].GetSourceCodeInfo().GetLocation()
	comment := &locations[len(locations)-1].LeadingDetachedComments
	for *comment = []string{strings.Repeat("x", size)}; proto.Size(set) != size; {
		*comment = []string{strings.Repeat("x", len((*comment)[0])+size-proto.Size(set))}
	}
	return set
}

func setOfFiles(t *testing.T, size int) *descriptorpb.FileDescriptorSet {
	t.Helper()
	set := proto.CloneOf(catalogtest.Files(t, pkg, catalogtest.Tools("sow")...))
	for i := len(set.GetFile()); i < size; i++ {
		set.File = append(set.File, &descriptorpb.FileDescriptorProto{Name: new(fmt.Sprintf("garden/v1/bed%d.proto", i)), Package: new(pkg)})
	}
	return set
}

func setOfTools(t *testing.T, size int) *descriptorpb.FileDescriptorSet {
	t.Helper()
	var names []string
	for i := range size {
		names = append(names, fmt.Sprintf("sow_%d", i))
	}
	return catalogtest.Files(t, pkg, catalogtest.Tools(names...)...)
}

// A program that died, or was cut off, has said nothing. Its tools are there for the rest of its lease, and not longer.
func TestWithoutDeregisteringToolsLeaveWhenTheLeaseEnds(t *testing.T) {
	clock := clockwork.NewFakeClock()
	registry := registrytest.Start(t, registrytest.Options{Clock: clock})
	client := registryv1.NewRegistryServiceClient(registrytest.Dial(t, registry.Address))
	granted, err := client.Register(t.Context(), junk(t, "garden-svc", "127.0.0.1:9001"))
	if err != nil || granted.GetTtl().AsDuration() != registrytest.TTL {
		t.Fatalf("%v, %v", granted, err)
	}
	watcher := watch(t, registry.Address, discovery.Options{})
	await(t, watcher, "its tool", func(c *catalog.Catalog) bool { return len(c.Tools()) == 1 })

	const step = time.Second
	for range registrytest.TTL/step - 1 {
		waitFor(t, clock)
		clock.Advance(step)
	}
	listed, err := client.ListTools(t.Context(), &registryv1.ListToolsRequest{})
	if err != nil || len(listed.GetTools()) != 1 {
		t.Errorf("before the lease has ended: %v, %v", listed, err)
	}
	for began := time.Now(); len(watcher.Current().Tools()) > 0; {
		if time.Since(began) > eventTimeout {
			t.Fatal("its tool is there though its lease has ended")
		}
		waitFor(t, clock)
		clock.Advance(step)
	}
	stream, err := client.KeepAlive(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Send(&registryv1.KeepAliveRequest{LeaseId: granted.GetLeaseId()}); err != nil {
		t.Fatal(err)
	}
	_, err = stream.Recv()
	if e := apperr.From(err); e == nil || e.Code != codes.NotFound || e.Reason != errorsv1.Reason_REASON_LEASE_UNKNOWN {
		t.Errorf("renewed after its end: %v", err)
	}
}
