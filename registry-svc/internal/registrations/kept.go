package registrations

import (
	"slices"

	"github.com/salaatflow/platform/services/catalog"
)

// KeptChanges is how many changes a store keeps at least, as far as KeptBytes allows.
const KeptChanges = 1024

// KeptBytes bounds what definitions that are gone take in memory, as they are sent, while changes name them: a service that
// comes and goes would otherwise fill it. The descriptors that are read from a definition take some ten times as much.
const KeptBytes = 256 << 10

// Keep returns the end of a log of changes: at most so many, and no more than KeptBytes of definitions that only the log
// holds. addedBy returns the definition that a change added, or nil.
func Keep[T any](log []T, most int, published map[string]*catalog.Definition, addedBy func(T) *catalog.Definition) []T {
	first, bytes := max(0, len(log)-most), 0
	counted := map[*catalog.Definition]struct{}{}
	for i := len(log) - 1; i >= first; i-- {
		definition := addedBy(log[i])
		if definition == nil || published[definition.Hash] == definition {
			continue
		}
		if _, again := counted[definition]; again {
			continue
		}
		counted[definition] = struct{}{}
		if bytes += definition.Bytes; bytes > KeptBytes {
			first = i + 1
		}
	}
	return slices.Delete(log, 0, first)
}
