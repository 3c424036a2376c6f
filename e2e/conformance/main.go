// Command conformance is a service of somebody else's with the tools that the official conformance suite of MCP asks a server for. It
// joins a platform by registering, as docs/join.md has it, and knows nothing else of it: what the suite finds out of the gateway it
// finds out of what any service can say. Its contract is in proto/conformance/v1; a new fixture is an RPC there and a method here.
//
//	make conformance
package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/join"

	conformancev1 "github.com/salaatflow/platform/e2e/conformance/proto/conformance/v1"
)

// descriptors are the service's files with their comments, as buf build writes them.
//
//go:embed proto/conformance.binpb
var descriptors []byte

func main() {
	config := join.Flags(flag.CommandLine, "conformance-svc", "v1.0.0")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	changing := &changes{ctx: ctx, config: *config}
	own, err := without("transient.v1")
	if err != nil { // it stands in the source
		panic(err)
	}
	err = config.Serve(ctx, own, func(server grpc.ServiceRegistrar) {
		conformancev1.RegisterContentServiceServer(server, contents{})
		conformancev1.RegisterStreamServiceServer(server, streams{})
		conformancev1.RegisterRoundServiceServer(server, rounds{})
		conformancev1.RegisterChangeServiceServer(server, changing)
		conformancev1.RegisterResourceServiceServer(server, &resources{})
		conformancev1.RegisterPromptServiceServer(server, prompts{})
		conformancev1.RegisterJobServiceServer(server, jobs{})
	})
	changing.wait()
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}
