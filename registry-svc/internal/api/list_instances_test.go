package api_test

import (
	"testing"

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
