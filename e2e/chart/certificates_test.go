//go:build chart

package chart

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// mounted returns the Secret that a pod has at a folder.
func mounted(pod map[string]any, folder string) string {
	for i := range at[[]any](pod, "containers", 0, "volumeMounts") {
		if at[string](pod, "containers", 0, "volumeMounts", i, "mountPath") != folder {
			continue
		}
		for j := range at[[]any](pod, "volumes") {
			if at[string](pod, "volumes", j, "name") == at[string](pod, "containers", 0, "volumeMounts", i, "name") {
				return at[string](pod, "volumes", j, "secret", "secretName")
			}
		}
	}
	return ""
}

// Each program has a certificate of its own, and the key of no other.
func TestEachProgramHasItsOwnCertificate(t *testing.T) {
	for example := range examples {
		for _, o := range objects(t, example, "Deployment") {
			want := o.name() + "-tls"
			if example == "init-container" {
				want = "" // which is in plain text
			}
			if got := mounted(pod(o), "/etc/salaatflow/tls"); got != want {
				t.Errorf("%s: %s has the certificate of %q, want %q", example, o, got, want)
			}
		}
	}
}

// The Job may write the Secrets that programs mount, and read no other.
func TestTheJobOfCertificatesMayWriteThemAndNothingElse(t *testing.T) {
	all := objects(t, "production", "")
	needed := map[string]bool{"salaatflow-ca-tls": true}
	for _, o := range ofKind(all, "Deployment") {
		needed[mounted(pod(o), "/etc/salaatflow/tls")] = true
	}
	roles := ofKind(all, "Role")
	if len(roles) != 2 {
		t.Fatalf("%d Roles: one for the hook, which comes before everything, and one for what renews", len(roles))
	}
	for _, role := range roles {
		for i := range at[[]any](role, "rules") {
			verbs := fmt.Sprint(at[any](role, "rules", i, "verbs"))
			names := at[[]any](role, "rules", i, "resourceNames")
			if resources := fmt.Sprint(at[any](role, "rules", i, "resources")); resources != "[secrets]" {
				t.Errorf("%s may do something with %s", role, resources)
			}
			if len(names) == 0 && verbs != "[create]" {
				t.Errorf("%s may %s every Secret", role, verbs)
			}
			for _, name := range names {
				if !needed[name.(string)] {
					t.Errorf("%s may %s %s", role, verbs, name)
				}
			}
			if len(names) > 0 && len(names) != len(needed) {
				t.Errorf("%s lacks some of %v", role, slices.Sorted(maps.Keys(needed)))
			}
		}
	}
	for _, kind := range []string{"Job", "CronJob"} {
		job := find(t, all, kind, "certs")
		account := at[string](pod(job), "serviceAccountName")
		bound := slices.ContainsFunc(ofKind(all, "RoleBinding"), func(o object) bool {
			return o.name() == account && at[string](o, "roleRef", "name") == account
		})
		if !bound {
			t.Errorf("%s runs as %s, which has no role", job, account)
		}
	}
}

// With cert-manager, the certificates are those that programs mount, and say what programs look for.
func TestCertificatesOfCertManager(t *testing.T) {
	all := objects(t, "everything", "")
	certificates := ofKind(all, "Certificate")
	secrets := map[string]string{}
	for _, o := range certificates {
		secrets[at[string](o, "spec", "secretName")] = at[string](o, "spec", "uris", 0)
		if got := fmt.Sprint(at[any](o, "spec", "usages")); !strings.Contains(got, "server auth") || !strings.Contains(got, "client auth") {
			t.Errorf("%s is for %s", o, got)
		}
	}
	for _, o := range ofKind(all, "Deployment") {
		if got, want := secrets[mounted(pod(o), "/etc/salaatflow/tls")], "spiffe://example.org/platform/"+o.component(); got != want {
			t.Errorf("%s is %q, want %q", o, got, want)
		}
	}
	if got := secrets["platform-goals-svc-tls"]; got != "spiffe://example.org/platform/goals-svc" {
		t.Errorf("goals-svc is %q", got)
	}
	for _, kind := range []string{"Job", "CronJob", "Role"} {
		for _, o := range ofKind(all, kind) {
			if o.component() == "certs" {
				t.Errorf("there is %s too", o)
			}
		}
	}
}
