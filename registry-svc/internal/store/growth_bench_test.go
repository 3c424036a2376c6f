package store_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/store"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/clock"
)

// placeholder stands for the number of a service, and is as long, in descriptors that are made for each service by writing its
// number in place of it.
const placeholder = "0000"

// source is a service of fifty tools with five parameters and five results each.
func source() string {
	var b strings.Builder
	b.WriteString("edition = \"2023\";\npackage grows.s0000.v1;\nimport \"salaatflow/tools/v1/tool.proto\";\n" +
		"// A service that grows.\nservice GrowsService {\n")
	for i := range 50 {
		fmt.Fprintf(&b, "  // Does the thing of number %d for the user who calls, and says what came of it.\n"+
			"  rpc Do%[1]d(Do%[1]dRequest) returns (Do%[1]dResponse) {\n    option (salaatflow.tools.v1.tool) = {name: \"s0000_tool_%[1]d\" "+
			"title: \"Do thing\" auth: AUTH_NONE read_only: true example_arguments: \"{}\" aliases: \"s0000_alias_%[1]d\"};\n  }\n", i)
	}
	b.WriteString("}\n")
	for i := range 50 {
		for _, kind := range []string{"Request", "Response"} {
			fmt.Fprintf(&b, "// What it is about.\nmessage Do%d%s {\n", i, kind)
			for field := range 5 {
				fmt.Fprintf(&b, "  // The field of number %d, which says something useful.\n  string field_%[1]d = %d;\n", field, field+1)
			}
			b.WriteString("}\n")
		}
	}
	return b.String()
}

// grown returns what so many services register.
func grown(b *testing.B, services int) []registrations.Offer {
	b.Helper()
	compiled, err := proto.Marshal(catalogtest.Compile(b, source()))
	if err != nil {
		b.Fatal(err)
	}
	offers := make([]registrations.Offer, services)
	for i := range offers {
		number := fmt.Sprintf("%04d", i)
		files := &descriptorpb.FileDescriptorSet{}
		if err := proto.Unmarshal(bytes.ReplaceAll(compiled, []byte("s"+placeholder), []byte("s"+number)), files); err != nil {
			b.Fatal(err)
		}
		offers[i] = registrations.Offer{
			Service: "grows-" + number + "-svc", Version: "1.0.0", InstanceID: "one", Address: "10.0.0.1:" + number,
			GRPCServices: []string{"grows.s" + number + ".v1.GrowsService"}, Files: files,
		}
	}
	return offers
}

// processorTime returns how long this process has run on processors.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// watchAll begins so many watches of a registry, and returns what waits until each has seen an instance come or go.
func watchAll(b *testing.B, registry *registrations.Registry, watchers int) (await func(service string)) {
	b.Helper()
	seen := make(chan string, 64*watchers)
	ctx, cancel := context.WithCancel(context.WithoutCancel(b.Context()))
	var running sync.WaitGroup
	b.Cleanup(func() { cancel(); running.Wait() })
	current, history, err := registry.Now()
	if err != nil {
		b.Fatal(err)
	}
	for range watchers {
		watch, err := registry.Watch(ctx, registrations.Position{History: history, Revision: current.Revision()}, registrations.Form{})
		if err != nil {
			b.Fatal(err)
		}
		running.Go(func() {
			defer watch.Close()
			for {
				message, err := watch.Next(ctx)
				if err != nil {
					return
				}
				if _, err := proto.Marshal(message); err != nil {
					panic(err)
				}
				switch {
				case message.GetInstanceAdded() != nil:
					seen <- message.GetInstanceAdded().GetService()
				case message.GetInstanceRemoved() != nil:
					seen <- message.GetInstanceRemoved().GetService()
				}
			}
		})
	}
	return func(service string) {
		for waiting := watchers; waiting > 0; {
			if <-seen == service {
				waiting--
			}
		}
	}
}

// BenchmarkGrowth registers services of fifty tools each, and reports how much processor time each takes, what all of them take
// in memory, how long all take that register again with a registry that has begun anew, and how long it takes, and how much
// processor time, until twenty watchers have seen that an instance came.
func BenchmarkGrowth(b *testing.B) {
	for _, services := range []int{100, 300, 1000} {
		b.Run(fmt.Sprint(services), func(b *testing.B) {
			if testing.Short() && services > 100 {
				b.Skip("it takes long")
			}
			offers := grown(b, services)
			for b.Loop() {
				measureGrowth(b, offers)
			}
			b.ReportMetric(0, "ns/op") // meaningless here
		})
	}
}

func measureGrowth(b *testing.B, offers []registrations.Offer) {
	b.Helper()
	limits := registrations.DefaultLimits()
	limits.Services, limits.Instances, limits.Definitions, limits.Tools, limits.Bytes = 1<<16, 1<<16, 1<<16, 1<<20, 1<<30
	limits.PerHost = registrations.HostLimits{Services: 1 << 16, Instances: 1 << 16, Definitions: 1 << 16, Tools: 1 << 20, Bytes: 1 << 30}
	begin := func() *registrations.Registry {
		return registrations.New(registrations.Options{
			Store: store.NewMemory(), TTL: time.Hour, Settling: -1, Limits: limits, Clock: clock.System(),
			Logger: slog.New(slog.DiscardHandler),
		})
	}
	admit := func(registry *registrations.Registry, offer registrations.Offer) registrations.Lease {
		lease, err := registry.Register(b.Context(), offer)
		if err == nil {
			_, err = registry.KeepAlive(b.Context(), lease.ID)
		}
		if err != nil {
			b.Fatal(err)
		}
		return lease
	}
	before, used := heap(), processorTime(b)
	registry := begin()
	for _, offer := range offers {
		admit(registry, offer)
	}
	b.ReportMetric(float64(processorTime(b)-used)/float64(len(offers)), "ns-CPU/registration")
	b.ReportMetric(float64(heap()-before)/1e6, "MB")

	again, began := begin(), time.Now()
	var group sync.WaitGroup
	for part := range 8 {
		group.Go(func() {
			for i := part; i < len(offers); i += 8 {
				admit(again, offers[i])
			}
		})
	}
	group.Wait()
	b.ReportMetric(time.Since(began).Seconds(), "s-all-again")

	await := watchAll(b, registry, 20)
	const changes = 50
	used, began = processorTime(b), time.Now()
	for i := range changes {
		offer := offers[i%len(offers)]
		offer.InstanceID, offer.Address = "two", "10.0.0.2:"+fmt.Sprint(i)
		lease := admit(registry, offer)
		await(offer.Service)
		if err := registry.Deregister(b.Context(), lease.ID); err != nil {
			b.Fatal(err)
		}
		await(offer.Service)
	}
	b.ReportMetric(float64(processorTime(b)-used)/(2*changes), "ns-CPU/change")
	b.ReportMetric(float64(time.Since(began))/(2*changes), "ns-seen-by-all/change")
	runtime.KeepAlive(registry)
}
