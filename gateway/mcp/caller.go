package mcp

import (
	"context"
	"net/http"
)

type callerKey struct{}

// called notes whose share of sessions and streams each request takes.
func called(caller func(*http.Request) string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, caller(r))))
	})
}

// callerOf is whose share a request takes.
func callerOf(ctx context.Context) string {
	caller, _ := ctx.Value(callerKey{}).(string)
	return caller
}
