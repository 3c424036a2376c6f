package e2e

import (
	"testing"

	"google.golang.org/grpc"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/services/grpcclient"
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

// toolsOf lists the tools of a registry; none while it cannot be reached.
func toolsOf(t *testing.T, registry *grpc.ClientConn) []*registryv1.RegisteredTool {
	t.Helper()
	answer, err := registryv1.NewRegistryServiceClient(registry).ListTools(t.Context(), &registryv1.ListToolsRequest{})
	if err != nil {
		return nil
	}
	return answer.GetTools()
}
