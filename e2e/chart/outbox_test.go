//go:build chart

package chart

import (
	"strings"
	"testing"
)

// outboxOf returns the volume of a Deployment's audit outbox.
func outboxOf(t *testing.T, deployment object) map[string]any {
	t.Helper()
	for _, volume := range at[[]any](deployment, "spec", "template", "spec", "volumes") {
		if at[string](volume, "name") == "audit-outbox" {
			return volume.(map[string]any)
		}
	}
	t.Fatalf("%s has no volume for its audit outbox", deployment)
	return nil
}

const persistentOutboxes = "auditOutbox.persistence.enabled=true"

// With one pod, the outbox outlives pods: the next one has the same claim, and waits until the old one has let go of it.
func TestTheOutboxOfOnePodStays(t *testing.T) {
	all := with(t, "dev", persistentOutboxes, "auditOutbox.persistence.storageClassName=fast", "auditOutbox.size=2Gi")
	claims := map[string]object{}
	for _, o := range ofKind(all, "PersistentVolumeClaim") {
		claims[o.name()] = o
	}
	for _, o := range ofKind(all, "Deployment") {
		claim := o.name() + "-audit-outbox"
		if got := at[string](outboxOf(t, o), "persistentVolumeClaim", "claimName"); got != claim {
			t.Errorf("%s has the claim %q, want %q", o, got, claim)
		}
		if got := at[string](o, "spec", "strategy", "type"); got != "Recreate" {
			t.Errorf("%s: a new pod is there before the old one has gone: %s", o, got)
		}
		claimed := claims[claim]
		if at[string](claimed, "spec", "storageClassName") != "fast" ||
			at[string](claimed, "spec", "resources", "requests", "storage") != "2Gi" ||
			at[string](claimed, "metadata", "annotations", "helm.sh/resource-policy") != "keep" {
			t.Errorf("%s claims %v, %v", o, claimed["metadata"], claimed["spec"])
		}
	}
	all = with(t, "dev", persistentOutboxes, "auditOutbox.persistence.keep=false", "defaults.persistence.keep=false")
	for _, o := range ofKind(all, "PersistentVolumeClaim") {
		if at[string](o, "metadata", "annotations", "helm.sh/resource-policy") != "" {
			t.Errorf("%s stays when the release goes", o)
		}
	}
}

// Several pods cannot share an outbox, so that each has a volume of its own.
func TestEachOfSeveralPodsHasAnOutboxOfItsOwn(t *testing.T) {
	all := with(t, "production", persistentOutboxes)
	for _, o := range ofKind(all, "Deployment") {
		spec := at[map[string]any](outboxOf(t, o), "ephemeral", "volumeClaimTemplate", "spec")
		if at[string](spec, "resources", "requests", "storage") != "320Mi" || at[string](o, "spec", "strategy", "type") != "RollingUpdate" {
			t.Errorf("%s: %v, %v", o, outboxOf(t, o), at[any](o, "spec", "strategy"))
		}
	}
	if claims := ofKind(all, "PersistentVolumeClaim"); len(claims) != 0 {
		t.Errorf("claims that nobody uses: %v", claims)
	}
}

// Unless it is asked for, nobody pays for volumes.
func TestOutboxesGoWithTheirPodsUnlessAskedFor(t *testing.T) {
	for _, example := range []string{"dev", "production", "everything"} {
		for _, o := range objects(t, example, "Deployment") {
			if at[string](outboxOf(t, o), "emptyDir", "sizeLimit") == "" {
				t.Errorf("%s: %s: %v", example, o, outboxOf(t, o))
			}
		}
	}
	for _, o := range ofKind(with(t, "dev", persistentOutboxes, "services.audit.enabled=false"), "PersistentVolumeClaim") {
		if strings.HasSuffix(o.name(), "-audit-outbox") {
			t.Errorf("%s, and nothing is recorded", o)
		}
	}
}
