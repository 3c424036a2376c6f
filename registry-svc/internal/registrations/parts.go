package registrations

import (
	"cmp"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog"
)

// partBytes is how many bytes of files end a part, well below what gRPC receives by default. instancesOfPart is how many instances
// do.
const (
	partBytes       = 1 << 20
	instancesOfPart = 4096
)

// parts returns the catalogue as messages, which hold each file once. They share the bytes of the definitions, and must not be
// changed.
func (p *Published) parts() []*registryv1.WatchResponse {
	var (
		all     []*registryv1.SnapshotPart
		part    = &registryv1.SnapshotPart{History: p.History}
		bytes   = 0
		sent    uint32 // files
		numbers = map[*catalog.File]uint32{}
		next    = func() {
			all = append(all, part)
			part, bytes = &registryv1.SnapshotPart{History: p.History, Number: part.GetNumber() + 1}, 0
		}
	)
	for _, hash := range sortedKeys(p.Definitions, cmp.Compare, nil) {
		definition := p.Definitions[hash]
		shared := &registryv1.SharedDefinition{
			Hash: hash, Service: definition.Service, Version: definition.Version, GrpcServices: definition.GRPCServices(),
		}
		for _, file := range definition.Files() {
			number, known := numbers[file]
			if !known {
				number = sent
				numbers[file] = number
				sent++
				part.Files = append(part.Files, file.Content)
				bytes += len(file.Content)
			}
			shared.Files = append(shared.Files, number)
		}
		part.Definitions = append(part.Definitions, shared)
		if bytes >= partBytes {
			next()
		}
	}
	for _, key := range sortedKeys(p.Instances, catalog.InstanceKey.Compare, nil) {
		part.Instances = append(part.Instances, p.Instances[key].Proto())
		if len(part.GetInstances()) >= instancesOfPart {
			next()
		}
	}
	part.Last = true
	next()
	messages := make([]*registryv1.WatchResponse, len(all))
	for i, part := range all {
		messages[i] = &registryv1.WatchResponse{
			Revision: p.Revision, Event: &registryv1.WatchResponse_SnapshotPart{SnapshotPart: part},
		}
	}
	return messages
}
