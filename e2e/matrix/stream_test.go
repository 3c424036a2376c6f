package matrix

import (
	"context"
	"errors"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// firstOfStream sends one message on a stream, and receives one.
func firstOfStream(
	ctx context.Context, conn *grpc.ClientConn, method protoreflect.MethodDescriptor, name string, request, response proto.Message,
) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	description := &grpc.StreamDesc{ClientStreams: method.IsStreamingClient(), ServerStreams: method.IsStreamingServer()}
	stream, err := conn.NewStream(ctx, description, name)
	if err != nil {
		return err
	}
	if err := errors.Join(stream.SendMsg(request), stream.CloseSend()); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if err := stream.RecvMsg(response); !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}
