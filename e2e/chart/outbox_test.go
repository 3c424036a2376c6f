//go:build chart

package chart

import (
	"fmt"
	"slices"
	"testing"
)

// volumeOf returns a volume of an object's pods by its name, or nil.
func volumeOf(o object, name string) map[string]any {
	for _, volume := range at[[]any](pod(o), "volumes") {
		if at[string](volume, "name") == name {
			return volume.(map[string]any)
		}
	}
	return nil
}

// mountedAt returns where an object's container has a volume, or "".
func mountedAt(o object, name string) string {
	for _, mount := range at[[]any](pod(o), "containers", 0, "volumeMounts") {
		if at[string](mount, "name") == name {
			return at[string](mount, "mountPath")
		}
	}
	return ""
}

// A node that is lost takes no audit record along: each pod has a claim that stays, and the next pod of its number has it too.
func TestKeptOutboxesOutliveTheirPods(t *testing.T) {
	all := objects(t, "kept-audit", "")
	kept := ofKind(all, "StatefulSet")
	if len(kept) != 9 || len(ofKind(all, "Deployment")) != 0 {
		t.Errorf("%d StatefulSets, and the Deployments %v", len(kept), ofKind(all, "Deployment"))
	}
	for _, o := range kept {
		claims := at[[]any](o, "spec", "volumeClaimTemplates")
		if len(claims) != 1 || at[string](claims[0], "metadata", "name") != "audit-outbox" ||
			at[string](claims[0], "spec", "storageClassName") != "fast" ||
			at[string](claims[0], "spec", "resources", "requests", "storage") != "2Gi" {
			t.Errorf("%s claims %v", o, claims)
		}
		if settings := settingsOf(t, all, o.component()); settings["audit-outbox"] != mountedAt(o, "audit-outbox")+"/audit-outbox" {
			t.Errorf("%s has its outbox in %q, and the volume at %q", o, settings["audit-outbox"], mountedAt(o, "audit-outbox"))
		}
		if volumeOf(o, "audit-outbox") != nil {
			t.Errorf("%s has a volume that hides its claim", o)
		}
		if got := fmt.Sprint(at[any](o, "spec", "persistentVolumeClaimRetentionPolicy")); got != "map[whenDeleted:Retain whenScaled:Retain]" {
			t.Errorf("%s lets its claims go: %s", o, got)
		}
		named := func(service object) bool { return service.name() == at[string](o, "spec", "serviceName") }
		if !slices.ContainsFunc(ofKind(all, "Service"), named) {
			t.Errorf("%s belongs to the Service %s, which is not there", o, at[string](o, "spec", "serviceName"))
		}
	}
	for _, o := range ofKind(with(t, "kept-audit", "auditOutbox.persistence.keep=false"), "StatefulSet") {
		if got := at[string](o, "spec", "persistentVolumeClaimRetentionPolicy", "whenDeleted"); got != "Delete" {
			t.Errorf("%s: claims when the release goes: %s", o, got)
		}
	}
}

// What holds for Deployments holds for the StatefulSets in their place.
func TestKeptOutboxesChangeNothingElse(t *testing.T) {
	all, plain := objects(t, "kept-audit", ""), objects(t, "production", "")
	for _, o := range ofKind(all, "StatefulSet") {
		like := find(t, plain, "Deployment", o.component())
		for _, field := range []string{"securityContext", "terminationGracePeriodSeconds", "affinity", "initContainers"} {
			if got, want := fmt.Sprint(pod(o)[field]), fmt.Sprint(pod(like)[field]); got != want {
				t.Errorf("%s has %s %s, and the Deployment %s", o, field, got, want)
			}
		}
		for i := range at[[]any](pod(o), "topologySpreadConstraints") {
			if got := fmt.Sprint(at[any](pod(o), "topologySpreadConstraints", i, "matchLabelKeys")); got != "[controller-revision-hash]" {
				t.Errorf("%s counts pods of old versions: %s", o, got)
			}
		}
	}
	scaled := find(t, all, "HorizontalPodAutoscaler", "gateway")
	if got := at[string](scaled, "spec", "scaleTargetRef", "kind"); got != "StatefulSet" {
		t.Errorf("%s scales a %s", scaled, got)
	}
	if _, fixed := at[map[string]any](find(t, all, "StatefulSet", "gateway"), "spec")["replicas"]; fixed {
		t.Error("an upgrade undoes what the autoscaler did")
	}
	for _, o := range ofKind(with(t, "dev", "auditOutbox.persistence.enabled=true"), "StatefulSet") {
		if o.component() != "gateway" && o.component() != "registry-svc" && volumeOf(o, "data") == nil {
			t.Errorf("%s has no volume for its data", o)
		}
	}
}

// Unless it is asked for, nobody pays for volumes; and none is claimed where nothing is recorded.
func TestOutboxesGoWithTheirPodsUnlessAskedFor(t *testing.T) {
	for _, example := range []string{"dev", "production", "everything"} {
		for _, o := range objects(t, example, "Deployment") {
			if at[string](volumeOf(o, "audit-outbox"), "emptyDir", "sizeLimit") == "" {
				t.Errorf("%s: %s: %v", example, o, volumeOf(o, "audit-outbox"))
			}
		}
	}
	for _, o := range ofKind(with(t, "dev", "auditOutbox.persistence.enabled=true", "services.audit.enabled=false"), "") {
		if o.kind() == "StatefulSet" || o.kind() == "Deployment" && volumeOf(o, "audit-outbox") != nil {
			t.Errorf("%s has an outbox, and nothing is recorded", o)
		}
	}
}

// Anchors are on the volume that was named: one file where there is one pod, and one for each of several.
func TestAnchorsAreOnTheirVolume(t *testing.T) {
	const anchors = "auditAnchors.volume.persistentVolumeClaim.claimName=anchors"
	for example, want := range map[string]string{"dev": "audit-svc.jsonl", "production": "$(POD_NAME).jsonl"} {
		all := with(t, example, anchors)
		for _, o := range ofKind(all, "Deployment") {
			volume, file := volumeOf(o, "audit-anchors"), variable(o, "SALAATFLOW_AUDIT_ANCHOR_FILE")
			if o.component() != "audit-svc" {
				if volume != nil || file != "" {
					t.Errorf("%s: %s has %v, %q", example, o, volume, file)
				}
				continue
			}
			if at[string](volume, "persistentVolumeClaim", "claimName") != "anchors" || file != mountedAt(o, "audit-anchors")+"/"+want {
				t.Errorf("%s: %s writes %q, want %q in %v", example, o, file, want, volume)
			}
		}
	}
	if o := find(t, objects(t, "production", ""), "Deployment", "audit-svc"); volumeOf(o, "audit-anchors") != nil {
		t.Errorf("%s has a volume that nobody named", o)
	}
}
