package grpcserver_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/identity"
)

// registry has the platform's streams: one of the server's, and one of both sides.
type registry struct {
	registryv1.UnimplementedRegistryServiceServer
	watch func(grpc.ServerStreamingServer[registryv1.WatchResponse]) error
}

func (r registry) Watch(_ *registryv1.WatchRequest, out grpc.ServerStreamingServer[registryv1.WatchResponse]) error {
	return r.watch(out)
}

func (registry) KeepAlive(s grpc.BidiStreamingServer[registryv1.KeepAliveRequest, registryv1.KeepAliveResponse]) error {
	for {
		if _, err := s.Recv(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := s.Send(&registryv1.KeepAliveResponse{}); err != nil {
			return err
		}
	}
}

type watchStream = grpc.ServerStreamingServer[registryv1.WatchResponse]

func serveRegistry(t *testing.T, options grpcserver.Options, watch func(watchStream) error) (*grpcserver.Server, *grpc.ClientConn) {
	t.Helper()
	return serve(t, options, func(r grpc.ServiceRegistrar) {
		registryv1.RegisterRegistryServiceServer(r, registry{watch: watch})
	})
}

func TestAStreamKnowsItsCallerAndHasNoDeadline(t *testing.T) {
	_, conn := serveRegistry(t, grpcserver.Options{}, func(out watchStream) error {
		if _, bounded := out.Context().Deadline(); bounded {
			t.Error("the stream has a deadline")
		}
		return out.Send(&registryv1.WatchResponse{Revision: int64(identity.FromContext(out.Context()).UserID)})
	})
	stream, err := registryv1.NewRegistryServiceClient(conn).Watch(as(t, 42), &registryv1.WatchRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := stream.Recv(); err != nil || got.GetRevision() != 42 {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("got %v at the end", err)
	}
}

func TestEachMessageOfAStreamIsChecked(t *testing.T) {
	_, conn := serveRegistry(t, grpcserver.Options{}, nil)
	stream, err := registryv1.NewRegistryServiceClient(conn).KeepAlive(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Send(&registryv1.KeepAliveRequest{LeaseId: "a"}); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	if err := stream.Send(&registryv1.KeepAliveRequest{}); err != nil {
		t.Fatal(err)
	}
	_, err = stream.Recv()
	if got := apperr.From(err); got == nil || len(got.Violations) != 1 || got.Violations[0].Field != "lease_id" {
		t.Errorf("got %v", err)
	}
}

func TestAPanicInAStreamShowsNothing(t *testing.T) {
	var log logged
	_, conn := serveRegistry(t, grpcserver.Options{Logger: log.logger()}, func(watchStream) error { panic("secret") })
	stream, err := registryv1.NewRegistryServiceClient(conn).Watch(t.Context(), &registryv1.WatchRequest{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = stream.Recv()
	if got := apperr.From(err); got.Code != codes.Internal || got.Message != "internal error" {
		t.Errorf("got %v", err)
	}
}

func TestStreamsEndWhenTheServerDrains(t *testing.T) {
	server, conn := serveRegistry(t, grpcserver.Options{}, func(out watchStream) error {
		if err := out.Send(&registryv1.WatchResponse{}); err != nil {
			return err
		}
		<-out.Context().Done()
		return out.Context().Err()
	})
	stream, err := registryv1.NewRegistryServiceClient(conn).Watch(t.Context(), &registryv1.WatchRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	_, err = stream.Recv()
	if got := apperr.From(err); got == nil || got.Code != codes.Unavailable {
		t.Errorf("got %v", err)
	}
}

func TestAStreamThatWaitsForItsClientEndsWhenTheServerDrains(t *testing.T) {
	server, conn := serveRegistry(t, grpcserver.Options{}, nil)
	stream, err := registryv1.NewRegistryServiceClient(conn).KeepAlive(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Send(&registryv1.KeepAliveRequest{LeaseId: "a"}); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	_, err = stream.Recv()
	if got := apperr.From(err); got == nil || got.Code != codes.Unavailable {
		t.Errorf("got %v", err)
	}
}

// written gets what is logged, a line each.
type written chan string

func (w written) Write(p []byte) (int, error) {
	w <- string(p)
	return len(p), nil
}

func TestAStreamThatEndsWithItsConnectionIsNoWarning(t *testing.T) {
	lines := make(written, 64)
	_, conn := serveRegistry(t, grpcserver.Options{
		Logger:           slog.New(slog.NewTextHandler(lines, &slog.HandlerOptions{Level: slog.LevelDebug})),
		MaxConnectionAge: 20 * time.Millisecond, MaxConnectionAgeGrace: 20 * time.Millisecond,
	}, func(out watchStream) error {
		for {
			if err := out.Send(&registryv1.WatchResponse{}); err != nil {
				return err
			}
			runtime.Gosched()
		}
	})
	client := registryv1.NewRegistryServiceClient(conn)
	for name, open := range map[string]func() (grpc.ClientStream, error){
		"KeepAlive": func() (grpc.ClientStream, error) { return client.KeepAlive(t.Context()) },
		"Watch":     func() (grpc.ClientStream, error) { return client.Watch(t.Context(), &registryv1.WatchRequest{}) },
	} {
		stream, err := open()
		if err != nil {
			t.Fatal(err)
		}
		for err = nil; err == nil; {
			err = stream.RecvMsg(&registryv1.WatchResponse{})
		}
		timeout := time.After(20 * time.Second)
		for said := false; !said; {
			select {
			case line := <-lines:
				said = strings.Contains(line, name)
				if strings.Contains(line, "level=WARN") || strings.Contains(line, "level=ERROR") {
					t.Errorf("%s: %s", name, line)
				}
			case <-timeout:
				t.Fatalf("%s has not ended", name)
			}
		}
	}
}
