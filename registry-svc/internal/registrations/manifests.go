package registrations

import (
	"sync"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolspec"
)

// keptManifests is how many manifests a registry keeps: of all definitions of most installations. Those of others are read anew
// when somebody asks for them, such as whoever lists all tools: all together would take twenty times as much memory as what is
// sent to watchers.
const keptManifests = 64

// manifests keeps the manifests of the definitions that came last. It is safe for concurrent use.
type manifests struct {
	mu   sync.Mutex
	kept [keptManifests]*toolspec.Manifest
	next int
}

func (m *manifests) keep(definition *catalog.Definition) {
	manifest := definition.Manifest()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept[m.next] = manifest
	m.next = (m.next + 1) % keptManifests
}
