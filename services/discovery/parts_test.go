package discovery_test

import (
	"testing"

	"google.golang.org/protobuf/proto"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
)

// inParts returns a catalogue as parts of one definition each, with its instance.
func inParts(t *testing.T, revision int64, definitions ...*registryv1.Definition) []*registryv1.WatchResponse {
	t.Helper()
	var messages []*registryv1.WatchResponse
	numbers := map[string]uint32{}
	for i, d := range definitions {
		part := &registryv1.SnapshotPart{History: "h", Number: uint32(i), Last: i == len(definitions)-1}
		shared := &registryv1.SharedDefinition{
			Hash: d.GetHash(), Service: d.GetService(), Version: d.GetVersion(), GrpcServices: d.GetGrpcServices(),
		}
		for _, file := range d.GetFiles().GetFile() {
			content, err := proto.Marshal(file)
			if err != nil {
				t.Fatal(err)
			}
			if _, sent := numbers[file.GetName()+string(content)]; !sent {
				numbers[file.GetName()+string(content)] = uint32(len(numbers))
				part.Files = append(part.Files, content)
			}
			shared.Files = append(shared.Files, numbers[file.GetName()+string(content)])
		}
		part.Definitions, part.Instances = append(part.Definitions, shared), append(part.Instances, instance(d, "one"))
		messages = append(messages, &registryv1.WatchResponse{
			Revision: revision, Event: &registryv1.WatchResponse_SnapshotPart{SnapshotPart: part},
		})
	}
	return messages
}

// A catalogue that comes in parts counts once it is whole: nobody sees half of it. Parts that begin anew, because the watcher was
// too slow, take the place of those before.
func TestACatalogueInPartsCountsOnceItIsWhole(t *testing.T) {
	f := start(t, discovery.Options{})
	garden := define(t, "garden-svc", catalogtest.Tools("sow")...)
	kitchen := define(t, "kitchen-svc", catalogtest.Tools("cook")...)
	parts := inParts(t, 7, garden, kitchen)
	stream := f.begins(t)
	stream <- parts[0]
	for _, part := range parts { // again from the first
		stream <- part
	}
	f.has(t, "garden-svc/one", "kitchen-svc/one")
	if tool := f.Current().Lookup("cook"); tool == nil || f.Current().Revision() != 7 {
		t.Errorf("cook is %v at revision %d", tool, f.Current().Revision())
	}
	stream <- added(8, instance(garden, "two"))
	f.has(t, "garden-svc/one", "garden-svc/two", "kitchen-svc/one")
}
