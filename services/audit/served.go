package audit

import (
	"context"
	"net"
	"time"

	grpcpeer "google.golang.org/grpc/peer"
	"google.golang.org/protobuf/proto"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/peer"
)

// Served records a call that a service has answered with err, nil for success, unless an edge records it. request is nil
// where none was read.
func Served(ctx context.Context, recorder Recorder, method Method, request any, err *apperr.Error, took time.Duration) {
	if !method.Records(identity.FromContext(ctx), err) {
		return
	}
	if _, atEdge := fromIncoming(ctx); atEdge && !isDistrusted(err) {
		return
	}
	record := outcome(method.Tool, err)
	record.LatencyMicros = took.Microseconds()
	record.Request, _ = request.(proto.Message)
	recorder.Record(ctx, direct(ctx, record))
}

// Answering returns a record of what a service itself records of the call that it answers in ctx: where that came from is what
// the edge says, or that it was called over gRPC.
func Answering(ctx context.Context, record Record) Record {
	if origin, atEdge := fromIncoming(ctx); atEdge {
		origin.fill(&record)
		return record
	}
	return direct(ctx, record)
}

// direct completes the record of a call that came over gRPC.
func direct(ctx context.Context, record Record) Record {
	record.Door = DoorGRPC
	if program, proven := peer.FromContext(ctx); proven {
		record.Peer = program.String()
	}
	if caller, ok := grpcpeer.FromContext(ctx); ok && caller.Addr != nil {
		record.Address = withoutPort(caller.Addr.String())
	}
	return record
}

// IsFromEdge reports whether the call of a context comes from one of the platform's edges, which records it.
func IsFromEdge(ctx context.Context) bool {
	_, atEdge := fromIncoming(ctx)
	return atEdge
}

// isDistrusted reports whether the calling program was refused because nothing that it says is believed.
func isDistrusted(err *apperr.Error) bool {
	return err != nil && (err.Reason == errorsv1.Reason_REASON_IDENTITY_NOT_ALLOWED || err.Reason == errorsv1.Reason_REASON_CREDENTIAL_INVALID)
}

// Admit returns why a call of the method may not be answered now: see Recorder.
func Admit(ctx context.Context, recorder Recorder, method Method) *apperr.Error {
	if !method.Recorded {
		return nil
	}
	refused := recorder.Admit()
	if refused == nil {
		return nil
	}
	if _, atEdge := fromIncoming(ctx); atEdge { // which has asked its own
		return nil
	}
	return refused
}

func withoutPort(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}
