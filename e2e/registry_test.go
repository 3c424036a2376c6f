package e2e

import (
	"context"
	"testing"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/descriptors"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/toolspec"
)

func registryOf(t *testing.T, address string) *grpc.ClientConn {
	t.Helper()
	conn, err := grpcclient.Dial(address, grpcclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() }) // the test is over
	return conn
}

// toolsOfServices returns the names of the tools that some of the platform's gRPC services offer.
func toolsOfServices(t *testing.T, services ...string) []string {
	t.Helper()
	described, err := descriptors.Services(services...)
	if err != nil {
		t.Fatal(err)
	}
	tools, err := toolspec.Tools(described...)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	return names
}

// toolsOf returns the tools of a registry, or none while it cannot be reached.
func toolsOf(t *testing.T, registry *grpc.ClientConn) []*registryv1.RegisteredTool {
	t.Helper()
	answer, err := registryv1.NewRegistryServiceClient(registry).ListTools(t.Context(), &registryv1.ListToolsRequest{})
	if err != nil {
		return nil
	}
	return answer.GetTools()
}

// watchOf follows the catalogue of a registry until the end of the test.
func watchOf(t *testing.T, address string) *discovery.Watcher {
	t.Helper()
	watcher := discovery.New(discovery.Options{Registry: registryOf(t, address)})
	if err := watcher.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = watcher.Stop(context.WithoutCancel(t.Context())) }) // the test is over
	harness.WaitFor(t, "the registry's first catalogue", watcher.Synced())
	return watcher
}

// instancesOf returns how many instances of a service can be called.
func instancesOf(watcher *discovery.Watcher, service string) int {
	count := 0
	for _, instance := range watcher.Current().Instances() {
		if instance.Service == service {
			count++
		}
	}
	return count
}
