package mcp

import (
	"context"
	"net/http"
)

type callerKey struct{}

// withCaller puts whose share of sessions and streams a request uses into its context.
func withCaller(caller func(*http.Request) string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, caller(r))))
	})
}

// callerOf returns whose share a request uses.
func callerOf(ctx context.Context) string {
	caller, _ := ctx.Value(callerKey{}).(string)
	return caller
}
