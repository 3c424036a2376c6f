package main

import (
	"context"
	"encoding/base64"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	conformancev1 "github.com/salaatflow/platform/e2e/conformance/proto/conformance/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// contents are the tools that answer with blocks of content.
type contents struct {
	conformancev1.UnimplementedContentServiceServer
}

// SimpleText answers a text.
func (contents) SimpleText(context.Context, *conformancev1.SimpleTextRequest) (*conformancev1.SimpleTextResponse, error) {
	return &conformancev1.SimpleTextResponse{
		Content: []*toolsv1.Content{text("This is a simple text response for testing.")},
	}, nil
}

// ImageContent answers a picture.
func (contents) ImageContent(context.Context, *conformancev1.ImageContentRequest) (*conformancev1.ImageContentResponse, error) {
	return &conformancev1.ImageContentResponse{Content: []*toolsv1.Content{image()}}, nil
}

// AudioContent answers a sound.
func (contents) AudioContent(context.Context, *conformancev1.AudioContentRequest) (*conformancev1.AudioContentResponse, error) {
	sound := &toolsv1.Media{Data: silence(), MimeType: "audio/wav"}
	return &conformancev1.AudioContentResponse{
		Content: []*toolsv1.Content{{Block: &toolsv1.Content_Audio{Audio: sound}}},
	}, nil
}

// EmbeddedResource answers a resource.
func (contents) EmbeddedResource(
	context.Context, *conformancev1.EmbeddedResourceRequest,
) (*conformancev1.EmbeddedResourceResponse, error) {
	return &conformancev1.EmbeddedResourceResponse{Content: []*toolsv1.Content{
		resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
	}}, nil
}

// MultipleContentTypes answers one of each.
func (contents) MultipleContentTypes(
	context.Context, *conformancev1.MultipleContentTypesRequest,
) (*conformancev1.MultipleContentTypesResponse, error) {
	return &conformancev1.MultipleContentTypesResponse{Content: []*toolsv1.Content{
		text("Multiple content types test:"), image(),
		resource("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`),
	}}, nil
}

// ErrorHandling fails.
func (contents) ErrorHandling(context.Context, *conformancev1.ErrorHandlingRequest) (*conformancev1.ErrorHandlingResponse, error) {
	return nil, status.Error(codes.FailedPrecondition, "This tool intentionally returns an error for testing")
}

// RepeatedParameter answers the region.
func (contents) RepeatedParameter(
	_ context.Context, request *conformancev1.RepeatedParameterRequest,
) (*conformancev1.RepeatedParameterResponse, error) {
	return &conformancev1.RepeatedParameterResponse{Content: []*toolsv1.Content{text(request.GetRegion())}}, nil
}

// RelatedParameters says whom it was given.
func (contents) RelatedParameters(
	_ context.Context, in *conformancev1.RelatedParametersRequest,
) (*conformancev1.RelatedParametersResponse, error) {
	return &conformancev1.RelatedParametersResponse{Content: []*toolsv1.Content{text("Reached " + in.GetName())}}, nil
}

func text(of string) *toolsv1.Content {
	return &toolsv1.Content{Block: &toolsv1.Content_Text{Text: of}}
}

func image() *toolsv1.Content {
	return &toolsv1.Content{Block: &toolsv1.Content_Image{Image: &toolsv1.Media{Data: pixel(), MimeType: "image/png"}}}
}

func resource(uri, mimeType, holds string) *toolsv1.Content {
	return &toolsv1.Content{Block: &toolsv1.Content_Resource{Resource: &toolsv1.Resource{
		Uri: uri, MimeType: mimeType, Content: &toolsv1.Resource_Text{Text: holds},
	}}}
}

// pixel is a PNG of one red pixel.
func pixel() []byte {
	return decoded("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==")
}

// silence is a WAV without samples.
func silence() []byte { return decoded("UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=") }

func decoded(text string) []byte {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil { // it stands in the source
		panic(err)
	}
	return data
}
