package catalog

import (
	"crypto/sha256"
	"runtime"
	"sync"
	"weak"

	"github.com/salaatflow/platform/services/toolspec"
)

// content is what a manifest is read from: the SHA-256 of the whole definition, and the limits.
type content struct {
	sum    [sha256.Size]byte
	limits toolspec.Limits
}

// inUse holds the manifests that somebody uses, and keeps none alive: content -> weak.Pointer[toolspec.Manifest]. The parts of one
// process are sent the same definitions, and reading each again is a quarter of what the whole platform does when it starts.
var inUse sync.Map

// manifest reads the manifest of a definition, unless one of the same content is in use: then it returns that one.
func (e *encoded) manifest(of content) (*toolspec.Manifest, error) {
	if found, ok := inUse.Load(of); ok {
		if manifest := found.(weak.Pointer[toolspec.Manifest]).Value(); manifest != nil {
			return manifest, nil
		}
	}
	manifest, err := toolspec.FromFiles(e.contents(), e.grpcServices, of.limits)
	if err != nil {
		return nil, err
	}
	pointer := weak.Make(manifest)
	inUse.Store(of, pointer)
	runtime.AddCleanup(manifest, func(of content) { inUse.CompareAndDelete(of, pointer) }, of)
	return manifest, nil
}
