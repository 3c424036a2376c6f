package mcp

import (
	"net/http"
	"time"
)

// SDKAlone returns the options of a server whose SDK answers plain requests too.
func SDKAlone(options Options) Options {
	options.sdkAlone = true
	return options
}

// AnswersPlain reports whether the server answers a request without the SDK, where no session stands against it.
func (s *Server) AnswersPlain(r *http.Request, body []byte) bool {
	_, era := s.plainRequest(r, body)
	return era != notPlain
}

// KeptCalls returns how many calls are kept for clients to come back to, and how many bytes of them.
func (s *Server) KeptCalls() (calls, bytes int) {
	s.kept.mu.Lock()
	defer s.kept.mu.Unlock()
	return len(s.kept.named), s.kept.bytes
}

// MostGone is how many sessions that have ended are known.
const MostGone = mostGone

// Gone are sessions that have ended.
type Gone struct{ gone }

// Add adds one.
func (g *Gone) Add(id string, began time.Time) { g.add(id, began) }

// Has reports whether one is there.
func (g *Gone) Has(id string, began time.Time) bool { return g.has(id, began) }
