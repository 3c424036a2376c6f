package e2e

import (
	"net/http"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/salaatflow/platform/e2e/harness"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
)

// archiveProto is a service whose path is PATH.
const archiveProto = `syntax = "proto3";
package archive.v1;
import "google/api/annotations.proto";
import "salaatflow/tools/v1/tool.proto";
// Keeps papers.
service Archive {
  // Lists papers.
  rpc ListPapers(ListPapersRequest) returns (ListPapersResponse) {
    option (salaatflow.tools.v1.auth) = AUTH_NONE;
    option (google.api.http) = {get: "PATH"};
  }
}
// Which.
message ListPapersRequest {
  // The title.
  string title = 1;
}
// Papers.
message ListPapersResponse {}
`

// A path that somebody has is refused when a service registers, with the name of its holder, and stays the holder's.
func TestAPathThatSomebodyHasIsRefusedByName(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	startLibrary(t, platform)
	registry := platform.RegistryClient(t)
	for path, want := range map[string]string{
		"/v1/books":               `the REST path "GET /v1/books" is held by library-svc`,
		"/api/library/v1/{title}": `the REST path "GET /api/library/v1/{title}" is held by library-svc`,
		"/api/v1/tasks":           `the REST path "GET /api/v1/tasks" is held by tasks-svc`,
		"/api/v1/tools":           `the REST path "GET /api/v1/tools" is the gateway's own`,
		"/console/{title}":        `the REST path "GET /console/{title}" is the gateway's own`,
		"/papers":                 `choose one below /api/ or below a version, such as /v1/`,
	} {
		_, err := registry.Register(t.Context(), &registryv1.RegisterRequest{
			Service: "archive-svc", Version: "v1.0.0", InstanceId: "one", Address: "127.0.0.1:1",
			GrpcServices: []string{"archive.v1.Archive"}, Files: catalogtest.Compile(t, strings.ReplaceAll(archiveProto, "PATH", path)),
		})
		refusal := apperr.From(err)
		if refusal == nil || refusal.Code != codes.AlreadyExists && refusal.Code != codes.InvalidArgument ||
			!strings.Contains(refusal.Message, want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
	if got := send(t, platform, http.MethodGet, "/v1/books?title=Dune", ""); !strings.Contains(got.body, `"ListBooks"`) {
		t.Errorf("the holder's path: %d %s", got.status, got.body)
	}
}
