package mcp

import (
	"context"
	"net/http"
)

type callerKey struct{}

// withCaller returns the request with whose share of sessions and streams it uses in its context.
func (s *Server) withCaller(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), callerKey{}, s.options.Caller(r)))
}

// callerOf returns whose share a request uses.
func callerOf(ctx context.Context) string {
	caller, _ := ctx.Value(callerKey{}).(string)
	return caller
}
