package xds

import (
	"fmt"

	cachetypes "github.com/envoyproxy/go-control-plane/pkg/cache/types"
	"github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"google.golang.org/protobuf/proto"
)

// snapshot is the resources of a revision. The version of a type is the revision since which its resources are what they
// are: a change that a type has no part in is not sent again.
type snapshot struct {
	resources Resources
	versions  map[string]string
}

// versionOf returns the version of what changed with a revision. Replicas of the registry that share a history give the same
// version to the same resources, and a registry that begins anew never gives an earlier one's.
func versionOf(history string, revision int64, lingers bool) string {
	if lingers {
		return fmt.Sprintf("%s:%d+", history, revision)
	}
	return fmt.Sprintf("%s:%d", history, revision)
}

// following returns the snapshot of resources that follow on those of s, as of a version.
func (s *snapshot) following(resources Resources, version string) *snapshot {
	next := &snapshot{resources: resources, versions: map[string]string{}}
	for _, typ := range types {
		next.versions[typ] = version
		if s != nil && same(s.resources[typ], resources[typ]) {
			next.versions[typ] = s.versions[typ]
		}
	}
	return next
}

func same(a, b map[string]proto.Message) bool {
	if len(a) != len(b) {
		return false
	}
	for name, message := range a {
		if other := b[name]; other == nil || !proto.Equal(message, other) {
			return false
		}
	}
	return true
}

// cached returns the snapshot as the cache holds it.
func (s *snapshot) cached() *cache.Snapshot {
	cached := &cache.Snapshot{}
	for _, typ := range types {
		items := make(map[string]cachetypes.ResourceWithTTL, len(s.resources[typ]))
		for name, message := range s.resources[typ] {
			items[name] = cachetypes.ResourceWithTTL{Resource: message}
		}
		cached.Resources[cache.GetResponseType(typ)] = cache.Resources{Version: s.versions[typ], Items: items}
	}
	return cached
}
