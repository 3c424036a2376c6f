//go:build chart

package chart

import (
	"fmt"
	"slices"
	"testing"

	"github.com/salaatflow/platform/services/grpcserver"
)

// eachPod visits the pods of all examples.
func eachPod(t *testing.T, visit func(t *testing.T, o object, pod map[string]any)) {
	t.Helper()
	for example := range examples {
		for _, o := range objects(t, example, "") {
			if spec := pod(o); spec != nil {
				t.Run(fmt.Sprint(example, "/", o), func(t *testing.T) { visit(t, o, spec) })
			}
		}
	}
}

// The rules of Pod Security restricted, and what goes beyond it: a read-only file system and no token.
func TestPodsAreRestricted(t *testing.T) {
	eachPod(t, func(t *testing.T, o object, pod map[string]any) {
		if !at[bool](pod, "securityContext", "runAsNonRoot") || at[int](pod, "securityContext", "runAsUser") == 0 {
			t.Error("it may run as root")
		}
		if got := at[string](pod, "securityContext", "seccompProfile", "type"); got != "RuntimeDefault" {
			t.Errorf("its seccomp profile is %q", got)
		}
		for field, want := range map[string]bool{
			"automountServiceAccountToken": o.component() == "certs", // which writes Secrets
			"enableServiceLinks":           false,
		} {
			if value, set := pod[field].(bool); !set || value != want {
				t.Errorf("%s is not %t", field, want)
			}
		}
		for _, field := range []string{"hostNetwork", "hostPID", "hostIPC"} {
			if pod[field] != nil {
				t.Errorf("it sets %s", field)
			}
		}
		for _, volume := range at[[]any](pod, "volumes") {
			if at[map[string]any](volume, "hostPath") != nil {
				t.Error("it mounts the host's files")
			}
		}
		for _, c := range containers(pod) {
			restricted(t, c)
		}
	})
}

func restricted(t *testing.T, c map[string]any) {
	t.Helper()
	name := at[string](c, "name")
	if escalate, set := at[any](c, "securityContext", "allowPrivilegeEscalation").(bool); !set || escalate {
		t.Errorf("%s may gain privileges", name)
	}
	if !at[bool](c, "securityContext", "readOnlyRootFilesystem") {
		t.Errorf("%s may write to its root", name)
	}
	if got := at[[]any](c, "securityContext", "capabilities", "drop"); !slices.Equal(got, []any{"ALL"}) {
		t.Errorf("%s drops the capabilities %v", name, got)
	}
	if at[any](c, "securityContext", "capabilities", "add") != nil {
		t.Errorf("%s adds capabilities", name)
	}
	for _, bound := range [][]any{{"requests", "memory"}, {"requests", "cpu"}, {"limits", "memory"}} {
		if at[string](c, append([]any{"resources"}, bound...)...) == "" {
			t.Errorf("%s has no resources.%v", name, bound)
		}
	}
}

// Liveness asks for nothing that a restart does not mend, and readiness for the database too.
func TestProbes(t *testing.T) {
	for example := range examples {
		for _, o := range objects(t, example, "Deployment") {
			c := at[map[string]any](pod(o), "containers", 0)
			for probe, want := range map[string]string{
				"startupProbe":   "map[port:9000 service:" + grpcserver.AcceptsCalls + "]",
				"livenessProbe":  "map[port:9000 service:" + grpcserver.AcceptsCalls + "]",
				"readinessProbe": "map[port:9000]",
			} {
				got := fmt.Sprint(at[any](c, probe, "grpc"))
				if o.component() == "gateway" || example != "init-container" { // the kubelet shows no certificate
					got = fmt.Sprint(at[any](c, probe, "httpGet"))
					want = "map[path:/healthz port:ops]"
					if probe == "readinessProbe" {
						want = "map[path:/readyz port:ops]"
					}
				}
				if got != want {
					t.Errorf("%s: %s: %s asks %s, want %s", example, o, probe, got, want)
				}
			}
			if most := at[int](c, "startupProbe", "periodSeconds") * at[int](c, "startupProbe", "failureThreshold"); most < 120 {
				t.Errorf("%s: %s has %d s to start: a start that migrates may take 120", example, o, most)
			}
		}
	}
}

// A stop is: sleep, drain delay, running calls, and the registry told. All of it must fit into the grace period.
func TestStoppingHasTime(t *testing.T) {
	for example := range examples {
		all := objects(t, example, "")
		for _, o := range ofKind(all, "Deployment") {
			spec := pod(o)
			settings := settingsOf(t, all, o.component())
			needed := at[int](spec, "containers", 0, "lifecycle", "preStop", "sleep", "seconds") +
				seconds(t, settings["drain-delay"]) + seconds(t, settings["drain-timeout"]) + 3
			if grace := at[int](spec, "terminationGracePeriodSeconds"); grace < needed+5 {
				t.Errorf("%s: %s has %d s to stop, and may need %d", example, o, grace, needed)
			}
		}
	}
}

// A new pod is there before an old one goes, except on a volume that only one pod can have.
func TestRollOuts(t *testing.T) {
	for _, o := range objects(t, "production", "Deployment") {
		if got := fmt.Sprint(at[any](o, "spec", "strategy")); got != "map[rollingUpdate:map[maxSurge:1 maxUnavailable:0] type:RollingUpdate]" {
			t.Errorf("%s: %s", o, got)
		}
		if at[int](pod(o), "containers", 0, "lifecycle", "preStop", "sleep", "seconds") == 0 {
			t.Errorf("%s gets SIGTERM while callers still come", o)
		}
	}
	for _, o := range objects(t, "dev", "Deployment") {
		want := "Recreate"
		if o.component() == "gateway" || o.component() == "registry-svc" {
			want = "RollingUpdate"
		}
		if got := at[string](o, "spec", "strategy", "type"); got != want {
			t.Errorf("%s: the strategy is %s, want %s", o, got, want)
		}
	}
}

// Pods are spread over nodes, those of one version among themselves, and over zones where the values say that nodes have one.
func TestPodsAreSpread(t *testing.T) {
	spread(t, objects(t, "production", "Deployment"), "kubernetes.io/hostname")
	spread(t, objects(t, "everything", "Deployment"), "kubernetes.io/hostname", "topology.kubernetes.io/zone")
}

func spread(t *testing.T, deployments []object, over ...string) {
	t.Helper()
	for _, o := range deployments {
		var keys []string
		for i := range at[[]any](pod(o), "topologySpreadConstraints") {
			constraint := at[map[string]any](pod(o), "topologySpreadConstraints", i)
			keys = append(keys, at[string](constraint, "topologyKey"))
			if fmt.Sprint(at[any](constraint, "labelSelector", "matchLabels")) != fmt.Sprint(at[any](o, "spec", "selector", "matchLabels")) {
				t.Errorf("%s spreads other pods than its own", o)
			}
			if fmt.Sprint(constraint["matchLabelKeys"]) != "[pod-template-hash]" {
				t.Errorf("%s counts pods of old versions", o)
			}
		}
		if !slices.Equal(keys, over) {
			t.Errorf("%s is spread over %v", o, keys)
		}
	}
}
