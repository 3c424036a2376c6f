package api

import (
	"math"
	"strings"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/catalog"
)

func registeredTool(tool *catalog.Tool) *registryv1.RegisteredTool {
	return &registryv1.RegisteredTool{
		Tool:          toolOption(tool),
		Description:   tool.Description,
		Service:       tool.Definition.Service,
		Version:       tool.Definition.Version,
		Method:        strings.TrimPrefix(tool.FullMethod, "/"),
		InputSchema:   string(tool.InputSchema),
		OutputSchema:  string(tool.OutputSchema),
		InstanceCount: int32(min(tool.Instances, math.MaxInt32)),
	}
}

// toolOption returns the option with its defaults filled in.
func toolOption(tool *catalog.Tool) *toolsv1.Tool {
	option := &toolsv1.Tool{
		Name:             tool.Name,
		Title:            tool.Title,
		Aliases:          tool.Aliases,
		Auth:             tool.Auth,
		Capabilities:     tool.Capabilities,
		ReadOnly:         tool.ReadOnly,
		Destructive:      tool.Destructive,
		Idempotent:       tool.Idempotent,
		ExampleArguments: string(tool.ExampleArguments),
	}
	for _, intent := range tool.Intents {
		option.Intents = append(option.Intents, &toolsv1.Intent{Name: intent.Name, Answers: intent.Answers})
	}
	return option
}
