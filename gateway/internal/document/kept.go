package document

import (
	"sync"
	"sync/atomic"
)

// Kept keeps the document that was made of something last, for as long as it is asked for of the same. The zero value has
// none. It is safe for concurrent use.
type Kept[K comparable] struct {
	last   atomic.Pointer[made[K]]
	making sync.Mutex // so that many who ask at once wait for one
}

type made[K comparable] struct {
	of       K
	document *Document
}

// Of gives the document that is made of something. The function writes it; its error is given, and what failed is tried
// again when it is asked for next.
func (k *Kept[K]) Of(something K, contentType string, write func() ([]byte, error)) (*Document, error) {
	if last := k.last.Load(); last != nil && last.of == something {
		return last.document, nil
	}
	k.making.Lock()
	defer k.making.Unlock()
	if last := k.last.Load(); last != nil && last.of == something {
		return last.document, nil
	}
	body, err := write()
	if err != nil {
		return nil, err
	}
	document := New(contentType, body)
	k.last.Store(&made[K]{something, document})
	return document, nil
}
