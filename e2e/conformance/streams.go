package main

import (
	"fmt"
	"time"

	"google.golang.org/protobuf/types/known/structpb"

	conformancev1 "github.com/salaatflow/platform/e2e/conformance/proto/conformance/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// streams are the tools that say something before their result.
type streams struct {
	conformancev1.UnimplementedStreamServiceServer
}

// ToolWithLogging says three lines.
func (streams) ToolWithLogging(
	_ *conformancev1.ToolWithLoggingRequest, stream conformancev1.StreamService_ToolWithLoggingServer,
) error {
	for _, line := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
		said := &conformancev1.ToolWithLoggingResponse_Log{Log: info(line)}
		if err := stream.Send(&conformancev1.ToolWithLoggingResponse{Said: said}); err != nil {
			return err
		}
	}
	return stream.Send(&conformancev1.ToolWithLoggingResponse{
		Said: &conformancev1.ToolWithLoggingResponse_Result{Result: result("Tool with logging executed successfully")},
	})
}

// ToolWithProgress says three times how far it is.
func (streams) ToolWithProgress(
	_ *conformancev1.ToolWithProgressRequest, stream conformancev1.StreamService_ToolWithProgressServer,
) error {
	for _, done := range []float64{0, 50, 100} {
		said := &conformancev1.ToolWithProgressResponse_Progress{Progress: &toolsv1.Progress{
			Progress: done, Total: 100, Message: fmt.Sprintf("Completed step %.0f of 100", done),
		}}
		if err := stream.Send(&conformancev1.ToolWithProgressResponse{Said: said}); err != nil {
			return err
		}
	}
	return stream.Send(&conformancev1.ToolWithProgressResponse{
		Said: &conformancev1.ToolWithProgressResponse_Result{Result: result("Tool with progress executed successfully")},
	})
}

// LoggingTool says one line, to whom it matters.
func (streams) LoggingTool(_ *conformancev1.LoggingToolRequest, stream conformancev1.StreamService_LoggingToolServer) error {
	said := &conformancev1.LoggingToolResponse_Log{Log: info("test_logging_tool executed")}
	if err := stream.Send(&conformancev1.LoggingToolResponse{Said: said}); err != nil {
		return err
	}
	return stream.Send(&conformancev1.LoggingToolResponse{
		Said: &conformancev1.LoggingToolResponse_Result{Result: result("A line was said to those who want it.")},
	})
}

// untilLost is longer than the suite listens to a stream, which is ten seconds, and less than it then waits for the result.
const untilLost = 13 * time.Second

// Reconnection says nothing for long.
func (streams) Reconnection(_ *conformancev1.ReconnectionRequest, stream conformancev1.StreamService_ReconnectionServer) error {
	if err := wait(stream.Context(), untilLost); err != nil {
		return err
	}
	return stream.Send(&conformancev1.ReconnectionResponse{
		Said: &conformancev1.ReconnectionResponse_Result{Result: result("The client has come back.")},
	})
}

// StreamingElicitation says how far it is, and asks nothing.
func (streams) StreamingElicitation(
	_ *conformancev1.StreamingElicitationRequest, stream conformancev1.StreamService_StreamingElicitationServer,
) error {
	said := &conformancev1.StreamingElicitationResponse_Progress{Progress: &toolsv1.Progress{Progress: 1, Total: 2}}
	if err := stream.Send(&conformancev1.StreamingElicitationResponse{Said: said}); err != nil {
		return err
	}
	return stream.Send(&conformancev1.StreamingElicitationResponse{
		Said: &conformancev1.StreamingElicitationResponse_Result{Result: result("There were only notifications.")},
	})
}

func info(line string) *toolsv1.Log {
	return &toolsv1.Log{Level: "info", Data: structpb.NewStringValue(line)}
}

func result(line string) *conformancev1.Said {
	return &conformancev1.Said{Content: []*toolsv1.Content{text(line)}}
}
