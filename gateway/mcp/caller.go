package mcp

import (
	"context"
	"net/http"
)

type callerKey struct{}

// caller is whose part of what the server holds for clients a request uses.
type caller struct {
	share string
	// own is the session of a caller without an owner, who cannot be told from others of the same share; empty for others.
	own string
}

// withCaller returns the request with whose share of sessions and streams it uses in its context.
func (s *Server) withCaller(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), callerKey{}, caller{share: s.options.Caller(r)}))
}

// inSession returns the request with the session in its context that its caller has entered.
func (s *Server) inSession(r *http.Request, id string) *http.Request {
	who := whoIn(r.Context())
	if s.options.Owner(r.Context()) != "" {
		return r
	}
	who.own = id
	return r.WithContext(context.WithValue(r.Context(), callerKey{}, who))
}

// callerOf returns whose share a request uses.
func callerOf(ctx context.Context) string { return whoIn(ctx).share }

func whoIn(ctx context.Context) caller {
	found, _ := ctx.Value(callerKey{}).(caller)
	return found
}

// shares count what callers hold of something. The zero value lets nobody hold anything.
type shares struct {
	most      int // for each share
	held, own map[string]int
}

func newShares(most int) shares {
	return shares{most: most, held: map[string]int{}, own: map[string]int{}}
}

// take counts one more, unless the caller's share has as many as it may. Then a session of nobody's may still have one, so that no other
// of its share keeps it from that.
func (s shares) take(of caller) bool {
	if s.held[of.share] >= s.most && (of.own == "" || s.own[of.own] > 0) {
		return false
	}
	s.held[of.share]++
	if of.own != "" {
		s.own[of.own]++
	}
	return true
}

// release counts one less.
func (s shares) release(of caller) {
	if s.held[of.share]--; s.held[of.share] == 0 {
		delete(s.held, of.share)
	}
	if of.own == "" {
		return
	}
	if s.own[of.own]--; s.own[of.own] == 0 {
		delete(s.own, of.own)
	}
}
