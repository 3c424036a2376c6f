package grpcserver

import (
	"context"
	"strconv"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

// HTTPStatusHeader is the header metadata that sets the HTTP status of a response, where it differs from the RPC's usual
// one. The name is the one that grpc-gateway's documentation uses.
const HTTPStatusHeader = "x-http-code"

// SetHTTPStatus sets the HTTP status that a REST edge uses for the response of ctx's RPC. gRPC callers see no difference.
// It returns an error if ctx belongs to no RPC, or the response has begun.
func SetHTTPStatus(ctx context.Context, status int) error {
	return grpc.SetHeader(ctx, metadata.Pairs(HTTPStatusHeader, strconv.Itoa(status)))
}

// MissingScopesHeader is the header metadata that names the scopes for want of which a response's HTTP status is 403, with a
// space between them.
const MissingScopesHeader = "x-missing-scopes"

// SetMissingScopes sets the scopes that a REST edge asks the caller of ctx's RPC for. It returns an error if ctx belongs to no
// RPC, or the response has begun.
func SetMissingScopes(ctx context.Context, scopes ...string) error {
	return grpc.SetHeader(ctx, metadata.Pairs(MissingScopesHeader, strings.Join(scopes, " ")))
}
