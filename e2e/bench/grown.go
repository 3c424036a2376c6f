package main

import (
	"context"
	"fmt"
	"net"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/emptypb"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// The size of each service that grows: tools, and fields of each message.
const (
	grownTools  = 50
	grownFields = 5
)

// grownTool is the name of a tool of a service.
func grownTool(service, tool int) string { return fmt.Sprintf("s%04d_tool_%02d", service, tool) }

// grownService is a service as it registers.
type grownService struct {
	name, grpcService string
	files             *descriptorpb.FileDescriptorSet
}

// newGrownService returns the service of a number with so many tools.
func newGrownService(number, tools int) grownService {
	pkg := fmt.Sprintf("grown.s%04d.v1", number)
	w := &grownFile{file: &descriptorpb.FileDescriptorProto{
		Name: proto.String(fmt.Sprintf("grown/s%04d/v1/grown.proto", number)), Package: proto.String(pkg),
		Dependency: []string{"salaatflow/tools/v1/tool.proto"}, Syntax: proto.String("editions"),
		Edition: descriptorpb.Edition_EDITION_2023.Enum(), SourceCodeInfo: &descriptorpb.SourceCodeInfo{},
		Service: []*descriptorpb.ServiceDescriptorProto{{Name: proto.String("GrownService")}},
	}}
	w.comment("A service that was made to measure.", 6, 0)
	for tool := range tools {
		w.add(pkg, grownTool(number, tool), tool)
	}
	set := &descriptorpb.FileDescriptorSet{}
	addImports(set, map[string]bool{}, toolsv1.File_salaatflow_tools_v1_tool_proto)
	set.File = append(set.File, w.file)
	return grownService{name: fmt.Sprintf("grown-%04d-svc", number), grpcService: pkg + ".GrownService", files: set}
}

func addImports(set *descriptorpb.FileDescriptorSet, seen map[string]bool, file protoreflect.FileDescriptor) {
	if seen[file.Path()] {
		return
	}
	seen[file.Path()] = true
	for i := range file.Imports().Len() {
		addImports(set, seen, file.Imports().Get(i).FileDescriptor)
	}
	set.File = append(set.File, protodesc.ToFileDescriptorProto(file))
}

// grownFile writes the proto file of a service.
type grownFile struct {
	file *descriptorpb.FileDescriptorProto
}

func (w *grownFile) comment(text string, path ...int32) {
	info := w.file.GetSourceCodeInfo()
	info.Location = append(info.Location, &descriptorpb.SourceCodeInfo_Location{
		Path: path, Span: []int32{1, 2, 40}, LeadingComments: proto.String(" " + text + "\n"),
	})
}

// add adds an RPC that is a tool, with its messages.
func (w *grownFile) add(pkg, name string, tool int) {
	rpc := fmt.Sprintf("Do%02d", tool)
	options := &descriptorpb.MethodOptions{}
	proto.SetExtension(options, toolsv1.E_Tool, &toolsv1.Tool{
		Name: name, Title: fmt.Sprint("Do thing ", tool), Auth: toolsv1.Auth_AUTH_NONE, ReadOnly: true, ExampleArguments: "{}",
		Aliases: []string{name + "_alias"},
	})
	service := w.file.GetService()[0]
	service.Method = append(service.Method, &descriptorpb.MethodDescriptorProto{
		Name: proto.String(rpc), InputType: proto.String("." + pkg + "." + rpc + "Request"),
		OutputType: proto.String("." + pkg + "." + rpc + "Response"), Options: options,
	})
	w.comment(fmt.Sprintf("Does the thing of number %d for the user who calls, and says what came of it.", tool), 6, 0, 2, int32(tool))
	for _, kind := range []string{"Request", "Response"} {
		message := &descriptorpb.DescriptorProto{Name: proto.String(rpc + kind)}
		at := int32(len(w.file.GetMessageType()))
		w.comment("What it is about.", 4, at)
		for field := range int32(grownFields) {
			message.Field = append(message.Field, &descriptorpb.FieldDescriptorProto{
				Name: proto.String(fmt.Sprint("field_", field)), JsonName: proto.String(fmt.Sprint("field", field)),
				Number: proto.Int32(field + 1), Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
				Type: descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum(),
			})
			w.comment(fmt.Sprintf("The field of number %d, which says something useful.", field), 4, at, 2, field)
		}
		w.file.MessageType = append(w.file.MessageType, message)
	}
}

// offer returns how an instance registers.
func (s grownService) offer(instance, address string) *registryv1.RegisterRequest {
	return &registryv1.RegisterRequest{
		Service: s.name, Version: "1.0.0", InstanceId: instance, Address: address,
		GrpcServices: []string{s.grpcService}, Files: s.files,
	}
}

// serveGrown serves every RPC of every service with an empty answer, and their health, at several addresses, until ctx ends.
func serveGrown(ctx context.Context, addresses int) (at []string, err error) {
	server := grpc.NewServer(grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
		if err := stream.RecvMsg(&emptypb.Empty{}); err != nil {
			return err
		}
		return stream.SendMsg(&emptypb.Empty{})
	}))
	healthv1.RegisterHealthServer(server, health.NewServer())
	var listeners []net.Listener
	for range addresses {
		listener, err := loopback(ctx)
		if err != nil {
			return nil, err
		}
		listeners, at = append(listeners, listener), append(at, listener.Addr().String())
	}
	var serving sync.WaitGroup
	for _, listener := range listeners {
		serving.Go(func() { _ = server.Serve(listener) })
	}
	context.AfterFunc(ctx, server.Stop)
	return at, nil
}
