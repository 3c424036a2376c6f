//go:build chart

package chart

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Argo CD renders without the cluster, every few minutes, and shows as out of sync whatever differs then: so nothing may be drawn by
// lot, and nothing may hang on what is installed.
func TestTwoRendersAreEqual(t *testing.T) {
	t.Parallel()
	for example := range examples {
		t.Run(example, func(t *testing.T) {
			t.Parallel()
			again, err := template(t, append(arguments(example), "--is-upgrade")...)
			if err != nil {
				t.Fatal(err)
			}
			if again != text(t, example) {
				t.Error("what a later upgrade renders is not what the first install rendered")
			}
			for _, o := range objects(t, example, "") {
				if o.kind() == "Secret" || at[string](o, "metadata", "generateName") != "" {
					t.Errorf("%s is another one at each render", o)
				}
			}
		})
	}
}

// phases are what Argo CD makes of Helm's hooks. Those of tests it leaves out; others it does not know, or runs at another time.
var phases = map[string]string{"pre-install": "PreSync", "pre-upgrade": "PreSync", "test": ""}

// phaseOf returns the phase in which Argo CD applies an object, Sync for what is no hook and nothing for what it leaves out, and the
// wave: its own annotation of a wave comes before Helm's weight.
func phaseOf(t *testing.T, o object) (phase string, wave int) {
	t.Helper()
	annotation := func(name string) string { return at[string](o, "metadata", "annotations", name) }
	if annotation("argocd.argoproj.io/hook") != "" {
		t.Errorf("%s is a hook of Argo CD, which then knows none of Helm's", o)
	}
	phase = "Sync"
	if hooks := annotation("helm.sh/hook"); hooks != "" {
		for hook := range strings.SplitSeq(hooks, ",") {
			of, known := phases[hook]
			if !known || phase != "Sync" && of != phase {
				t.Errorf("%s: Argo CD makes something else of the hooks %s", o, hooks)
			}
			phase = of
		}
	}
	for _, name := range []string{"argocd.argoproj.io/sync-wave", "helm.sh/hook-weight"} {
		if text := annotation(name); text != "" {
			wave, err := strconv.Atoi(text)
			if err != nil {
				t.Errorf("%s: %s is no number: %v", o, name, err)
			}
			return phase, wave
		}
	}
	return phase, 0
}

// A hook has what it needs: of what the chart renders, only hooks of an earlier wave are there when it runs. It is made anew each time,
// and what is no hook can be changed in place.
func TestHooksUnderArgoCD(t *testing.T) {
	for example := range examples {
		all := objects(t, example, "")
		for _, o := range all {
			phase, wave := phaseOf(t, o)
			if phase == "Sync" && (o.kind() == "Job" || o.kind() == "Pod") {
				t.Errorf("%s: %s cannot be changed, and is no hook", example, o)
			}
			if phase != "PreSync" {
				continue
			}
			if policy := at[string](o, "metadata", "annotations", "helm.sh/hook-delete-policy"); !strings.HasPrefix(policy, "before-hook-creation") {
				t.Errorf("%s: %s stays for the next sync, which makes it again: %q", example, o, policy)
			}
			for _, needed := range all {
				if !needs(o, needed) {
					continue
				}
				if other, before := phaseOf(t, needed); other != "PreSync" || before >= wave {
					t.Errorf("%s: %s of %s and wave %d needs %s of %s and wave %d", example, o, phase, wave, needed, other, before)
				}
			}
		}
	}
}

// needs reports whether a Job runs as an account, with its role, or mounts an object that must be there.
func needs(job, other object) bool {
	if job.kind() != "Job" {
		return false
	}
	switch other.kind() {
	case "ServiceAccount", "Role", "RoleBinding":
		return other.name() == at[string](pod(job), "serviceAccountName")
	case "ConfigMap":
		return slices.ContainsFunc(at[[]any](pod(job), "volumes"), func(volume any) bool {
			return at[string](volume, "configMap", "name") == other.name() && !at[bool](volume, "configMap", "optional")
		})
	}
	return false
}

// With an autoscaler and no cluster to look at, the number of pods is nobody's but the autoscaler's; the README says what to set so
// that Argo CD leaves it alone.
func TestGitOpsLeaveReplicasToTheAutoscaler(t *testing.T) {
	for _, kept := range []string{"false", "true"} {
		all := with(t, "production", "defaults.autoscaling.enabled=true", "auditOutbox.persistence.enabled="+kept)
		kind := map[string]string{"false": "Deployment", "true": "StatefulSet"}[kept]
		if got := len(ofKind(all, kind)); got != 9 {
			t.Fatalf("%d of the kind %s", got, kind)
		}
		for _, o := range ofKind(all, kind) {
			if replicas := at[any](o, "spec", "replicas"); replicas != nil {
				t.Errorf("%s is told to have %v replicas", o, replicas)
			}
		}
	}
}
