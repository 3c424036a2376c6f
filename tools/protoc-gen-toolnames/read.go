package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// toolOption is the method option that makes an RPC a tool. It is looked up in the files that are being compiled,
// because generated code may be older than they are.
const toolOption protoreflect.FullName = "salaatflow.tools.v1.tool"

// tool is what the constants need of a tool.
type tool struct {
	name    string
	aliases []string
	rpc     protoreflect.FullName
	comment string
}

// readTools returns the tools of the files to generate for, ordered by name.
func readTools(plugin *protogen.Plugin) ([]tool, error) {
	option, err := findToolOption(plugin)
	if err != nil {
		return nil, err
	}
	var tools []tool
	for _, file := range plugin.Files {
		if !file.Generate {
			continue
		}
		for _, service := range file.Services {
			for _, method := range service.Methods {
				found, ok, err := readTool(method, option)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", method.Desc.FullName(), err)
				}
				if ok {
					tools = append(tools, found)
				}
			}
		}
	}
	slices.SortStableFunc(tools, func(a, b tool) int { return cmp.Compare(a.name, b.name) })
	return tools, nil
}

func findToolOption(plugin *protogen.Plugin) (protoreflect.ExtensionType, error) {
	files, err := protodesc.NewFiles(&descriptorpb.FileDescriptorSet{File: plugin.Request.GetProtoFile()})
	if err != nil {
		return nil, err
	}
	found, err := files.FindDescriptorByName(toolOption)
	if err != nil {
		return nil, fmt.Errorf("none of the files has the option %s: %w", toolOption, err)
	}
	extension, ok := found.(protoreflect.ExtensionDescriptor)
	if !ok || extension.Message() == nil {
		return nil, fmt.Errorf("%s is not an option that holds a message", toolOption)
	}
	return dynamicpb.NewExtensionType(extension), nil
}

// readTool returns false if the RPC is not a tool.
func readTool(method *protogen.Method, option protoreflect.ExtensionType) (tool, bool, error) {
	types := &protoregistry.Types{}
	if err := types.RegisterExtension(option); err != nil {
		return tool{}, false, err
	}
	raw, err := proto.Marshal(method.Desc.Options())
	if err != nil {
		return tool{}, false, err
	}
	options := &descriptorpb.MethodOptions{}
	if err := (proto.UnmarshalOptions{Resolver: types}).Unmarshal(raw, options); err != nil {
		return tool{}, false, err
	}
	if !options.ProtoReflect().Has(option.TypeDescriptor()) {
		return tool{}, false, nil
	}
	said := options.ProtoReflect().Get(option.TypeDescriptor()).Message()
	fields := said.Descriptor().Fields()
	found := tool{
		name:    said.Get(fields.ByName("name")).String(),
		rpc:     method.Desc.FullName(),
		comment: strings.Join(strings.Fields(string(method.Comments.Leading)), " "),
	}
	aliases := said.Get(fields.ByName("aliases")).List()
	for i := range aliases.Len() {
		found.aliases = append(found.aliases, aliases.Get(i).String())
	}
	return found, true, nil
}
