package main

import (
	"context"
	"sync/atomic"

	conformancev1 "github.com/salaatflow/platform/e2e/conformance/proto/conformance/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// resources are what can be read.
type resources struct {
	conformancev1.UnimplementedResourceServiceServer
	reads atomic.Int32 // of the one that changes
}

// StaticText is a text.
func (*resources) StaticText(context.Context, *conformancev1.StaticTextRequest) (*conformancev1.StaticTextResponse, error) {
	return &conformancev1.StaticTextResponse{Resource: &toolsv1.Resource{
		Content: &toolsv1.Resource_Text{Text: "This is the content of the static text resource."},
	}}, nil
}

// StaticBinary is a picture.
func (*resources) StaticBinary(context.Context, *conformancev1.StaticBinaryRequest) (*conformancev1.StaticBinaryResponse, error) {
	return &conformancev1.StaticBinaryResponse{Resource: &toolsv1.Resource{Content: &toolsv1.Resource_Blob{Blob: pixel()}}}, nil
}

// TemplateData says of which id it is.
func (*resources) TemplateData(
	_ context.Context, in *conformancev1.TemplateDataRequest,
) (*conformancev1.TemplateDataResponse, error) {
	return &conformancev1.TemplateDataResponse{Id: in.GetId(), TemplateTest: true, Data: "Data for ID: " + in.GetId()}, nil
}

// WatchedResource is another one each time.
func (r *resources) WatchedResource(
	context.Context, *conformancev1.WatchedResourceRequest,
) (*conformancev1.WatchedResourceResponse, error) {
	return &conformancev1.WatchedResourceResponse{Reads: r.reads.Add(1)}, nil
}
