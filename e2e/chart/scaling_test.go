//go:build chart

package chart

import (
	"fmt"
	"slices"
	"testing"
)

// An autoscaler and a number of replicas would undo each other's work at every upgrade.
func TestReplicasBelongToOneOwner(t *testing.T) {
	for example := range examples {
		all := objects(t, example, "")
		scaled := map[string]bool{}
		for _, o := range ofKind(all, "HorizontalPodAutoscaler") {
			scaled[at[string](o, "spec", "scaleTargetRef", "name")] = true
		}
		for _, o := range ofKind(all, "Deployment") {
			if _, fixed := at[map[string]any](o, "spec")["replicas"]; fixed == scaled[o.name()] {
				t.Errorf("%s: %s: replicas set: %t, autoscaler: %t", example, o, fixed, scaled[o.name()])
			}
		}
	}
	if got := len(objects(t, "everything", "HorizontalPodAutoscaler")); got != 2 {
		t.Errorf("%d autoscalers, want those of tasks-svc and the gateway", got)
	}
}

// A budget for a single pod would keep its node from ever being drained.
func TestOnlyReplicasHaveADisruptionBudget(t *testing.T) {
	for example, want := range map[string][]string{
		"dev":          nil,
		"one-postgres": {"tasks-svc"},
		"production": {
			"audit-svc", "chat-svc", "gateway", "hadith-svc", "masjid-svc", "registry-svc", "skills-svc", "tasks-svc", "users-svc",
		},
		// users: off, hadith: not there
		"everything": {"audit-svc", "chat-svc", "gateway", "masjid-svc", "registry-svc", "skills-svc", "tasks-svc"},
	} {
		var got []string
		for _, o := range objects(t, example, "PodDisruptionBudget") {
			got = append(got, o.component())
			if fmt.Sprint(at[any](o, "spec", "maxUnavailable")) != "1" || at[any](o, "spec", "minAvailable") != nil {
				t.Errorf("%s: %s: %v", example, o, o["spec"])
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: budgets of %v, want %v", example, got, want)
		}
	}
	for _, least := range []string{"1", "2"} {
		all := with(t, "production", "services.tasks.autoscaling.enabled=true", "services.tasks.autoscaling.minReplicas="+least)
		has := slices.ContainsFunc(ofKind(all, "PodDisruptionBudget"), func(o object) bool { return o.component() == "tasks-svc" })
		if has != (least == "2") {
			t.Errorf("an autoscaler of at least %s pods: budget: %t", least, has)
		}
	}
}

// Every program has one address for callers that know none better, and a name with the addresses of all its pods.
func TestServices(t *testing.T) {
	for example := range examples {
		all := objects(t, example, "")
		for _, deployment := range ofKind(all, "Deployment") {
			var addresses, headless int
			for _, o := range ofKind(all, "Service") {
				if o.component() != deployment.component() {
					continue
				}
				if fmt.Sprint(at[any](o, "spec", "selector")) != fmt.Sprint(at[any](deployment, "spec", "selector", "matchLabels")) {
					t.Errorf("%s: %s selects other pods than those of %s", example, o, deployment)
				}
				if at[string](o, "spec", "clusterIP") == "None" {
					headless++
				} else {
					addresses++
				}
				protocols(t, o, example == "init-container")
			}
			if addresses != 1 || headless != 1 {
				t.Errorf("%s: %s has %d Services with an address and %d without", example, deployment, addresses, headless)
			}
		}
	}
}

// protocols checks that a Service says what its ports speak: a gateway would otherwise take gRPC for HTTP/1.
func protocols(t *testing.T, o object, plain bool) {
	t.Helper()
	want := map[string]string{"grpc": "https", "http": "http", "ops": "http"}
	if plain {
		want["grpc"] = "kubernetes.io/h2c"
	}
	for i := range at[[]any](o, "spec", "ports") {
		port := at[map[string]any](o, "spec", "ports", i)
		if got := at[string](port, "appProtocol"); got != want[at[string](port, "name")] {
			t.Errorf("%s: the port %s speaks %q", o, port["name"], got)
		}
		if port["name"] == "ops" && at[string](o, "spec", "clusterIP") != "None" {
			t.Errorf("%s shows the ops port to whom the Service is for", o)
		}
	}
}

// Memory limits in Kubernetes' units, and nine tenths of them in bytes.
func TestGoKnowsItsMemory(t *testing.T) {
	for limit, want := range map[string]string{
		"256Mi": "241591910", "1Gi": "966367641", "1.5Gi": "1449551462", "500M": "450000000", "300000000": "270000000", "64Ki": "58982",
	} {
		all := with(t, "dev", "services.tasks.resources.limits.memory="+limit, "services.tasks.resources.requests.memory=1Ki")
		if got := variable(find(t, all, "Deployment", "tasks-svc"), "GOMEMLIMIT"); got != want {
			t.Errorf("limit %s: GOMEMLIMIT is %q, want %s", limit, got, want)
		}
	}
	if got := variable(find(t, objects(t, "everything", ""), "Deployment", "masjid-svc"), "GOMEMLIMIT"); got != "" {
		t.Errorf("goMemoryPercent 0: GOMEMLIMIT is %s", got)
	}
}

// variable returns the value of a variable of a Deployment's container.
func variable(o object, name string) string {
	c := at[map[string]any](pod(o), "containers", 0)
	for i := range at[[]any](c, "env") {
		if at[string](c, "env", i, "name") == name {
			return at[string](c, "env", i, "value")
		}
	}
	return ""
}

// Zero, false and empty are values of their own, and take the place of a default.
func TestAProgramReplacesADefault(t *testing.T) {
	all := with(t, "production",
		"services.tasks.preStopSeconds=0", "services.tasks.drain.delaySeconds=0", "services.tasks.disruptionBudget.enabled=false",
		"services.tasks.topologySpread=[]", "services.tasks.replicas=0", "services.users.enabled=false")
	tasks := find(t, all, "Deployment", "tasks-svc")
	if got := at[any](pod(tasks), "containers", 0, "lifecycle"); got != nil {
		t.Errorf("it sleeps: %v", got)
	}
	if got := settingsOf(t, all, "tasks-svc")["drain-delay"]; got != "0s" {
		t.Errorf("the drain delay is %q", got)
	}
	if got := at[any](pod(tasks), "topologySpreadConstraints"); got != nil {
		t.Errorf("it is spread: %v", got)
	}
	if got := at[int](tasks, "spec", "replicas"); got != 0 {
		t.Errorf("it has %d replicas", got)
	}
	for _, o := range all {
		if o.component() == "users-svc" || o.kind() == "PodDisruptionBudget" && o.component() == "tasks-svc" {
			t.Errorf("there is %s", o)
		}
	}
}

// A change of settings replaces the pods; a new version of the chart alone does not.
func TestSettingsReplacePods(t *testing.T) {
	annotations := func(all []object, program string) string {
		o := find(t, all, "Deployment", program)
		return fmt.Sprint(at[any](o, "spec", "template", "metadata"))
	}
	before, after := objects(t, "production", ""), with(t, "production", "services.tasks.config.purge-interval=1m")
	if annotations(before, "tasks-svc") == annotations(after, "tasks-svc") {
		t.Error("pods of tasks-svc go on with their old settings")
	}
	if annotations(before, "users-svc") != annotations(after, "users-svc") {
		t.Error("pods of users-svc are replaced for a setting of tasks-svc")
	}
	for _, o := range ofKind(before, "Deployment") {
		if at[string](o, "spec", "template", "metadata", "labels", "helm.sh/chart") != "" {
			t.Errorf("%s is rolled out anew with each version of the chart", o)
		}
	}
}
