package grpcserver

import (
	"google.golang.org/grpc"
	"google.golang.org/grpc/reflection"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// registerReflection offers reflection of the named services, of health, and of what their files import. Other services
// linked into the process are not shown.
func registerReflection(server *grpc.Server, services []string) {
	files, types := &protoregistry.Files{}, &protoregistry.Types{}
	for _, name := range append([]string{"grpc.health.v1.Health"}, services...) {
		if service := findService(name); service != nil {
			addFile(files, types, service.ParentFile())
		}
	}
	reflectionv1.RegisterServerReflectionServer(server, reflection.NewServerV1(reflection.ServerOptions{
		Services:           server,
		DescriptorResolver: files,
		ExtensionResolver:  types,
	}))
}

// addFile adds a file after its imports. A file that is there already is unchanged.
func addFile(files *protoregistry.Files, types *protoregistry.Types, file protoreflect.FileDescriptor) {
	if _, err := files.FindFileByPath(file.Path()); err == nil || file.IsPlaceholder() {
		return
	}
	imports := file.Imports()
	for i := range imports.Len() {
		addFile(files, types, imports.Get(i).FileDescriptor)
	}
	// The global registry holds these without conflict, so a part of it has none.
	_ = files.RegisterFile(file)
	extensions := file.Extensions()
	for i := range extensions.Len() {
		if found, err := protoregistry.GlobalTypes.FindExtensionByName(extensions.Get(i).FullName()); err == nil {
			_ = types.RegisterExtension(found)
		}
	}
}
