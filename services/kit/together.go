package kit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Together is the readiness of the services that run in one program, which has one /readyz for them all: what one lacks that was
// ready before. One that has not begun yet is missed by its tools. The zero Together is ready. It is safe for concurrent use.
type Together struct {
	mu       sync.Mutex
	services map[string]*Readiness
}

// add does nothing for a nil *Together.
func (t *Together) add(service string, readiness *Readiness) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.services == nil {
		t.services = map[string]*Readiness{}
	}
	t.services[service] = readiness
}

// Err returns nil while every service that has begun is ready, and otherwise what each lacks that is not, by its name.
func (t *Together) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []error
	for service, readiness := range t.services {
		if err := readiness.err(); err != nil && readiness.hasBegun() {
			all = append(all, fmt.Errorf("%s: %w", service, err))
		}
	}
	slices.SortFunc(all, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return errors.Join(all...)
}
