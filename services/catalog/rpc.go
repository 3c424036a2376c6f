package catalog

import (
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/toolspec"
)

// RPC is a method that a definition offers, and how it may be called. Of a tool its annotation says that, of another RPC its
// idempotency_level.
type RPC struct {
	// Name is the full name, "/package.Service/Method".
	Name string
	// ReadOnly: it changes nothing. Retryable: it may be called again when the answer is UNAVAILABLE.
	ReadOnly, Retryable bool
}

// RPCs returns the definition's methods by name. The slice must not be changed.
func (d *Definition) RPCs() []RPC { return d.rpcs }

func compareToName(rpc RPC, name string) int { return strings.Compare(rpc.Name, name) }

func rpcsOf(manifest *toolspec.Manifest) (rpcs []RPC) {
	tools := map[string]*toolspec.Tool{}
	for _, tool := range manifest.Tools {
		tools[tool.FullMethod] = tool
	}
	for _, service := range manifest.Services {
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			rpc := RPC{Name: toolspec.FullMethod(method)}
			if tool := tools[rpc.Name]; tool != nil {
				rpc.ReadOnly, rpc.Retryable = tool.ReadOnly, tool.ReadOnly || tool.Idempotent
			} else {
				level := idempotencyLevel(method)
				rpc.ReadOnly = level == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
				rpc.Retryable = level != descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN
			}
			rpcs = append(rpcs, rpc)
		}
	}
	slices.SortFunc(rpcs, func(a, b RPC) int { return strings.Compare(a.Name, b.Name) })
	return rpcs
}

// idempotencyLevel is unknown of a stream.
func idempotencyLevel(method protoreflect.MethodDescriptor) descriptorpb.MethodOptions_IdempotencyLevel {
	options, ok := method.Options().(*descriptorpb.MethodOptions)
	if !ok || method.IsStreamingClient() || method.IsStreamingServer() {
		return descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN
	}
	return options.GetIdempotencyLevel()
}
