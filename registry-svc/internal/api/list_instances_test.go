package api_test

import (
	"slices"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/identity"
)

// An administrator sees every instance, also one that is not called, and why.
func TestInstancesAreListedWithTheirStates(t *testing.T) {
	client, _ := remembering(t)
	for _, one := range [][2]string{{"a", "Plants it."}, {"b", "Plants it, and tells."}} {
		if _, err := client.Register(t.Context(), garden(t, one[0], one[1])); err != nil {
			t.Fatal(err)
		}
	}
	admin := identity.NewContext(t.Context(), identity.Caller{UserID: 1, Role: identity.RoleAdmin})
	listed, err := client.ListInstances(admin, &registryv1.ListInstancesRequest{Service: "garden-svc"})
	if err != nil || listed.GetCount() != 2 {
		t.Fatalf("%v, %v", listed, err)
	}
	for i, want := range []struct{ id, state string }{{"a", "serving"}, {"b", "quarantined"}} {
		got := listed.GetInstances()[i]
		left := got.GetLeaseEndsAt().AsTime().Sub(got.GetRegisteredAt().AsTime())
		if got.GetInstance() != want.id || got.GetState() != want.state || got.GetVersion() != "1.0.0" ||
			left <= 0 || left > got.GetLeaseTtl().AsDuration() {
			t.Errorf("%v, want %v", got, want)
		}
	}
	if none, err := client.ListInstances(admin, &registryv1.ListInstancesRequest{Service: "tasks-svc"}); err != nil || none.GetCount() != 0 {
		t.Errorf("%v, %v", none, err)
	}
	if _, err := client.ListInstances(t.Context(), &registryv1.ListInstancesRequest{}); err == nil {
		t.Error("anybody may list instances")
	}
}

// Who has stopped stays listed, with what it offered, until an administrator forgets it. Whoever may watch sees the same.
func TestWhoIsRegisteredNoMoreIsListedUntilItIsForgotten(t *testing.T) {
	client, _ := remembering(t)
	lease, err := client.Register(t.Context(), garden(t, "a", "Plants it."))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Deregister(t.Context(), &registryv1.DeregisterRequest{LeaseId: lease.GetLeaseId()}); err != nil {
		t.Fatal(err)
	}
	administrator := as(t, admin)
	listed, err := client.ListInstances(administrator, &registryv1.ListInstancesRequest{})
	if err != nil || listed.GetCount() != 1 {
		t.Fatalf("%v, %v", listed, err)
	}
	present, err := client.ListPresence(t.Context(), &registryv1.ListPresenceRequest{})
	if err != nil || len(present.GetInstances()) != 1 || !proto.Equal(present.GetInstances()[0], listed.GetInstances()[0]) {
		t.Errorf("who watches sees %v, %v", present, err)
	}
	got := listed.GetInstances()[0]
	if got.GetInstance() != "a" || got.GetState() != "stopped" || got.GetVersion() != "1.0.0" || got.LastError != nil ||
		!slices.Equal(got.GetTools(), []string{"sow"}) || got.GetDepartedAt().AsTime().Before(got.GetRegisteredAt().AsTime()) {
		t.Errorf("%v", got)
	}
	forget := &registryv1.ForgetInstancesRequest{Service: "garden-svc", Instance: "a"}
	if _, err := client.ForgetInstances(t.Context(), forget); err == nil {
		t.Error("anybody may forget")
	}
	if done, err := client.ForgetInstances(administrator, forget); err != nil || done.GetCount() != 1 {
		t.Errorf("%v, %v", done, err)
	}
	if _, err := client.ForgetInstances(administrator, forget); status.Code(err) != codes.NotFound {
		t.Errorf("again: %v", err)
	}
	if listed, err := client.ListInstances(administrator, &registryv1.ListInstancesRequest{}); err != nil || listed.GetCount() != 0 {
		t.Errorf("%v, %v", listed, err)
	}
}
