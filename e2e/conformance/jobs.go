package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	conformancev1 "github.com/salaatflow/platform/e2e/conformance/proto/conformance/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// jobs are the tools that take their time, of which some ask, and one that does not.
type jobs struct {
	conformancev1.UnimplementedJobServiceServer
}

// Greet greets at once.
func (jobs) Greet(_ context.Context, in *conformancev1.GreetRequest) (*conformancev1.GreetResponse, error) {
	return &conformancev1.GreetResponse{Content: texts("Hello, " + in.GetName() + "!")}, nil
}

// SlowCompute says each second how far it is, and to who watches the service that it begins and that nobody waits for it any more.
func (jobs) SlowCompute(in *conformancev1.SlowComputeRequest, stream conformancev1.JobService_SlowComputeServer) error {
	fmt.Fprintln(os.Stderr, "computing:", in.GetLabel())
	for second := range in.GetSeconds() {
		if err := wait(stream.Context(), time.Second); err != nil {
			fmt.Fprintln(os.Stderr, "cancelled:", in.GetLabel())
			return err
		}
		said := &conformancev1.SlowComputeResponse_Progress{
			Progress: &toolsv1.Progress{Progress: float64(second + 1), Total: float64(in.GetSeconds())},
		}
		if err := stream.Send(&conformancev1.SlowComputeResponse{Said: said}); err != nil {
			return err
		}
	}
	return stream.Send(&conformancev1.SlowComputeResponse{
		Said: &conformancev1.SlowComputeResponse_Result{Result: result("Computed " + in.GetLabel())},
	})
}

// FailingJob fails after a second.
func (jobs) FailingJob(ctx context.Context, _ *conformancev1.FailingJobRequest) (*conformancev1.FailingJobResponse, error) {
	if err := wait(ctx, time.Second); err != nil {
		return nil, err
	}
	return nil, status.Error(codes.FailedPrecondition, "the job fails, as it always does")
}

// tooMuch is more than the gateway keeps of the result of a task, in bytes.
const tooMuch = 300 << 10

// ProtocolErrorJob answers too much after a second.
func (jobs) ProtocolErrorJob(
	ctx context.Context, _ *conformancev1.ProtocolErrorJobRequest,
) (*conformancev1.ProtocolErrorJobResponse, error) {
	if err := wait(ctx, time.Second); err != nil {
		return nil, err
	}
	return &conformancev1.ProtocolErrorJobResponse{Content: texts(strings.Repeat("x", tooMuch))}, nil
}

// ConfirmDelete deletes what a person lets it delete, in word only. It asks late, so that it is a task by then.
func (jobs) ConfirmDelete(
	ctx context.Context, in *conformancev1.ConfirmDeleteRequest,
) (*conformancev1.ConfirmDeleteResponse, error) {
	switch {
	case answer(in.GetInputs(), "confirm") == nil:
		if err := wait(ctx, time.Second); err != nil {
			return nil, err
		}
		asked := form("Delete "+in.GetFilename()+"?", object{"confirm": object{"type": "boolean"}}, "confirm")
		return &conformancev1.ConfirmDeleteResponse{Asked: ask("", asks{"confirm": asked})}, nil
	case accepted(in.GetInputs(), "confirm").GetFields()["confirm"].GetBoolValue():
		return &conformancev1.ConfirmDeleteResponse{Content: texts("Deleted " + in.GetFilename())}, nil
	default:
		return &conformancev1.ConfirmDeleteResponse{Content: texts("Kept " + in.GetFilename())}, nil
	}
}

// MultiInput asks for two names. It asks late, so that it is a task by then.
func (jobs) MultiInput(ctx context.Context, in *conformancev1.MultiInputRequest) (*conformancev1.MultiInputResponse, error) {
	const guest, host = "guest", "host"
	if answer(in.GetInputs(), guest) != nil && answer(in.GetInputs(), host) != nil {
		welcome := filled(in.GetInputs(), host, "name") + " welcomes " + filled(in.GetInputs(), guest, "name")
		return &conformancev1.MultiInputResponse{Content: texts(welcome)}, nil
	}
	if err := wait(ctx, time.Second); err != nil {
		return nil, err
	}
	return &conformancev1.MultiInputResponse{Asked: ask("", asks{guest: askName("Who comes?"), host: askName("Who invites?")})}, nil
}

// ToolWithTask asks for a name before it is a task, and greets when it is one.
func (jobs) ToolWithTask(ctx context.Context, in *conformancev1.ToolWithTaskRequest) (*conformancev1.ToolWithTaskResponse, error) {
	name := filled(in.GetInputs(), "user_name", "name")
	if name == "" {
		return &conformancev1.ToolWithTaskResponse{Asked: ask("", asks{"user_name": askName("What is your name?")})}, nil
	}
	if err := wait(ctx, time.Second); err != nil {
		return nil, err
	}
	return &conformancev1.ToolWithTaskResponse{Content: texts("Hello, " + name + "!")}, nil
}

// wait waits, unless nobody does any more.
func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return status.FromContextError(ctx.Err()).Err()
	}
}
