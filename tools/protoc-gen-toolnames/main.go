// Command protoc-gen-toolnames is a protoc plugin that writes a Go constant for each tool's name, so that no other Go
// file has a tool name as a literal. It refuses names that are malformed or taken twice.
//
// It must see all files at once: in buf.gen.yaml, `strategy: all`.
package main

import (
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

func main() {
	protogen.Options{}.Run(generate)
}

func generate(plugin *protogen.Plugin) error {
	plugin.SupportedFeatures = uint64(pluginpb.CodeGeneratorResponse_FEATURE_PROTO3_OPTIONAL |
		pluginpb.CodeGeneratorResponse_FEATURE_SUPPORTS_EDITIONS)
	plugin.SupportedEditionsMinimum = descriptorpb.Edition_EDITION_PROTO2
	plugin.SupportedEditionsMaximum = descriptorpb.Edition_EDITION_2024
	tools, err := readTools(plugin)
	if err != nil {
		return err
	}
	if err := checkNames(tools); err != nil {
		return err
	}
	write(plugin.NewGeneratedFile("toolnames.go", ""), tools)
	return nil
}
