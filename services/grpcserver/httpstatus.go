package grpcserver

import (
	"context"
	"strconv"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

// HTTPStatusHeader is the header metadata of a response that says which HTTP status goes with it, where it is another than
// the RPC's usual one. The name is the one that grpc-gateway's documentation uses.
const HTTPStatusHeader = "x-http-code"

// SetHTTPStatus makes the response of the RPC that ctx is of go with an HTTP status at a REST edge. gRPC callers see no
// difference. It returns an error where ctx is of no RPC, or the response has begun.
func SetHTTPStatus(ctx context.Context, status int) error {
	return grpc.SetHeader(ctx, metadata.Pairs(HTTPStatusHeader, strconv.Itoa(status)))
}
