//go:build chart

package chart

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	auditv1 "github.com/salaatflow/platform/proto/salaatflow/audit/v1"
	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"
	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
)

var contract = map[string][]protoreflect.FileDescriptor{
	"audit-svc":    {auditv1.File_salaatflow_audit_v1_audit_proto},
	"chat-svc":     {chatv1.File_salaatflow_chat_v1_chat_proto},
	"hadith-svc":   {hadithv1.File_salaatflow_hadith_v1_hadith_proto},
	"masjid-svc":   {masjidv1.File_salaatflow_masjid_v1_masjid_proto},
	"registry-svc": {registryv1.File_salaatflow_registry_v1_registry_proto},
	"skills-svc":   {skillsv1.File_salaatflow_skills_v1_skills_proto},
	"tasks-svc":    {tasksv1.File_salaatflow_tasks_v1_tasks_proto, tasksv1.File_salaatflow_tasks_v1_reminders_proto},
	"users-svc":    {usersv1.File_salaatflow_users_v1_users_proto},
}

// A route sends each gRPC service of the contract to the program that has it.
func TestRoutesNameTheContract(t *testing.T) {
	all := with(t, "production", "fullnameOverride=p", "grpcRoute.enabled=true", "grpcRoute.parentRefs[0].name=x",
		`grpcRoute.backendTLS.caCertificateRefs=[{"group": "", "kind": "ConfigMap", "name": "ca"}]`)
	got := map[string][]string{}
	for i := range at[[]any](ofKind(all, "GRPCRoute")[0], "spec", "rules") {
		rule := at[map[string]any](ofKind(all, "GRPCRoute")[0], "spec", "rules", i)
		backend := at[string](rule, "backendRefs", 0, "name")
		for j := range at[[]any](rule, "matches") {
			got[backend] = append(got[backend], at[string](rule, "matches", j, "method", "service"))
		}
	}
	for program, files := range contract {
		var want []string
		for _, file := range files {
			for i := range file.Services().Len() {
				want = append(want, string(file.Services().Get(i).FullName()))
			}
		}
		if !slices.Equal(got["p-"+program], want) {
			t.Errorf("%s: the route has %v, the contract %v", program, got["p-"+program], want)
		}
	}
}

// What points to a Service names one that there is, with a port that it has.
func TestBackendsExist(t *testing.T) {
	all := objects(t, "everything", "")
	ports := map[string]bool{}
	for _, o := range ofKind(all, "Service") {
		for i := range at[[]any](o, "spec", "ports") {
			ports[fmt.Sprint(o.name(), " ", at[any](o, "spec", "ports", i, "port"))] = true
			ports[fmt.Sprint(o.name(), " ", at[any](o, "spec", "ports", i, "name"))] = true
		}
	}
	backends := []string{}
	for _, o := range all {
		for i := range at[[]any](o, "spec", "rules") {
			backend := at[map[string]any](o, "spec", "rules", i, "backendRefs", 0)
			if service := at[map[string]any](o, "spec", "rules", i, "http", "paths", 0, "backend", "service"); service != nil {
				backend = map[string]any{"name": service["name"], "port": at[any](service, "port", "name")}
			}
			backends = append(backends, fmt.Sprint(backend["name"], " ", backend["port"]))
		}
	}
	if len(backends) != 9 { // Ingress, HTTPRoute, seven of the GRPCRoute
		t.Errorf("the backends are %v", backends)
	}
	registry, ok := strings.CutSuffix(settingsOf(t, all, "gateway")["registry"], ".salaatflow.svc:9000")
	for _, backend := range append(backends, registry+" 9000") {
		if !ports[backend] || !ok {
			t.Errorf("there is no %s", backend)
		}
	}
}

// With policies, services are called by the release alone and by whom the values name; the gateway by everybody unless they do.
func TestNetworkPolicies(t *testing.T) {
	allowed := func(all []object, name string) string {
		for _, o := range ofKind(all, "NetworkPolicy") {
			if o.name() == name {
				return fmt.Sprint(o["spec"])
			}
		}
		t.Fatalf("there is no policy %s", name)
		return ""
	}
	ours := "map[podSelector:map[matchLabels:map[app.kubernetes.io/instance:salaatflow app.kubernetes.io/name:salaatflow]]]"
	if len(ofKind(objects(t, "production", ""), "NetworkPolicy")) != 0 {
		t.Error("there are policies that nobody asked for")
	}
	plain := with(t, "production", "networkPolicy.enabled=true")
	want := "ingress:[map[from:[" + ours + "] ports:[map[port:9000]]]]"
	if got := allowed(plain, "salaatflow-ingress"); !strings.Contains(got, want) {
		t.Errorf("services: %s, want %s", got, want)
	}
	if got, want := allowed(plain, "salaatflow-gateway"), "ingress:[map[ports:[map[port:8080]]]]"; !strings.Contains(got, want) {
		t.Errorf("gateway: %s, want %s", got, want)
	}
	all := objects(t, "everything", "")
	for policy, want := range map[string]string{
		"platform-ingress": "example.org/calls:salaatflow",
		"platform-gateway": "kubernetes.io/metadata.name:ingress",
		"platform-egress":  "map[ports:[map[port:5432] map[port:6379]]]",
	} {
		if got := allowed(all, policy); !strings.Contains(got, want) {
			t.Errorf("%s: %s lacks %s", policy, got, want)
		}
	}
}
