package catalog

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"sync"
	"weak"

	"google.golang.org/protobuf/proto"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/toolspec"
)

// content is what a manifest is read from: the SHA-256 of the whole definition as it was sent, and the limits.
type content struct {
	sum    [sha256.Size]byte
	limits toolspec.Limits
}

// inUse holds the manifests that somebody uses, and keeps none alive: content -> weak.Pointer[toolspec.Manifest]. The parts of one
// process are sent the same definitions, and reading each again is a quarter of what the whole platform does when it starts.
var inUse sync.Map

// manifestOf reads the manifest of a definition, unless one of the same content is in use: then it returns that one.
func manifestOf(wire *registryv1.Definition, limits toolspec.Limits) (*toolspec.Manifest, error) {
	raw, err := proto.MarshalOptions{AllowPartial: true, Deterministic: true}.Marshal(wire)
	if err != nil {
		return nil, fmt.Errorf("definition: %w", err)
	}
	of := content{sha256.Sum256(raw), limits}
	if found, ok := inUse.Load(of); ok {
		if manifest := found.(weak.Pointer[toolspec.Manifest]).Value(); manifest != nil {
			return manifest, nil
		}
	}
	manifest, err := toolspec.FromDefinition(wire.GetFiles(), wire.GetGrpcServices(), limits)
	if err != nil {
		return nil, err
	}
	pointer := weak.Make(manifest)
	inUse.Store(of, pointer)
	runtime.AddCleanup(manifest, func(of content) { inUse.CompareAndDelete(of, pointer) }, of)
	return manifest, nil
}
