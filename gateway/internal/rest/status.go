package rest

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"

	"github.com/salaatflow/platform/services/grpcserver"
)

// statusOf returns the HTTP status of a response: the one that its service set, or else the usual one of the path.
func statusOf(ctx context.Context, usual int) int {
	sent, _ := runtime.ServerMetadataFromContext(ctx)
	said := sent.HeaderMD.Get(grpcserver.HTTPStatusHeader)
	if len(said) != 1 {
		return usual
	}
	status, err := strconv.Atoi(said[0])
	const mostStatus = 599
	if err != nil || status < http.StatusOK || status > mostStatus {
		return usual
	}
	return status
}

// missingScopes returns the scopes for want of which a service refused, as it says; nil for none.
func missingScopes(ctx context.Context) []string {
	sent, _ := runtime.ServerMetadataFromContext(ctx)
	return strings.Fields(strings.Join(sent.HeaderMD.Get(grpcserver.MissingScopesHeader), " "))
}
