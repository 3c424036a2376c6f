package rest

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"google.golang.org/grpc/metadata"

	"github.com/salaatflow/platform/gateway/internal/challenge"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/grpcserver"
)

// saidWith returns the HTTP status of a response, and sets the headers for what the service says with it as metadata.
func saidWith(ctx context.Context, header http.Header, x *exchange, sent metadata.MD) int {
	missing := missingScopes(sent)
	challenge.Need(ctx, missing...)
	challenge.Lack(ctx, missing...)
	status := statusOf(sent, x.binding.path.Status)
	problem.SuggestRetry(header, status)
	return status
}

// statusOf returns the HTTP status of a response: the one that its service set, or else the usual one of the path.
func statusOf(sent metadata.MD, usual int) int {
	said := sent.Get(grpcserver.HTTPStatusHeader)
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
func missingScopes(sent metadata.MD) []string {
	return strings.Fields(strings.Join(sent.Get(grpcserver.MissingScopesHeader), " "))
}
