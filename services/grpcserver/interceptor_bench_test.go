package grpcserver

import (
	"context"
	"testing"

	client_golang "github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/exporters/prometheus"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
)

// BenchmarkInterceptor is what the server adds to a call that succeeds.
func BenchmarkInterceptor(b *testing.B) {
	reader, err := prometheus.New(prometheus.WithRegisterer(client_golang.NewRegistry()))
	if err != nil {
		b.Fatal(err)
	}
	s := New(Options{MeterProvider: sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader))})
	tasksv1.RegisterTaskServiceServer(s, tasksv1.UnimplementedTaskServiceServer{})
	if err := s.prepare(); err != nil {
		b.Fatal(err)
	}
	md := metadata.Pairs(":authority", "127.0.0.1:1", "content-type", "application/grpc", "user-agent", "grpc-go",
		"x-user-id", "1", "x-user-role", "user", "x-user-timezone", "Asia/Karachi", "x-user-language", "en")
	ctx, cancel := context.WithTimeout(metadata.NewIncomingContext(b.Context(), md), DefaultDeadline)
	defer cancel()
	info := &grpc.UnaryServerInfo{FullMethod: tasksv1.TaskService_CreateTask_FullMethodName}
	in, out := &tasksv1.CreateTaskRequest{Title: proto.String("Read Quran after Fajr")}, &tasksv1.CreateTaskResponse{}
	handler := func(context.Context, any) (any, error) { return out, nil }
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.unary(ctx, in, info, handler); err != nil {
			b.Fatal(err)
		}
	}
}
