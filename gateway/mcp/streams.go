package mcp

import (
	"context"
	"net/http"
	"sync"
)

// streams are the responses that stay open to tell of changes. They never end by themselves, so there is a limit to
// them, and they can be ended.
type streams struct {
	max int

	mu    sync.Mutex
	last  uint64
	open  map[uint64]context.CancelFunc
	ended bool
}

func newStreams(most int) *streams {
	return &streams{max: most, open: map[uint64]context.CancelFunc{}}
}

// serve serves a request that stays open, or refuses it.
func (s *streams) serve(next http.Handler, w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	name, ok := s.begin(cancel)
	if !ok {
		w.Header().Set("Retry-After", retryAfter)
		http.Error(w, "no further stream can be opened now; try again later", http.StatusServiceUnavailable)
		return
	}
	defer s.finish(name)
	next.ServeHTTP(w, r.WithContext(ctx))
}

func (s *streams) begin(cancel context.CancelFunc) (name uint64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended || len(s.open) >= s.max {
		return 0, false
	}
	s.last++
	s.open[s.last] = cancel
	return s.last, true
}

func (s *streams) finish(name uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, name)
}

// end ends all streams and refuses new ones.
func (s *streams) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	for _, cancel := range s.open {
		cancel()
	}
}
