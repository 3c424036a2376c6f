package grpcserver

import (
	"context"
	"strconv"

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
