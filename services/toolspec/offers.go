package toolspec

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

// offers are the prompts and resources of some services, and what completes their arguments.
type offers struct {
	prompts    []*Prompt
	resources  []*Resource
	completers []completer
	// rpcs are those that are called for them and are no tools.
	rpcs []*Tool
}

// IsOffered reports whether an RPC is a prompt or a resource, or completes their arguments.
func IsOffered(method protoreflect.MethodDescriptor) bool {
	options, err := annotation.OffersOf(method)
	return err == nil && !options.IsNone()
}

type completer struct {
	rpc       *Tool
	arguments []string
}

// maxCompleted is how many arguments an RPC may complete.
const maxCompleted = 64

// addOffers adds what an RPC is beyond a tool. tool is nil when it is none.
func (b *builder) addOffers(method protoreflect.MethodDescriptor, tool *Tool) {
	options, err := annotation.OffersOf(method)
	if err != nil || options.IsNone() || b.full {
		return // what cannot be read was told already
	}
	mistake := func(err error) {
		if err != nil {
			b.mistakes = append(b.mistakes, At(method, err))
		}
	}
	rpc := tool
	if rpc == nil {
		if rpc, err = b.called(method); err != nil {
			mistake(err)
			return
		}
		b.offers.rpcs = append(b.offers.rpcs, rpc)
	}
	if !annotation.Reads(method) {
		mistake(errors.New("what is a prompt or a resource, or completes, changes nothing: say idempotency_level = NO_SIDE_EFFECTS"))
	}
	if options.Prompt != nil {
		prompt, err := promptOf(rpc, options.Prompt)
		mistake(err)
		if err == nil {
			b.offers.prompts = append(b.offers.prompts, prompt)
		}
	}
	for _, option := range options.Resources {
		resource, err := resourceOf(rpc, option)
		mistake(err)
		if err == nil {
			b.offers.resources = append(b.offers.resources, resource)
		}
	}
	if options.Completion != nil {
		mistake(checkCompleter(method, options.Completion))
		b.offers.completers = append(b.offers.completers, completer{rpc, options.Completion.GetParameters()})
	}
	b.full = b.full || len(b.offers.prompts) > b.maxTools || len(b.offers.resources) > b.maxTools || len(b.offers.rpcs) > 3*b.maxTools
}

// called returns an RPC that is no tool as one is called: its name is the full one, by which rules and records know it.
func (b *builder) called(method protoreflect.MethodDescriptor) (*Tool, error) {
	if method.IsStreamingClient() || method.IsStreamingServer() {
		return nil, errors.New("a streaming RPC cannot be a prompt or a resource, or complete")
	}
	for _, message := range []protoreflect.MessageDescriptor{method.Input(), method.Output()} {
		if !schema.IsObject(message) {
			return nil, fmt.Errorf("the message %s is not an object in JSON", message.FullName())
		}
	}
	arguments, err := b.shapes.Compile(method.Input())
	if err != nil {
		return nil, err
	}
	talk, err := questionsOf(method)
	if err != nil {
		return nil, err
	}
	full := FullMethod(method)
	return &Tool{
		Name: full[1:], Title: string(method.Name()), Description: cmp.Or(annotation.Comment(method), string(method.Name())),
		Auth: annotation.Auth(method), Scopes: annotation.Scopes(method), ReadOnly: true, Idempotent: true,
		FullMethod: full, Owner: annotation.Owner(method), Talk: talk, details: &details{method: method, arguments: arguments},
	}, nil
}

func checkCompleter(method protoreflect.MethodDescriptor, option *toolsv1.Completion) error {
	var mistakes []error
	if method.Input().FullName() != completeRequestMessage || method.Output().FullName() != completeResponseMessage {
		mistakes = append(mistakes, fmt.Errorf("what completes takes %s and returns %s", completeRequestMessage, completeResponseMessage))
	}
	if n := len(option.GetParameters()); n == 0 || n > maxCompleted {
		mistakes = append(mistakes, fmt.Errorf("it completes %d parameters, and has to complete 1 to %d", n, maxCompleted))
	}
	return errors.Join(mistakes...)
}

// finish orders the offers, sets what completes their arguments, and returns what is wrong between them.
func (o *offers) finish(limit int) (mistakes []error) {
	if len(o.prompts) > limit {
		mistakes = append(mistakes, fmt.Errorf("more than %d prompts", limit))
	}
	if len(o.resources) > limit {
		mistakes = append(mistakes, fmt.Errorf("more than %d resources", limit))
	}
	slices.SortFunc(o.prompts, func(a, b *Prompt) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(o.resources, func(a, b *Resource) int { return a.URI.Compare(b.URI) })
	return append(append(mistakes, o.collisions()...), o.setCompleters()...)
}

// collisions finds names and URIs that are claimed twice.
func (o *offers) collisions() (mistakes []error) {
	holders := map[string]*Tool{}
	claim := func(what, name, compared string, by *Tool) {
		if holder, taken := holders[what+compared]; taken {
			mistakes = append(mistakes, mistake(by.Method(), "%s %q is already taken by %s", what, name, holder.RPC()))
			return
		}
		holders[what+compared] = by
	}
	for _, prompt := range o.prompts {
		claim("prompt name", prompt.Name, prompt.Name, prompt.RPC)
	}
	for _, resource := range o.resources {
		claim("resource name", resource.Name, resource.Name, resource.RPC)
		claim("URI", resource.URI.Text, resource.URI.shape(), resource.RPC)
	}
	return mistakes
}

func (o *offers) setCompleters() (mistakes []error) {
	by := map[string]*Tool{}
	for _, completer := range o.completers {
		for _, name := range completer.arguments {
			if holder := by[name]; holder != nil {
				mistakes = append(mistakes, mistake(completer.rpc.Method(), "the parameter %q is already completed by %s",
					clip(name), holder.RPC()))
				continue
			}
			by[name] = completer.rpc
		}
	}
	used := map[string]bool{}
	for _, arguments := range o.arguments() {
		for i := range arguments {
			arguments[i].Completer = by[arguments[i].Name]
			used[arguments[i].Name] = true
		}
	}
	for _, completer := range o.completers {
		for _, name := range completer.arguments {
			if !used[name] {
				mistakes = append(mistakes, mistake(completer.rpc.Method(), "no prompt and no resource has the parameter %q", clip(name)))
			}
		}
	}
	return mistakes
}

func (o *offers) arguments() (all [][]Argument) {
	for _, prompt := range o.prompts {
		all = append(all, prompt.Arguments)
	}
	for _, resource := range o.resources {
		all = append(all, resource.Arguments)
	}
	return all
}
