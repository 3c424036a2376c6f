package toolspec

import (
	"cmp"
	"errors"
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
)

// Prompt is an RPC that is offered as a prompt: words for a model, which a person asks for. It is not changed after it is made.
type Prompt struct {
	// Name is its name, and Title a short one for people; where the option has none, it is made of the name.
	Name, Title string
	// Description is the RPC's comment, or else the title.
	Description string
	// Arguments are what it may be given, in the order of the fields.
	Arguments []Argument
	// RPC is what is called for it, as a tool is.
	RPC *Tool
	// Turns is the name of the field of the response that holds the Turns.
	Turns string
}

// The messages that are recognised by their full names.
const (
	turnMessage             protoreflect.FullName = "salaatflow.tools.v1.Turn"
	resourceMessage         protoreflect.FullName = "salaatflow.tools.v1.Resource"
	completeRequestMessage  protoreflect.FullName = "salaatflow.tools.v1.CompleteRequest"
	completeResponseMessage protoreflect.FullName = "salaatflow.tools.v1.CompleteResponse"
)

// maxArguments is how many arguments a prompt may have.
const maxArguments = 32

func promptOf(rpc *Tool, option *toolsv1.Prompt) (*Prompt, error) {
	prompt := &Prompt{
		Name: option.GetName(), Title: cmp.Or(option.GetTitle(), titleOf(option.GetName())), RPC: rpc,
	}
	prompt.Description = cmp.Or(annotation.Comment(rpc.Method()), prompt.Title)
	mistakes := checkNamed("prompt", option.GetName(), option.GetTitle())
	var turns int
	for i := range rpc.Method().Output().Fields().Len() {
		if field := rpc.Method().Output().Fields().Get(i); field.IsList() && holds(field, turnMessage) {
			prompt.Turns = field.TextName()
			turns++
		}
	}
	if turns != 1 {
		mistakes = append(mistakes, fmt.Errorf("the prompt %s: the response %s has to have one repeated field of %s",
			option.GetName(), rpc.Method().Output().FullName(), turnMessage))
	}
	fields := rpc.Method().Input().Fields()
	if fields.Len() > maxArguments {
		return nil, errors.Join(append(mistakes, fmt.Errorf("the prompt %s: %d arguments, more than %d",
			option.GetName(), fields.Len(), maxArguments))...)
	}
	for i := range fields.Len() {
		if annotation.PartOf(fields.Get(i)) != "" {
			continue
		}
		argument, err := argumentOf(fields.Get(i))
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("the prompt %s: %w", option.GetName(), err))
			continue
		}
		prompt.Arguments = append(prompt.Arguments, argument)
	}
	return prompt, errors.Join(mistakes...)
}

// checkNamed returns what is wrong with the name and the title of what is offered.
func checkNamed(kind, name, title string) (mistakes []error) {
	if !ValidName(name) {
		mistakes = append(mistakes, fmt.Errorf("%s name %q does not match %s", kind, name, nameForm))
	}
	if !isShortText(title, maxTitleLength) {
		mistakes = append(mistakes, fmt.Errorf("title %q is not at most %d printable characters", title, maxTitleLength))
	}
	return mistakes
}

// holds reports whether a field is of the message of this name, or a list of it.
func holds(field protoreflect.FieldDescriptor, message protoreflect.FullName) bool {
	return !field.IsMap() && field.Message() != nil && field.Message().FullName() == message
}
