package grpcserver_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/identity"
)

func read(title string) *tasksv1.CreateTaskRequest {
	return &tasksv1.CreateTaskRequest{Title: proto.String(title)}
}

func TestAHandlerKnowsItsCaller(t *testing.T) {
	var got identity.Caller
	client, _ := serveTasks(t, grpcserver.Options{}, func(ctx context.Context, in *createRequest) (*createResponse, error) {
		got = identity.FromContext(ctx)
		return echo(ctx, in)
	})
	zone, err := identity.LoadZone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	sent := identity.Caller{UserID: 7, Role: identity.RoleAdmin, Timezone: zone, Language: "ur"}
	// What was put into the metadata by hand does not count: the connection overwrites it.
	ctx := metadata.AppendToOutgoingContext(identity.NewContext(t.Context(), sent), "x-user-id", "1", "x-user-role", "user")
	if _, err := client.CreateTask(ctx, read("Read Quran")); err != nil {
		t.Fatal(err)
	}
	if got != sent {
		t.Errorf("sent %+v, got %+v", sent, got)
	}
}

func TestForgedIdentityInMetadataIsNobody(t *testing.T) {
	client, _ := serveTasks(t, grpcserver.Options{}, echo)
	_, err := client.CreateTask(metadata.AppendToOutgoingContext(t.Context(), "x-user-id", "1"), read("Read Quran"))
	if got := apperr.From(err); got == nil || got.Code != codes.Unauthenticated {
		t.Errorf("got %v", err)
	}
}

func TestWhatAHandlerGivesIsWhatACallerSees(t *testing.T) {
	const secret = "SQLSTATE 42P01 at 10.0.0.3"
	for name, tc := range map[string]struct {
		handler  createFunc
		code     codes.Code
		reason   errorsv1.Reason
		message  string
		loggedAs string
	}{
		"panic": {
			func(context.Context, *tasksv1.CreateTaskRequest) (*tasksv1.CreateTaskResponse, error) { panic(secret) },
			codes.Internal, errorsv1.Reason_REASON_SERVER_ERROR, "internal error", "ERROR",
		},
		"unknown error": {
			func(context.Context, *tasksv1.CreateTaskRequest) (*tasksv1.CreateTaskResponse, error) {
				return nil, errors.New(secret)
			},
			codes.Internal, errorsv1.Reason_REASON_SERVER_ERROR, "internal error", "ERROR",
		},
		"refusal with a cause": {
			func(context.Context, *tasksv1.CreateTaskRequest) (*tasksv1.CreateTaskResponse, error) {
				return nil, apperr.Refused("there are too many tasks").WithCause(errors.New(secret))
			},
			codes.FailedPrecondition, errorsv1.Reason_REASON_INVALID_REQUEST, "there are too many tasks", "INFO",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var log logged
			client, _ := serveTasks(t, grpcserver.Options{Logger: log.logger()}, tc.handler)
			_, err := client.CreateTask(as(t, 1), read("Read Quran"))
			got := apperr.From(err)
			if got == nil || got.Code != tc.code || got.Reason != tc.reason || got.Message != tc.message {
				t.Fatalf("got %+v", got)
			}
			if strings.Contains(err.Error(), secret) {
				t.Errorf("the caller sees %v", err)
			}
			if n := strings.Count(log.String(), secret); n != 1 || !strings.Contains(log.String(), `"level":"`+tc.loggedAs) {
				t.Errorf("the cause is logged %d times: %s", n, log.String())
			}
			if name == "panic" && !strings.Contains(log.String(), "unary_test.go") {
				t.Errorf("the log lacks the stack: %s", log.String())
			}
		})
	}
}

func TestACallWithoutAUserIsRefused(t *testing.T) {
	client, _ := serveTasks(t, grpcserver.Options{}, func(context.Context, *tasksv1.CreateTaskRequest) (*tasksv1.CreateTaskResponse, error) {
		t.Error("the handler was called")
		return nil, nil
	})
	for name, call := range map[string]func() error{
		"a tool that needs a user":           func() error { _, err := client.CreateTask(t.Context(), read("x")); return err },
		"no tool, and it needs a user":       func() error { _, err := client.GetTask(t.Context(), nil); return err },
		"before its arguments are looked at": func() error { _, err := client.CreateTask(t.Context(), read("")); return err },
		"even one that is not implemented":   func() error { _, err := client.UndeleteTask(t.Context(), nil); return err },
	} {
		t.Run(name, func(t *testing.T) {
			got := apperr.From(call())
			if got == nil || got.Code != codes.Unauthenticated || got.Reason != errorsv1.Reason_REASON_AUTH_REQUIRED {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestArgumentsAreCheckedAgainstTheirRules(t *testing.T) {
	client, _ := serveTasks(t, grpcserver.Options{}, echo)
	for name, tc := range map[string]struct {
		in    *tasksv1.CreateTaskRequest
		field []string
	}{
		"missing":        {&tasksv1.CreateTaskRequest{}, []string{"title"}},
		"blank is empty": {read("   "), []string{"title"}},
		"too long":       {read(strings.Repeat("ا", 201)), []string{"title"}},
		"NUL":            {read("a\x00b"), []string{"title"}},
		"NUL and a rule": {
			&tasksv1.CreateTaskRequest{Title: proto.String("x"), Category: proto.String("\x00")},
			[]string{"category", "category"},
		},
		"two at once": {
			&tasksv1.CreateTaskRequest{Priority: proto.String("urgent"), Title: proto.String("x"), MasjidId: proto.Int32(0)},
			[]string{"priority", "masjid_id"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := client.CreateTask(as(t, 1), tc.in)
			got := apperr.From(err)
			if got == nil || got.Code != codes.InvalidArgument || got.ToolCode() != "VALIDATION_ERROR" {
				t.Fatalf("got %+v", got)
			}
			if len(got.Violations) != len(tc.field) {
				t.Fatalf("got %+v, want fields %v", got.Violations, tc.field)
			}
			for i, field := range tc.field {
				if got.Violations[i].Field != field || got.Violations[i].Message == "" {
					t.Errorf("got %+v, want field %s", got.Violations[i], field)
				}
			}
		})
	}
}

func TestATitleIsTrimmedBeforeItIsMeasured(t *testing.T) {
	client, _ := serveTasks(t, grpcserver.Options{}, echo)
	title := strings.Repeat("ا", 200)
	got, err := client.CreateTask(as(t, 1), read("  "+title+" \n"))
	if err != nil || got.GetTask().GetTitle() != title {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestACallEndsAtTheServersLimit(t *testing.T) {
	var remaining time.Duration
	options := grpcserver.Options{Deadline: 20 * time.Millisecond}
	client, _ := serveTasks(t, options, func(ctx context.Context, _ *createRequest) (*createResponse, error) {
		deadline, _ := ctx.Deadline()
		remaining = time.Until(deadline)
		<-ctx.Done()
		return nil, errors.New("interrupted (9)") // as drivers say it
	})
	_, err := client.CreateTask(as(t, 1), read("x"))
	if got := apperr.From(err); got == nil || got.ToolCode() != "TIMEOUT" {
		t.Errorf("got %v", err)
	}
	if remaining > 20*time.Millisecond {
		t.Errorf("the handler had %v", remaining)
	}
}

func TestACallHasTenSecondsUnlessItsCallerSaysLess(t *testing.T) {
	var remaining time.Duration
	client, _ := serveTasks(t, grpcserver.Options{}, func(ctx context.Context, in *createRequest) (*createResponse, error) {
		deadline, _ := ctx.Deadline()
		remaining = time.Until(deadline)
		return echo(ctx, in)
	})
	hour, cancel := context.WithTimeout(as(t, 1), time.Hour)
	defer cancel()
	five, cancelFive := context.WithTimeout(as(t, 1), 5*time.Second)
	defer cancelFive()
	for name, tc := range map[string]struct {
		ctx  context.Context
		most time.Duration
	}{
		"none": {as(t, 1), 10 * time.Second}, "an hour": {hour, 10 * time.Second}, "five seconds": {five, 5 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := client.CreateTask(tc.ctx, read("x")); err != nil {
				t.Fatal(err)
			}
			if remaining > tc.most || remaining < tc.most/2 {
				t.Errorf("the handler had %v, want %v", remaining, tc.most)
			}
		})
	}
}

func TestACallersCancellationReachesTheHandler(t *testing.T) {
	running, ended := make(chan struct{}), make(chan error, 1)
	client, _ := serveTasks(t, grpcserver.Options{}, func(ctx context.Context, _ *createRequest) (*createResponse, error) {
		close(running)
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, ctx.Err()
	})
	ctx, cancel := context.WithCancel(as(t, 1))
	go func() { <-running; cancel() }()
	if _, err := client.CreateTask(ctx, read("x")); apperr.From(err).Code != codes.Canceled {
		t.Errorf("got %v", err)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the handler saw %v", err)
	}
}
