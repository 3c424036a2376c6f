package audit

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/apperr"
)

// stream records an RPC that answers a stream, when it has ended and before its caller is told.
func (e *Edge) stream(
	ctx context.Context, desc *grpc.StreamDesc, conn *grpc.ClientConn, full string, open grpc.Streamer, options ...grpc.CallOption,
) (grpc.ClientStream, error) {
	if desc.ClientStreams { // no tool: programs talk to each other
		return open(ctx, desc, conn, full, options...)
	}
	begun, err := e.begin(ctx, full)
	if err != nil {
		return nil, err
	}
	stream, err := open(ctx, desc, conn, full, options...)
	if err != nil {
		e.end(ctx, begun, nil, apperr.From(err))
		return nil, err
	}
	recorded := &recordedStream{ClientStream: stream}
	recorded.ended = func(err error) {
		recorded.once.Do(func() { e.end(ctx, begun, recorded.request.Load(), ended(recorded.last.Load(), err)) })
	}
	context.AfterFunc(ctx, func() { recorded.ended(ctx.Err()) }) // where nobody reads on
	return recorded, nil
}

// recordedStream is a stream that is recorded when it has ended.
type recordedStream struct {
	grpc.ClientStream
	request atomic.Value // of the message
	last    atomic.Value // message that was received
	once    sync.Once
	ended   func(error)
}

// SendMsg sends the request.
func (s *recordedStream) SendMsg(request any) error {
	s.request.Store(request)
	return s.ClientStream.SendMsg(request)
}

// RecvMsg receives a message, or learns that the stream has ended.
func (s *recordedStream) RecvMsg(into any) error {
	err := s.ClientStream.RecvMsg(into)
	switch {
	case err == nil:
		s.last.Store(into)
	case errors.Is(err, io.EOF):
		s.ended(nil)
	default:
		s.ended(err)
	}
	return err
}
