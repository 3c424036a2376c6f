package annotation

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// Offers are the options of an RPC that make it something else than a tool.
type Offers struct {
	// Prompt is nil when it is no prompt, and Completion when it completes nothing.
	Prompt     *toolsv1.Prompt
	Completion *toolsv1.Completion
	// Resources are empty when it is no resource.
	Resources []*toolsv1.ResourceTemplate
}

// IsNone reports whether there is none of them.
func (o Offers) IsNone() bool { return o.Prompt == nil && o.Completion == nil && len(o.Resources) == 0 }

// OffersOf returns the options of an RPC.
func OffersOf(method protoreflect.MethodDescriptor) (Offers, error) {
	options, err := methodOptions(method)
	if err != nil {
		return Offers{}, err
	}
	var offers Offers
	if proto.HasExtension(options, toolsv1.E_Prompt) {
		offers.Prompt = proto.GetExtension(options, toolsv1.E_Prompt).(*toolsv1.Prompt)
	}
	if proto.HasExtension(options, toolsv1.E_Completion) {
		offers.Completion = proto.GetExtension(options, toolsv1.E_Completion).(*toolsv1.Completion)
	}
	offers.Resources = proto.GetExtension(options, toolsv1.E_Resource).([]*toolsv1.ResourceTemplate)
	return offers, nil
}
