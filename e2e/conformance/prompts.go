package main

import (
	"context"
	"fmt"
	"strings"

	conformancev1 "github.com/salaatflow/platform/e2e/conformance/proto/conformance/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// prompts are the words for a model.
type prompts struct {
	conformancev1.UnimplementedPromptServiceServer
}

// SimplePrompt says one thing.
func (prompts) SimplePrompt(context.Context, *conformancev1.SimplePromptRequest) (*conformancev1.SimplePromptResponse, error) {
	return &conformancev1.SimplePromptResponse{Turns: says(text("This is a simple prompt for testing."))}, nil
}

// PromptWithArguments says what it was given.
func (prompts) PromptWithArguments(
	_ context.Context, in *conformancev1.PromptWithArgumentsRequest,
) (*conformancev1.PromptWithArgumentsResponse, error) {
	return &conformancev1.PromptWithArgumentsResponse{
		Turns: says(text(fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", in.GetArg1(), in.GetArg2()))),
	}, nil
}

// PromptWithEmbeddedResource holds the resource that it was given the URI of.
func (prompts) PromptWithEmbeddedResource(
	_ context.Context, in *conformancev1.PromptWithEmbeddedResourceRequest,
) (*conformancev1.PromptWithEmbeddedResourceResponse, error) {
	return &conformancev1.PromptWithEmbeddedResourceResponse{Turns: says(
		resource(in.GetResourceUri(), "text/plain", "Embedded resource content for testing."),
		text("Please process the embedded resource above."),
	)}, nil
}

// PromptWithImage holds a picture.
func (prompts) PromptWithImage(
	context.Context, *conformancev1.PromptWithImageRequest,
) (*conformancev1.PromptWithImageResponse, error) {
	return &conformancev1.PromptWithImageResponse{Turns: says(image(), text("Please analyze the image above."))}, nil
}

// InputRequiredPrompt asks what it is about before it says anything.
func (prompts) InputRequiredPrompt(
	_ context.Context, in *conformancev1.InputRequiredPromptRequest,
) (*conformancev1.InputRequiredPromptResponse, error) {
	if about := filled(in.GetInputs(), "user_context", "context"); about != "" {
		return &conformancev1.InputRequiredPromptResponse{Turns: says(text("Use this context: " + about))}, nil
	}
	asked := form("What context should the prompt use?", object{"context": object{"type": "string"}}, "context")
	return &conformancev1.InputRequiredPromptResponse{Asked: ask("", asks{"user_context": asked})}, nil
}

// CompleteArgument returns the words that begin as what was typed does.
func (prompts) CompleteArgument(_ context.Context, in *toolsv1.CompleteRequest) (*toolsv1.CompleteResponse, error) {
	var meant []string
	for _, word := range []string{"paris", "park", "party", "test", "testing"} {
		if strings.HasPrefix(word, in.GetValue()) {
			meant = append(meant, word)
		}
	}
	return &toolsv1.CompleteResponse{Values: meant}, nil
}

// says is what the user says, one after the other.
func says(contents ...*toolsv1.Content) []*toolsv1.Turn {
	turns := make([]*toolsv1.Turn, 0, len(contents))
	for _, content := range contents {
		turns = append(turns, &toolsv1.Turn{Role: "user", Content: content})
	}
	return turns
}
