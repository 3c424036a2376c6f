//go:build chart

package chart

import (
	"fmt"
	"testing"
)

func TestHowAServiceIsReached(t *testing.T) {
	t.Parallel()
	all := with(t, "production", "services.gateway.service.type=LoadBalancer", "services.gateway.service.ipFamilyPolicy=PreferDualStack",
		`services.gateway.service.ipFamilies=["IPv6", "IPv4"]`, "services.gateway.service.loadBalancerClass=example.org/lb",
		`services.gateway.service.loadBalancerSourceRanges=["10.0.0.0/8"]`, "services.gateway.service.externalTrafficPolicy=Local",
		"services.gateway.service.trafficDistribution=PreferClose")
	for _, o := range ofKind(all, "Service") {
		if o.component() != "gateway" {
			if at[any](o, "spec", "ipFamilyPolicy") != nil {
				t.Errorf("%s has the gateway's addresses", o)
			}
			continue
		}
		want := map[string]string{"ipFamilyPolicy": "PreferDualStack", "ipFamilies": "[IPv6 IPv4]"}
		if o.name() == "salaatflow-gateway" {
			want["loadBalancerClass"], want["loadBalancerSourceRanges"] = "example.org/lb", "[10.0.0.0/8]"
			want["externalTrafficPolicy"], want["trafficDistribution"] = "Local", "PreferClose"
		}
		for field, value := range want {
			if got := fmt.Sprint(at[any](o, "spec", field)); got != value {
				t.Errorf("%s: %s is %s, want %s", o, field, got, value)
			}
		}
	}
}

// All objects are in one namespace, and know each other by it.
func TestANamespaceOfItsOwn(t *testing.T) {
	t.Parallel()
	for example := range examples {
		for _, o := range with(t, example, "namespaceOverride=elsewhere") {
			ours := at[string](o, "metadata", "labels", "app.kubernetes.io/name") != ""
			if got := at[string](o, "metadata", "namespace"); ours && got != "elsewhere" {
				t.Errorf("%s: %s is in %q", example, o, got)
			}
		}
	}
	tasks := find(t, with(t, "production", "namespaceOverride=elsewhere"), "ConfigMap", "tasks-svc")
	if got := at[string](tasks, "data", "settings.yaml"); !containsLine(got, "registry: salaatflow-registry-svc-headless.elsewhere.svc:9000") {
		t.Errorf("the registry is sought elsewhere:\n%s", got)
	}
}

// Kubernetes refuses rollingUpdate beside Recreate, and the defaults have it.
func TestAllPodsAtOnce(t *testing.T) {
	t.Parallel()
	tasks := find(t, with(t, "production", "defaults.strategy.type=Recreate", "defaults.minReadySeconds=3",
		`defaults.deploymentAnnotations={"reloader.stakater.com/auto": "true"}`), "Deployment", "tasks-svc")
	if got := fmt.Sprint(at[any](tasks, "spec", "strategy")); got != "map[type:Recreate]" {
		t.Errorf("the strategy is %s", got)
	}
	if got := at[int](tasks, "spec", "minReadySeconds"); got != 3 {
		t.Errorf("minReadySeconds is %d", got)
	}
	if got := at[string](tasks, "metadata", "annotations", "reloader.stakater.com/auto"); got != "true" {
		t.Errorf("the annotation is %q", got)
	}
}

func TestWhatAnAutoscalerGoesBy(t *testing.T) {
	t.Parallel()
	all := with(t, "production", "services.tasks.autoscaling.enabled=true", "services.tasks.autoscaling.memoryPercent=80",
		`services.tasks.autoscaling.metrics=[{"type": "Pods", "pods": {
			"metric": {"name": "calls"}, "target": {"type": "AverageValue", "averageValue": "100"}}}]`)
	hpa := find(t, all, "HorizontalPodAutoscaler", "tasks-svc")
	got := fmt.Sprintln(at[any](hpa, "spec", "metrics", 0, "resource", "name"), at[any](hpa, "spec", "metrics", 1, "resource", "name"),
		at[any](hpa, "spec", "metrics", 1, "resource", "target", "averageUtilization"), at[any](hpa, "spec", "metrics", 2, "type"))
	if got != "cpu memory 80 Pods\n" {
		t.Errorf("it goes by %s", got)
	}
	// Nothing is looked up here, as Argo CD does not: then the field is the autoscaler's alone.
	if at[any](find(t, all, "Deployment", "tasks-svc"), "spec", "replicas") != nil {
		t.Error("the number of pods is set")
	}
}

// A Gateway in the cluster knows each program by the authority that it is told of.
func TestRoutesToProgramsWithTLS(t *testing.T) {
	t.Parallel()
	policies := objects(t, "everything", "BackendTLSPolicy")
	if len(policies) != 7 {
		t.Fatalf("%d policies", len(policies))
	}
	for _, o := range policies {
		program := o.component()
		got := fmt.Sprintln(at[any](o, "spec", "targetRefs", 0, "name"), at[any](o, "spec", "validation", "hostname"),
			at[any](o, "spec", "validation", "caCertificateRefs", 0, "name"))
		if want := fmt.Sprintf("platform-%s platform-%s.salaatflow.svc platform-ca\n", program, program); got != want {
			t.Errorf("%s: %s, want %s", o, got, want)
		}
	}
}

// What helm test asks is a question that a person has, through the gateway, which lets it in.
func TestATestOfTheRelease(t *testing.T) {
	t.Parallel()
	tests := objects(t, "everything", "Pod")
	if len(tests) != 1 || at[string](tests[0], "metadata", "annotations", "helm.sh/hook") != "test" {
		t.Fatalf("%v", tests)
	}
	if got := fmt.Sprint(at[any](tests[0], "spec", "containers", 0, "args")); got !=
		"[call get_prayer_times latitude=24.86 longitude=67.01 --gateway=http://platform-gateway.salaatflow.svc:8000]" {
		t.Errorf("it asks %s", got)
	}
	gateway := find(t, objects(t, "everything", ""), "ConfigMap", "gateway")
	if got := at[string](gateway, "data", "settings.yaml"); !containsLine(got, "- platform-gateway.salaatflow.svc") {
		t.Errorf("the gateway refuses the name by which it is asked:\n%s", got)
	}
	if found := objects(t, "dev", "Pod"); len(found) != 0 {
		t.Error("a gateway on loopback is tested from another pod")
	}
}

// Argo CD and Flux compare what is rendered: twice the same.
func TestRenderingIsStable(t *testing.T) {
	t.Parallel()
	for example := range examples {
		again, err := template(t, arguments(example)...)
		if err != nil {
			t.Fatal(err)
		}
		if again != text(t, example) {
			t.Errorf("%s is rendered otherwise the second time", example)
		}
	}
}
