//go:build chart

package chart

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// ofPods is what operators set for all pods; where it is in a pod, and what it is there.
var ofPods = []struct {
	set  string
	path []any
	want any
}{
	{`defaults.nodeSelector={"pool": "platform"}`, []any{"spec", "nodeSelector", "pool"}, "platform"},
	{`defaults.tolerations=[{"key": "platform", "operator": "Exists"}]`, []any{"spec", "tolerations", 0, "key"}, "platform"},
	{`defaults.affinity={"nodeAffinity": {"a": 1}}`, []any{"spec", "affinity", "nodeAffinity", "a"}, 1},
	{"defaults.priorityClassName=first", []any{"spec", "priorityClassName"}, "first"},
	{"defaults.runtimeClassName=gvisor", []any{"spec", "runtimeClassName"}, "gvisor"},
	{"defaults.dnsPolicy=Default", []any{"spec", "dnsPolicy"}, "Default"},
	{`defaults.dnsConfig={"searches": ["example.org"]}`, []any{"spec", "dnsConfig", "searches", 0}, "example.org"},
	{`defaults.hostAliases=[{"ip": "10.0.0.9", "hostnames": ["database"]}]`, []any{"spec", "hostAliases", 0, "ip"}, "10.0.0.9"},
	{`defaults.podLabels={"team": "salaat"}`, []any{"metadata", "labels", "team"}, "salaat"},
	{`defaults.podAnnotations={"sidecar.istio.io/inject": "false"}`, []any{"metadata", "annotations", "sidecar.istio.io/inject"}, "false"},
	{`imagePullSecrets=[{"name": "pull"}]`, []any{"spec", "imagePullSecrets", 0, "name"}, "pull"},
	{"defaults.podSecurityContext.runAsUser=4711", []any{"spec", "securityContext", "runAsUser"}, 4711},
	{"defaults.securityContext.runAsUser=4712", []any{"spec", "containers", 0, "securityContext", "runAsUser"}, 4712},
	{`defaults.extraInitContainers=[{"name": "proxy", "image": "proxy:1", "restartPolicy": "Always"}]`,
		[]any{"spec", "initContainers", 0, "name"}, "proxy"},
}

// podTemplates returns the template of each pod that the release makes before it is tested, by the object's name.
func podTemplates(all []object) map[string]map[string]any {
	templates := map[string]map[string]any{}
	for _, o := range all {
		spec := at[map[string]any](o, "spec")
		if o.kind() == "CronJob" {
			spec = at[map[string]any](spec, "jobTemplate", "spec")
		}
		if template := at[map[string]any](spec, "template"); template != nil {
			templates[o.String()] = template
		}
	}
	return templates
}

// What is said once for all pods is so in those of programs, of Jobs and of the CronJob alike.
func TestAllPodsAreOfOneTemplate(t *testing.T) {
	t.Parallel()
	var set []string
	for _, one := range ofPods {
		set = append(set, one.set)
	}
	templates := podTemplates(with(t, "production", set...))
	if len(templates) != 9+2+1 {
		t.Fatalf("%d pods", len(templates))
	}
	for name, template := range templates {
		for _, one := range ofPods {
			if got := at[any](template, one.path...); !reflect.DeepEqual(got, one.want) {
				t.Errorf("%s: %v is %v, want %v", name, one.path, got, one.want)
			}
		}
	}
}

// A Job's pod differs where that is said, and has none of the containers beside the programs, which would keep it from ending.
func TestAJobsPodMayDiffer(t *testing.T) {
	t.Parallel()
	templates := podTemplates(with(t, "production",
		`defaults.tolerations=[{"key": "platform"}]`, `defaults.extraContainers=[{"name": "beside", "image": "beside:1"}]`,
		`migrations.pod.tolerations=[{"key": "jobs"}]`, "migrations.pod.securityContext.runAsUser=4713",
		`migrations.pod.extraContainers=[{"name": "own", "image": "own:1"}]`,
		`tls.job.pod.podAnnotations={"sidecar.istio.io/inject": "false"}`))
	for name, want := range map[string]struct{ toleration, last, annotation string }{
		"Deployment salaatflow-tasks-svc": {"platform", "beside", ""},
		"Job salaatflow-migrate":          {"jobs", "own", ""},
		"Job salaatflow-certs":            {"platform", "certs", "false"},
		"CronJob salaatflow-certs":        {"platform", "certs", "false"},
	} {
		template := templates[name]
		containers := at[[]any](template, "spec", "containers")
		if got := at[string](template, "spec", "tolerations", 0, "key"); got != want.toleration {
			t.Errorf("%s tolerates %s, want %s", name, got, want.toleration)
		}
		if got := at[string](containers[len(containers)-1], "name"); got != want.last {
			t.Errorf("%s: the last container is %s, want %s", name, got, want.last)
		}
		if got := at[string](template, "metadata", "annotations", "sidecar.istio.io/inject"); got != want.annotation {
			t.Errorf("%s: the annotation is %q, want %q", name, got, want.annotation)
		}
	}
	if got := at[int](templates["Job salaatflow-migrate"], "spec", "containers", 0, "securityContext", "runAsUser"); got != 4713 {
		t.Errorf("the migration runs as %d", got)
	}
}

// The certificate of a PostgreSQL of one's own reaches whoever connects: programs, the Job that migrates, and init containers.
func TestACertificateOfADatabaseReachesMigrations(t *testing.T) {
	t.Parallel()
	const (
		volume   = `[{"name": "ca", "secret": {"secretName": "postgres-ca"}}]`
		mount    = `[{"name": "ca", "mountPath": "/etc/postgres"}]`
		variable = `[{"name": "PGSSLROOTCERT", "value": "/etc/postgres/ca.crt"}, {"name": "SALAATFLOW_TASKS_PURGE_INTERVAL", "value": "5m"}]`
	)
	for _, at := range []string{"defaults", "services.tasks"} {
		for _, mode := range []string{"hook", "initContainer"} {
			templates := podTemplates(with(t, "production", "migrations.mode="+mode,
				at+".extraVolumes="+volume, at+".extraVolumeMounts="+mount, at+".extraEnv="+variable))
			for name, template := range templates {
				connects(t, mode+", "+name, template)
			}
		}
	}
}

// connects checks that in the pod whoever connects to the database of tasks-svc has the certificate, and that no migration has a setting of
// serving, which it refuses.
func connects(t *testing.T, what string, template map[string]any) {
	t.Helper()
	for _, c := range containers(at[map[string]any](template, "spec")) {
		name := at[string](c, "name")
		if !strings.HasSuffix(name, "tasks-svc") {
			continue
		}
		for _, want := range []struct{ in, has string }{
			{fmt.Sprint(at[any](template, "spec", "volumes")), "secretName:postgres-ca"},
			{fmt.Sprint(c["volumeMounts"]), "mountPath:/etc/postgres"},
			{fmt.Sprint(c["env"]), "PGSSLROOTCERT"},
		} {
			if !strings.Contains(want.in, want.has) {
				t.Errorf("%s: %s lacks %s: %s", what, name, want.has, want.in)
			}
		}
		if strings.HasPrefix(name, "migrate-") && strings.Contains(fmt.Sprint(c["env"]), "PURGE_INTERVAL") {
			t.Errorf("%s: %s has a setting of serving", what, name)
		}
	}
}

// Variables are texts to Kubernetes, however YAML reads them.
func TestVariablesAreTexts(t *testing.T) {
	t.Parallel()
	all := with(t, "production", `services.tasks.extraEnv=[{"name": "A", "value": 5}, {"name": "B", "value": true}, 
		{"name": "C", "value": 1000000}, {"name": "D", "value": 0.5}, {"name": "E", "value": "x"},
		{"name": "F", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}}]`)
	tasks := find(t, all, "Deployment", "tasks-svc")
	c := at[[]any](pod(tasks), "containers")[0].(map[string]any)
	got := map[string]any{}
	for i := range at[[]any](c, "env") {
		got[at[string](c, "env", i, "name")] = at[any](c, "env", i, "value")
	}
	for name, want := range map[string]any{"A": "5", "B": "true", "C": "1000000", "D": "0.5", "E": "x", "F": nil} {
		if got[name] != want {
			t.Errorf("%s is %#v, want %#v", name, got[name], want)
		}
	}
}

// Whatever mode an upgrade that failed was in, the next one names the init container that it left, so that a patch replaces it.
func TestModesOfMigrationConverge(t *testing.T) {
	t.Parallel()
	want := map[string]string{"hook": "[version]", "initContainer": "[migrate]", "none": "[version]"}
	for mode, arguments := range want {
		tasks := find(t, with(t, "production", "migrations.mode="+mode), "Deployment", "tasks-svc")
		init := at[map[string]any](pod(tasks), "initContainers", 0)
		if got := at[string](init, "name") + " " + fmt.Sprint(init["args"]); got != "migrate-tasks-svc "+arguments {
			t.Errorf("%s: %s", mode, got)
		}
		owner := map[bool]string{true: "salaatflow-database-ddl/url", false: "salaatflow-database/url"}[mode == "initContainer"]
		if got := secretOf(init, "_DATABASE_URL"); got != owner {
			t.Errorf("%s: the init container has %s, want %s", mode, got, owner)
		}
	}
}
