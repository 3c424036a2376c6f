package toolcache

import "sync"

// maxOwnCopies bounds what the process keeps by itself. A registry has some thousands of tools at most.
const maxOwnCopies = 10_000

// ownCopies are the last values of each tool that the process knew.
type ownCopies struct {
	mu     sync.Mutex
	values map[string][]byte
}

func (o *ownCopies) read(tools []string) map[string][]byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	found := make(map[string][]byte, len(tools))
	for _, tool := range tools {
		if value, ok := o.values[tool]; ok {
			found[tool] = value
		}
	}
	return found
}

func (o *ownCopies) write(tool string, value []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, known := o.values[tool]; !known && len(o.values) >= maxOwnCopies {
		for one := range o.values { // any of them: it is in the database too
			delete(o.values, one)
			break
		}
	}
	o.values[tool] = value
}

func (o *ownCopies) forget(tool string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.values, tool)
}
