package toolspec

import (
	"errors"
	"fmt"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

// Talk is what a tool says and hears beside its arguments and its data. Fields are named by their numbers, 0 where there is none.
type Talk struct {
	// Streams: the RPC answers a stream, whose messages hold one of the result, progress, a log and questions.
	Streams bool
	// Inputs is the field of the request that takes what the caller answered.
	Inputs protoreflect.FieldNumber
	// Result is the field of the streamed response that holds the result.
	Result protoreflect.FieldNumber
	// Progress, Log and InputRequired are the fields of the response for these; the first two only of a streamed one.
	Progress, Log, InputRequired protoreflect.FieldNumber
	// Contents are the fields of the result that hold blocks of content, in their order.
	Contents []protoreflect.FieldNumber
	// Requires is what the caller must be able to be asked.
	Requires []string
	// NeedsTask: a client of MCP must know tasks. Other callers wait.
	NeedsTask bool
	// OnlyContent: the result has no data beside its content.
	OnlyContent bool
}

// Converses reports whether a call may be more than a request and its answer; t may be nil.
func (t *Talk) Converses() bool {
	return t != nil && (t.Streams || t.Inputs != 0 || t.InputRequired != 0 || len(t.Requires) > 0 || t.NeedsTask)
}

// Asks reports whether a call may end with a question to the caller; t may be nil.
func (t *Talk) Asks() bool { return t != nil && (t.InputRequired != 0 || len(t.Requires) > 0) }

// IsPart reports whether a field is neither parameter nor data, but what a tool says and hears beside them.
func IsPart(field protoreflect.FieldDescriptor) bool { return annotation.PartOf(field) != "" }

// The capabilities that a tool may require of its caller, and hears of.
const (
	CapabilityElicitation    = "elicitation"
	CapabilityElicitationURL = "elicitation/url"
	CapabilitySampling       = "sampling"
	CapabilityRoots          = "roots"
)

// requiresTasks is what a tool requires that needs a task of MCP.
const requiresTasks = "tasks"

// Result returns the message that holds a tool's data: the response, or what a streamed response has as the result.
func (t *Tool) Result() protoreflect.MessageDescriptor {
	output := t.Method().Output()
	if t.Talk != nil && t.Talk.Result != 0 {
		return output.Fields().ByNumber(t.Talk.Result).Message()
	}
	return output
}

// talkOf returns what a tool says beside its data; nil when that is nothing.
func talkOf(method protoreflect.MethodDescriptor, requires []string) (*Talk, error) {
	asked := slices.DeleteFunc(requires, func(capability string) bool { return capability == requiresTasks })
	talk := &Talk{Streams: method.IsStreamingServer(), Requires: asked, NeedsTask: len(asked) < len(requires)}
	mistakes := checkRequires(asked)
	mistakes = append(mistakes, talk.request(method.Input())...)
	result := method.Output()
	if talk.Streams {
		mistakes = append(mistakes, talk.stream(result)...)
		if talk.Result == 0 {
			return talk, errors.Join(mistakes...)
		}
		result = result.Fields().ByNumber(talk.Result).Message()
	}
	mistakes = append(mistakes, talk.result(result)...)
	if !talk.Converses() && len(talk.Contents) == 0 {
		return nil, errors.Join(mistakes...)
	}
	return talk, errors.Join(mistakes...)
}

// questionsOf returns what an RPC that is no tool asks its caller, and hears; nil when that is nothing.
func questionsOf(method protoreflect.MethodDescriptor) (*Talk, error) {
	talk := &Talk{}
	mistakes := talk.request(method.Input())
	for i := range method.Output().Fields().Len() {
		if field := method.Output().Fields().Get(i); annotation.PartOf(field) == annotation.PartInputRequired {
			mistakes = append(mistakes, talk.question(field)...)
		}
	}
	if !talk.Converses() {
		return nil, errors.Join(mistakes...)
	}
	return talk, errors.Join(mistakes...)
}

func checkRequires(requires []string) (mistakes []error) {
	for _, capability := range requires {
		switch capability {
		case CapabilityElicitation, CapabilityElicitationURL, CapabilitySampling, CapabilityRoots:
		default:
			mistakes = append(mistakes, fmt.Errorf(
				"requires %q: it is one of elicitation, elicitation/url, sampling, roots, tasks", capability))
		}
	}
	return mistakes
}

func (t *Talk) request(request protoreflect.MessageDescriptor) (mistakes []error) {
	for i := range request.Fields().Len() {
		field := request.Fields().Get(i)
		if annotation.PartOf(field) != annotation.PartInputs {
			continue
		}
		if t.Inputs != 0 || field.IsList() || field.ContainingOneof() != nil {
			mistakes = append(mistakes, mistake(field, "a request has Inputs once, neither in a list nor in a oneof"))
		}
		t.Inputs = field.Number()
		mistakes = append(mistakes, checkPart(field)...)
	}
	return append(mistakes, strayParts(request, annotation.PartInputs)...)
}

// stream finds the members of the oneof that a streamed response is.
func (t *Talk) stream(response protoreflect.MessageDescriptor) (mistakes []error) {
	places := map[annotation.Part]*protoreflect.FieldNumber{
		"": &t.Result, annotation.PartProgress: &t.Progress, annotation.PartLog: &t.Log,
		annotation.PartInputRequired: &t.InputRequired,
	}
	if response.Oneofs().Len() != 1 {
		return []error{mistake(response, "a streamed response is one oneof, of the result and of Progress, Log or InputRequired")}
	}
	for i := range response.Fields().Len() {
		field := response.Fields().Get(i)
		place, known := places[annotation.PartOf(field)]
		switch {
		case !known || field.ContainingOneof() == nil:
			mistakes = append(mistakes, mistake(field, "a streamed response is one oneof, of the result and of Progress, Log or InputRequired"))
		case *place != 0:
			mistakes = append(mistakes, mistake(field, "%s is there already: a streamed response has one of each",
				response.Fields().ByNumber(*place).Name()))
		case field.Message() == nil || !schema.IsObject(field.Message()):
			mistakes = append(mistakes, mistake(field, "the result of a stream is a message"))
		default:
			*place = field.Number()
			mistakes = append(mistakes, checkPart(field)...)
		}
	}
	if t.Result == 0 {
		mistakes = append(mistakes, mistake(response, "a streamed response has a member for the result, a message of your own"))
	}
	return mistakes
}

// result finds the parts of the message with the data.
func (t *Talk) result(result protoreflect.MessageDescriptor) (mistakes []error) {
	data := 0
	for i := range result.Fields().Len() {
		field := result.Fields().Get(i)
		switch annotation.PartOf(field) {
		case "":
			data++
		case annotation.PartContent:
			if !field.IsList() {
				mistakes = append(mistakes, mistake(field, "Content is a repeated field"))
			}
			t.Contents = append(t.Contents, field.Number())
			mistakes = append(mistakes, checkPart(field)...)
		case annotation.PartInputRequired:
			mistakes = append(mistakes, t.question(field)...)
		case annotation.PartProgress, annotation.PartLog:
			mistakes = append(mistakes, mistake(field, "%s is for the oneof of a streamed response: begin the response with stream",
				field.Message().Name()))
		}
	}
	t.OnlyContent = data == 0 && len(t.Contents) > 0
	return append(mistakes, strayParts(result, annotation.PartContent, annotation.PartInputRequired,
		annotation.PartProgress, annotation.PartLog)...)
}

// question takes a field of the response as the one that asks.
func (t *Talk) question(field protoreflect.FieldDescriptor) (mistakes []error) {
	if t.InputRequired != 0 || field.IsList() {
		mistakes = append(mistakes, mistake(field, "InputRequired stands once: in the response, or in the oneof of a streamed one"))
	}
	t.InputRequired = field.Number()
	return append(mistakes, checkPart(field)...)
}

// strayParts finds parts that stand where nobody looks for them: anywhere below a message, and in it but for those allowed there.
func strayParts(root protoreflect.MessageDescriptor, allowed ...annotation.Part) (mistakes []error) {
	here := map[annotation.Part]bool{"": true}
	for _, part := range allowed {
		here[part] = true
	}
	seen := map[protoreflect.FullName]bool{root.FullName(): true}
	for met := []protoreflect.MessageDescriptor{root}; len(met) > 0; met = met[1:] {
		for i := range met[0].Fields().Len() {
			field := met[0].Fields().Get(i)
			part := annotation.PartOf(field)
			if part != "" && (met[0] != root || !here[part]) {
				mistakes = append(mistakes, mistake(field, "%s cannot stand here", part))
			}
			if held := heldMessage(field); part == "" && held != nil && !seen[held.FullName()] {
				seen[held.FullName()] = true
				met = append(met, held)
			}
		}
	}
	return mistakes
}

// checkPart reports fields of a part that a service declares in another way than the contract does.
func checkPart(field protoreflect.FieldDescriptor) []error {
	ours := toolsv1.File_salaatflow_tools_v1_round_proto.Messages().ByName(field.Message().Name())
	if ours == nil {
		ours = toolsv1.File_salaatflow_tools_v1_content_proto.Messages().ByName(field.Message().Name())
	}
	if annotation.PartOf(field) == "" || ours == nil {
		return nil
	}
	for i := range ours.Fields().Len() {
		want := ours.Fields().Get(i)
		got := field.Message().Fields().ByNumber(want.Number())
		if got == nil {
			continue // of an older contract
		}
		if got.Name() != want.Name() || got.Kind() != want.Kind() || got.Cardinality() != want.Cardinality() {
			return []error{mistake(got, "field %d is %s in the contract, which is not to be changed: get it from /api/v1/proto.zip",
				want.Number(), descriptorOf(want))}
		}
	}
	return nil
}

func descriptorOf(field protoreflect.FieldDescriptor) string {
	kind := descriptorpb.FieldDescriptorProto_Type(field.Kind()).String()
	return fmt.Sprintf("%s, of %s", field.Name(), kind)
}
