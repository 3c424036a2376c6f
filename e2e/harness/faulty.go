package harness

import (
	"context"
	"net"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/registration"
)

// FaultyTool is the tool of a Faulty service. It answers with the gRPC status whose code is its argument `code`.
const FaultyTool = "answer_status"

// Hang is the code for which FaultyTool does not answer until its caller gives up or Release is called.
const Hang = 100

// Secret is in every error message of FaultyTool.
const Secret = "secret of the inside"

// Faulty is a service that fails as it is told. It does not use the platform's kit, like a foreign one.
type Faulty struct {
	// Hanging gets a value for each call that hangs.
	Hanging chan struct{}

	release chan struct{}
	input   protoreflect.MessageDescriptor
	output  protoreflect.MessageDescriptor
}

// StartFaulty serves and registers a faulty service until the end of the test.
func (p *Platform) StartFaulty(t testing.TB) *Faulty {
	t.Helper()
	return StartFaulty(t, p.Dial(t, p.Registry().String()))
}

// StartFaulty serves a faulty service and registers it over a connection to a registry, until the end of the test.
func StartFaulty(t testing.TB, registry grpc.ClientConnInterface) *Faulty {
	t.Helper()
	file := faultyFile()
	described, err := protodesc.NewFile(file, nil)
	must(t, err)
	f := &Faulty{Hanging: make(chan struct{}, 64), release: make(chan struct{})}
	f.input, f.output = described.Messages().Get(0), described.Messages().Get(1)
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	server := grpc.NewServer(grpc.UnknownServiceHandler(f.serve))
	healthv1.RegisterHealthServer(server, health.NewServer())
	go func() { _ = server.Serve(listener) }() // ends with Stop
	t.Cleanup(server.Stop)
	registered, err := registration.New(registration.Options{
		Registry: registry, Service: "faulty-svc", Version: "v1", InstanceID: "one",
		Address: listener.Addr().String(), GRPCServices: []string{"faulty.v1.FaultyService"},
		Files: &descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{file}},
	})
	must(t, err)
	must(t, registered.Start(t.Context()))
	t.Cleanup(func() { must(t, registered.Stop(context.WithoutCancel(t.Context()))) })
	return f
}

// Release makes every hanging call answer.
func (f *Faulty) Release() { close(f.release) }

func (f *Faulty) serve(_ any, stream grpc.ServerStream) error {
	request := dynamicpb.NewMessage(f.input)
	if err := stream.RecvMsg(request); err != nil {
		return err
	}
	code := request.Get(f.input.Fields().ByName("code")).Int()
	if code == Hang {
		f.Hanging <- struct{}{}
		select {
		case <-stream.Context().Done():
			return status.FromContextError(stream.Context().Err()).Err()
		case <-f.release:
			code = int64(codes.OK)
		}
	}
	if codes.Code(code) != codes.OK {
		return status.Error(codes.Code(code), Secret)
	}
	return stream.SendMsg(dynamicpb.NewMessage(f.output))
}

// atMost returns a rule that the service itself does not check.
func atMost(most int32) *descriptorpb.FieldOptions {
	options := &descriptorpb.FieldOptions{}
	proto.SetExtension(options, validate.E_Field, validate.FieldRules_builder{
		Int32: validate.Int32Rules_builder{Lte: proto.Int32(most)}.Build(),
	}.Build())
	return options
}

func faultyFile() *descriptorpb.FileDescriptorProto {
	options := &descriptorpb.MethodOptions{}
	proto.SetExtension(options, toolsv1.E_Tool, &toolsv1.Tool{Name: FaultyTool, Title: "Fail", Auth: toolsv1.Auth_AUTH_NONE})
	return &descriptorpb.FileDescriptorProto{
		Name: proto.String("faulty/v1/faulty.proto"), Package: proto.String("faulty.v1"), Syntax: proto.String("proto3"),
		MessageType: []*descriptorpb.DescriptorProto{
			{Name: proto.String("FailRequest"), Field: []*descriptorpb.FieldDescriptorProto{{
				Name: proto.String("code"), JsonName: proto.String("code"), Number: proto.Int32(1),
				Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
				Type:  descriptorpb.FieldDescriptorProto_TYPE_INT32.Enum(), Options: atMost(Hang),
			}}},
			{Name: proto.String("FailResponse")},
		},
		Service: []*descriptorpb.ServiceDescriptorProto{{
			Name: proto.String("FaultyService"),
			Method: []*descriptorpb.MethodDescriptorProto{{
				Name: proto.String("Fail"), InputType: proto.String(".faulty.v1.FailRequest"),
				OutputType: proto.String(".faulty.v1.FailResponse"), Options: options,
			}},
		}},
	}
}
