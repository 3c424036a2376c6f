package toolspec

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/internal/shape"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

// Tools returns the tools among the RPCs of the services, by name. Every mistake in them is reported, not only the
// first: names that are malformed or used twice, intents that answer another tool's name, RPCs whose request is a stream, messages
// without a JSON object, examples that the tool would refuse.
func Tools(services ...protoreflect.ServiceDescriptor) ([]*Tool, error) {
	tools, _, err := build(services, DefaultLimits())
	return tools, err
}

func build(services []protoreflect.ServiceDescriptor, limits Limits) ([]*Tool, offers, error) {
	b := builder{maxTools: limits.Tools, shapes: shape.NewCompiler()}
	b.schemas = schema.Limits{Depth: limits.Depth, Bytes: limits.SchemaBytes}
	for _, service := range services {
		b.addIcon(service)
		for i := range service.Methods().Len() {
			b.add(service.Methods().Get(i))
		}
	}
	if len(b.tools) > limits.Tools {
		b.mistakes = append(b.mistakes, fmt.Errorf("more than %d tools", limits.Tools))
	}
	b.mistakes = append(b.mistakes, collisions(b.tools)...)
	b.mistakes = append(b.mistakes, b.offers.finish(limits.Tools)...)
	if err := errors.Join(b.mistakes...); err != nil {
		return nil, offers{}, err
	}
	slices.SortFunc(b.tools, func(a, b *Tool) int { return cmp.Compare(a.Name, b.Name) })
	return b.tools, b.offers, nil
}

type builder struct {
	maxTools int
	schemas  schema.Limits // what is left of them
	shapes   *shape.Compiler
	full     bool   // past a limit: no more is looked at
	icon     string // of the service that is looked at
	tools    []*Tool
	offers   offers
	mistakes []error
}

func (b *builder) addIcon(service protoreflect.ServiceDescriptor) {
	icon, err := annotation.Icon(service)
	if err == nil {
		err = checkIcon(icon)
	}
	if err != nil {
		b.mistakes = append(b.mistakes, At(service, err))
	}
	b.icon = icon
}

func (b *builder) add(method protoreflect.MethodDescriptor) {
	option, err := annotation.Tool(method)
	if err != nil {
		b.mistakes = append(b.mistakes, err)
	}
	var tool *Tool
	if option != nil && !b.full {
		tool = b.addTool(method, option)
	}
	b.addOffers(method, tool)
}

func (b *builder) addTool(method protoreflect.MethodDescriptor, option *toolsv1.Tool) *Tool {
	mistake := func(err error) {
		if err != nil {
			b.mistakes = append(b.mistakes, At(method, err))
		}
	}
	mistake(checkMethod(method))
	mistake(checkOption(option))
	tool := describe(method, option)
	tool.Icon = cmp.Or(tool.Icon, b.icon)
	var (
		wrong []error
		err   error
	)
	tool.Talk, err = talkOf(method, slices.Clone(option.GetRequires()))
	mistake(err)
	tool.Choices, wrong = choicesOf(method.Input())
	mistake(errors.Join(append(wrong, checkPlaceholders(option.GetPhrases(), tool.Choices)...)...))
	tool.Answers, wrong = answersOf(option.GetAnswers(), tool.Result())
	mistake(errors.Join(wrong...))
	tool.Headers = headersOf(method.Input())
	mistake(b.setSchemas(tool, option.GetRelations()))
	if tool.details.arguments, err = b.shapes.Compile(method.Input()); err != nil {
		mistake(err)
	}
	mistake(tool.setExample(option.GetExampleArguments()))
	b.tools = append(b.tools, tool)
	b.full = b.full || len(b.tools) > b.maxTools
	return tool
}

func (b *builder) setSchemas(tool *Tool, related bool) error {
	var inputErr, outputErr error
	write := schema.Input
	if related {
		write = schema.Related
	}
	tool.InputSchema, inputErr = write(tool.Method().Input(), b.schemas)
	b.schemas.Bytes -= len(tool.InputSchema)
	tool.OutputSchema, outputErr = schema.Output(tool.Result(), b.schemas)
	b.schemas.Bytes -= len(tool.OutputSchema)
	err := errors.Join(inputErr, outputErr)
	b.full = errors.Is(err, schema.ErrTooLong)
	return err
}

func describe(method protoreflect.MethodDescriptor, option *toolsv1.Tool) *Tool {
	tool := &Tool{
		Name:         option.GetName(),
		Title:        cmp.Or(option.GetTitle(), titleOf(option.GetName())),
		Icon:         option.GetIcon(),
		Aliases:      slices.Clone(option.GetAliases()),
		Auth:         annotation.Auth(method),
		Scopes:       annotation.Scopes(method),
		Capabilities: slices.Clone(option.GetCapabilities()),
		ReadOnly:     option.GetReadOnly(),
		Destructive:  option.GetDestructive(),
		Idempotent:   option.GetIdempotent(),
		FullMethod:   FullMethod(method),
		Owner:        annotation.Owner(method),
		details:      &details{method: method},

		DynamicDescription: option.GetDynamicDescription(),
	}
	for _, intent := range option.GetIntents() {
		tool.Intents = append(tool.Intents, Intent{intent.GetName(), cmp.Or(intent.GetAnswers(), tool.Name)})
	}
	for _, phrases := range option.GetPhrases() {
		tool.Phrases = append(tool.Phrases, Phrases{phrases.GetLanguage(), slices.Clone(phrases.GetSentences())})
	}
	tool.Description = withAliases(cmp.Or(annotation.Comment(method), tool.Title), tool.Aliases)
	return tool
}

// titleOf makes "Discover sub goals" of discover_sub_goals.
func titleOf(name string) string {
	words := strings.ReplaceAll(name, "_", " ")
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

func (t *Tool) setExample(example string) error {
	if example == "" {
		return nil
	}
	if t.details.arguments != nil {
		if violations := t.CheckArguments([]byte(example)); len(violations) > 0 {
			return fmt.Errorf("example_arguments: %s: %s", cmp.Or(violations[0].Field, "the whole"), violations[0].Message)
		}
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(example)); err != nil {
		return fmt.Errorf("example_arguments: %w", err)
	}
	t.ExampleArguments = compact.Bytes()
	return nil
}
