package api_test

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/registrytest"
	"github.com/salaatflow/platform/registry-svc/internal/store"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/identity"
)

// records keeps what is recorded.
type records struct {
	mu   sync.Mutex
	kept []audit.Record
}

func (r *records) Record(_ context.Context, record audit.Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = append(r.kept, record)
}

func (*records) Admit() *apperr.Error { return nil }

func (r *records) all() []audit.Record {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]audit.Record(nil), r.kept...)
}

// remembering is a client of a registry that remembers definitions, and what that records.
func remembering(t *testing.T) (registryv1.RegistryServiceClient, *records) {
	t.Helper()
	memory, err := store.OpenMemory(filepath.Join(t.TempDir(), "definitions.json"))
	if err != nil {
		t.Fatal(err)
	}
	kept := &records{}
	return client(t, registrytest.Options{Change: func(o *registrations.Options) { o.Store, o.Audit = memory, kept }}), kept
}

// garden returns the registration of a service of somebody else's, whose tool does something.
func garden(t *testing.T, id, does string) *registryv1.RegisterRequest {
	t.Helper()
	return &registryv1.RegisterRequest{
		Service: "garden-svc", Version: "1.0.0", InstanceId: id, Address: map[string]string{"a": "127.0.0.1:9001", "b": "127.0.0.1:9002"}[id],
		GrpcServices: []string{catalogtest.GRPCService("garden.v1")},
		Files:        catalogtest.Files(t, "garden.v1", catalogtest.Tool{Name: "sow", Does: does}),
	}
}

func as(t *testing.T, caller identity.Caller) context.Context {
	t.Helper()
	return identity.NewContext(t.Context(), caller)
}

var admin = identity.Caller{UserID: 7, Role: identity.RoleAdmin}

const changed = "Sows, and tells a stranger."

// waiting lets a second instance offer something else under the same version, and returns what is remembered of that.
func waiting(t *testing.T, client registryv1.RegistryServiceClient) *registryv1.RememberedDefinition {
	t.Helper()
	for _, request := range []*registryv1.RegisterRequest{garden(t, "a", "Sows."), garden(t, "b", changed)} {
		if _, err := client.Register(t.Context(), request); err != nil {
			t.Fatal(err)
		}
	}
	listed, err := client.ListDefinitions(as(t, admin), &registryv1.ListDefinitionsRequest{State: "quarantined"})
	if err != nil || listed.GetCount() != 1 || len(listed.GetDefinitions()) != 1 {
		t.Fatalf("listed are %v, %v", listed, err)
	}
	return listed.GetDefinitions()[0]
}

func TestAnAdministratorSeesWhatChanged(t *testing.T) {
	client, _ := remembering(t)
	found := waiting(t, client)
	if found.GetService() != "garden-svc" || found.GetHost() != "::1" || found.GetInstanceCount() != 1 ||
		found.DecidedBy != nil || strings.Join(found.GetTools(), ",") != "sow" {
		t.Errorf("what waits is %v", found)
	}
	diff, err := client.DiffDefinition(as(t, admin), &registryv1.DiffDefinitionRequest{Hash: found.GetHash()})
	if err != nil || len(diff.GetChanges()) != 1 || diff.GetChanges()[0].GetSubject() != "tool sow" ||
		diff.GetChanges()[0].GetField() != "description" || diff.GetChanges()[0].GetBefore() != "Sows." {
		t.Errorf("it changes %v, %v", diff, err)
	}
	details, err := client.GetDefinition(as(t, admin), &registryv1.GetDefinitionRequest{Hash: found.GetHash()})
	if err != nil || len(details.GetTools()) != 1 || details.GetTools()[0].GetDescription() != changed {
		t.Errorf("it is %v, %v", details, err)
	}
}

func TestAnAdministratorDecidesAndLeavesATrace(t *testing.T) {
	client, kept := remembering(t)
	hash := waiting(t, client).GetHash()
	rejected, err := client.RejectDefinition(as(t, admin), &registryv1.RejectDefinitionRequest{Hash: hash, Reason: "not ours"})
	if err != nil || rejected.GetDefinition().GetState() != "rejected" || rejected.GetDefinition().GetDecidedBy() != "user 7" ||
		rejected.GetDefinition().GetReason() != "not ours" {
		t.Errorf("rejected is %v, %v", rejected, err)
	}
	tool, err := client.GetTool(t.Context(), &registryv1.GetToolRequest{Name: "sow"})
	if err != nil || tool.GetTool().GetDescription() != "Sows." {
		t.Errorf("the tool is %v, %v", tool, err)
	}
	accepted, err := client.AcceptDefinition(as(t, admin), &registryv1.AcceptDefinitionRequest{Hash: hash})
	if err != nil || accepted.GetDefinition().GetState() != "accepted" || accepted.GetDefinition().Reason != nil {
		t.Errorf("accepted is %v, %v", accepted, err)
	}
	records := kept.all()
	results := []string{"QUARANTINED", audit.OK, audit.OK}
	if len(records) != len(results) {
		t.Fatalf("recorded is %+v", records)
	}
	for i, record := range records {
		if record.Result != results[i] || !strings.Contains(record.Detail, hash) {
			t.Errorf("recorded is %+v, want %s", record, results[i])
		}
	}
	if !strings.Contains(records[0].Detail, "description of tool sow") {
		t.Errorf("recorded is %q, without what changed", records[0].Detail)
	}
}

func TestOnlyAdministratorsSeeAndDecide(t *testing.T) {
	client, kept := remembering(t)
	if _, err := client.Register(t.Context(), garden(t, "a", "Sows.")); err != nil {
		t.Fatal(err)
	}
	listed, err := client.ListDefinitions(as(t, admin), &registryv1.ListDefinitionsRequest{})
	if err != nil || len(listed.GetDefinitions()) != 1 {
		t.Fatalf("listed are %v, %v", listed, err)
	}
	hash := listed.GetDefinitions()[0].GetHash()
	calls := map[string]func(context.Context, string) error{
		"list": func(ctx context.Context, _ string) error {
			_, err := client.ListDefinitions(ctx, &registryv1.ListDefinitionsRequest{})
			return err
		},
		"get": func(ctx context.Context, hash string) error {
			_, err := client.GetDefinition(ctx, &registryv1.GetDefinitionRequest{Hash: hash})
			return err
		},
		"diff": func(ctx context.Context, hash string) error {
			_, err := client.DiffDefinition(ctx, &registryv1.DiffDefinitionRequest{Hash: hash})
			return err
		},
		"accept": func(ctx context.Context, hash string) error {
			_, err := client.AcceptDefinition(ctx, &registryv1.AcceptDefinitionRequest{Hash: hash})
			return err
		},
		"reject": func(ctx context.Context, hash string) error {
			_, err := client.RejectDefinition(ctx, &registryv1.RejectDefinitionRequest{Hash: hash})
			return err
		},
	}
	for name, call := range calls {
		if got := status.Code(call(t.Context(), hash)); got != codes.Unauthenticated {
			t.Errorf("%s by nobody: %v", name, got)
		}
		if got := status.Code(call(as(t, identity.Caller{UserID: 7, Role: identity.RoleUser}), hash)); got != codes.PermissionDenied {
			t.Errorf("%s by a user: %v", name, got)
		}
		if name == "list" {
			continue
		}
		if got := status.Code(call(as(t, admin), strings.Repeat("0", 64))); got != codes.NotFound {
			t.Errorf("%s of an unknown one: %v", name, got)
		}
		if got := status.Code(call(as(t, admin), "../x")); got != codes.InvalidArgument {
			t.Errorf("%s of no hash: %v", name, got)
		}
	}
	if got := status.Code(calls["reject"](as(t, admin), hash)); got != codes.FailedPrecondition {
		t.Errorf("the only accepted one is rejected: %v", got)
	}
	records := kept.all()
	const failed = 3 // what an administrator tried to accept and twice to reject; who is none is recorded by the server
	if len(records) != failed {
		t.Errorf("recorded is %+v, want what was tried and failed, each once", records)
	}
	for _, record := range records {
		if record.Result == audit.OK || record.Detail == "" {
			t.Errorf("recorded is %+v of what failed", record)
		}
	}
}

func TestAChangedSchemaAndHintAreShown(t *testing.T) {
	client, _ := remembering(t)
	source := func(id, fields, hint string) *registryv1.RegisterRequest {
		request := garden(t, id, "")
		request.GrpcServices = []string{"garden.v1.Garden"}
		request.Files = catalogtest.Compile(t, `edition = "2023"; package garden.v1; import "salaatflow/tools/v1/tool.proto";
message SowRequest { `+fields+` } message SowResponse {}
service Garden { rpc Sow(SowRequest) returns (SowResponse) {
  option (salaatflow.tools.v1.tool) = {name: "sow" auth: AUTH_NONE `+hint+`}; } }`)
		return request
	}
	for _, request := range []*registryv1.RegisterRequest{
		source("a", "string seed = 1;", "read_only: true"), source("b", "string seed = 1; string password = 2;", "aliases: \"plant\""),
	} {
		if _, err := client.Register(t.Context(), request); err != nil {
			t.Fatal(err)
		}
	}
	listed, err := client.ListDefinitions(as(t, admin), &registryv1.ListDefinitionsRequest{Service: "garden-svc", State: "quarantined"})
	if err != nil || len(listed.GetDefinitions()) != 1 {
		t.Fatalf("listed are %v, %v", listed, err)
	}
	diff, err := client.DiffDefinition(as(t, admin), &registryv1.DiffDefinitionRequest{Hash: listed.GetDefinitions()[0].GetHash()})
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]*registryv1.DefinitionChange{}
	for _, change := range diff.GetChanges() {
		fields[change.GetSubject()+" "+change.GetField()] = change
	}
	for name, after := range map[string]string{
		"tool sow aliases": "plant", "tool sow description": "Earlier name: plant.",
		"tool sow read_only": "false", "tool sow input_schema": `"password"`, "message type garden.v1.SowRequest fields": "2 password",
	} {
		if !strings.Contains(fields[name].GetAfter(), after) {
			t.Errorf("%s: %v, want %s after it", name, fields[name], after)
		}
	}
	if len(fields) != 5 {
		t.Errorf("it changes %v", fields)
	}
}
