package document

import (
	"sync"
	"sync/atomic"
)

// Cache holds the document generated for the last key. The zero value is empty. It is safe for concurrent use.
type Cache[K comparable] struct {
	last   atomic.Pointer[made[K]]
	making sync.Mutex // so that concurrent callers wait for one
}

type made[K comparable] struct {
	key      K
	document *Document
}

// Get returns the document for a key. If it is not cached, write generates the body. An error of write is returned
// and not cached.
func (k *Cache[K]) Get(key K, contentType string, write func() ([]byte, error)) (*Document, error) {
	if last := k.last.Load(); last != nil && last.key == key {
		return last.document, nil
	}
	k.making.Lock()
	defer k.making.Unlock()
	if last := k.last.Load(); last != nil && last.key == key {
		return last.document, nil
	}
	body, err := write()
	if err != nil {
		return nil, err
	}
	document := New(contentType, body)
	k.last.Store(&made[K]{key, document})
	return document, nil
}
