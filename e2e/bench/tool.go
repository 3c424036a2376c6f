package main

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// toolOf is the name of the tool that an RPC is, /package.Service/Method.
func toolOf(rpc string) (string, error) {
	name := protoreflect.FullName(strings.ReplaceAll(strings.TrimPrefix(rpc, "/"), "/", "."))
	method, err := protoregistry.GlobalFiles.FindDescriptorByName(name)
	if err != nil {
		return "", err
	}
	option, _ := proto.GetExtension(method.Options(), toolsv1.E_Tool).(*toolsv1.Tool)
	if option == nil {
		return "", fmt.Errorf("%s is no tool", name)
	}
	return option.GetName(), nil
}
