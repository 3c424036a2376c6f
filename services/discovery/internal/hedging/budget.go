package hedging

import "sync"

const (
	// share is how many hedges each call allows for.
	share = 0.05
	// most is how many may be saved up; a new budget has as many.
	most = 10
)

// budget keeps hedges to a share of the calls: where everything is slow, they would make it slower. The zero budget is
// full. It is safe for concurrent use.
type budget struct {
	mu    sync.Mutex
	spent float64
}

// earn counts a call.
func (b *budget) earn() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent = max(0, b.spent-share)
}

// spend takes a hedge, if there is one left.
func (b *budget) spend() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.spent+1 > most {
		return false
	}
	b.spent++
	return true
}
