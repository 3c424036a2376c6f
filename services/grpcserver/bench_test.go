package grpcserver_test

import (
	"context"
	"net"
	"syscall"
	"testing"
	"time"

	"go.opentelemetry.io/otel/exporters/prometheus"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	client_golang "github.com/prometheus/client_golang/prometheus"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/mtls/mtlstest"
)

// BenchmarkUnary compares a call through the platform's server and connection with one through bare grpc-go.
func BenchmarkUnary(b *testing.B) {
	reader, err := prometheus.New(prometheus.WithRegisterer(client_golang.NewRegistry()))
	if err != nil {
		b.Fatal(err)
	}
	meters := sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader))
	traces := sdktrace.NewTracerProvider(sdktrace.WithSampler(sdktrace.NeverSample()))
	b.Run("bare", func(b *testing.B) {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			b.Fatal(err)
		}
		server := grpc.NewServer()
		tasksv1.RegisterTaskServiceServer(server, tasks{create: echo})
		go server.Serve(listener)
		defer server.Stop()
		conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			b.Fatal(err)
		}
		defer conn.Close()
		calls(b, conn)
	})
	b.Run("platform", func(b *testing.B) {
		_, conn := serve(b, grpcserver.Options{MeterProvider: meters}, func(r grpc.ServiceRegistrar) {
			tasksv1.RegisterTaskServiceServer(r, tasks{create: echo})
		})
		calls(b, conn)
	})
	b.Run("tls", func(b *testing.B) {
		ours := mtlstest.NewAuthority(b)
		options := grpcserver.Options{MeterProvider: meters, TLS: mtlstest.Open(b, ours.For("tasks-svc")), Edges: []string{"gateway"}}
		_, plain := serve(b, options, func(r grpc.ServiceRegistrar) {
			tasksv1.RegisterTaskServiceServer(r, tasks{create: echo})
		})
		conn, err := grpcclient.Dial(plain.Target(), grpcclient.Options{
			TLS: mtlstest.Open(b, ours.For("gateway")), Service: "spiffe://test/tasks-svc",
		})
		if err != nil {
			b.Fatal(err)
		}
		defer conn.Close()
		calls(b, conn)
	})
	b.Run("traced", func(b *testing.B) {
		_, conn := serve(b, grpcserver.Options{MeterProvider: meters, TracerProvider: traces}, func(r grpc.ServiceRegistrar) {
			tasksv1.RegisterTaskServiceServer(r, tasks{create: echo})
		})
		conn, err := grpcclient.Dial(conn.Target(), grpcclient.Options{TracerProvider: traces})
		if err != nil {
			b.Fatal(err)
		}
		defer conn.Close()
		calls(b, conn)
	})
}

// cpu is the processor time used so far, which a busy machine distorts less than the time that passes.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func calls(b *testing.B, conn grpc.ClientConnInterface) {
	b.Helper()
	client := tasksv1.NewTaskServiceClient(conn)
	zone, err := identity.LoadZone("Asia/Karachi")
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(identity.NewContext(b.Context(), identity.Caller{
		UserID: 1, Role: identity.RoleUser, Timezone: zone, Language: "en",
	}))
	defer cancel()
	in := read("Read Quran after Fajr")
	b.ReportAllocs()
	b.SetParallelism(32)
	before := cpu(b)
	defer func() { b.ReportMetric(float64(cpu(b)-before)/float64(b.N), "cpu-ns/op") }()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := client.CreateTask(ctx, in); err != nil {
				b.Error(err)
				return
			}
		}
	})
}
