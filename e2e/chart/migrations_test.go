//go:build chart

package chart

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The Job runs before anything else of the release exists, and what deletes it is its successor: so it may name nothing of the
// release, and nothing may wait for it but Helm, or Argo CD, for which these hooks are PreSync ones.
func TestMigrationsAsAHook(t *testing.T) {
	all := objects(t, "production", "")
	jobs := migrations(all)
	if len(jobs) != 1 {
		t.Fatalf("%d Jobs", len(jobs))
	}
	job := jobs[0]
	want := map[string]string{"helm.sh/hook": "pre-install,pre-upgrade", "helm.sh/hook-delete-policy": "before-hook-creation"}
	for key, value := range want {
		if got := at[string](job, "metadata", "annotations", key); got != value {
			t.Errorf("%s is %q, want %s", key, got, value)
		}
	}
	if at[any](job, "spec", "ttlSecondsAfterFinished") != nil {
		t.Error("a Job that deletes itself is out of sync for Argo CD")
	}
	for _, o := range all {
		hook := at[string](o, "metadata", "annotations", "helm.sh/hook")
		if o.kind() != "Job" && o.component() != "certs" && hook != "" && hook != "test" {
			t.Errorf("%s is a hook too", o)
		}
		if (o.kind() == "ConfigMap" || o.kind() == "ServiceAccount") && strings.Contains(fmt.Sprint(pod(job)), ":"+o.name()+"]") {
			t.Errorf("the Job uses %s, which is not there yet", o)
		}
	}
	if got := at[string](pod(job), "serviceAccountName"); got != "default" {
		t.Errorf("the Job's account is %s", got)
	}
	for _, o := range ofKind(all, "Deployment") {
		for i := range at[[]any](pod(o), "initContainers") { // which is there for upgrades from another mode, and ends at once
			if got := fmt.Sprint(at[any](pod(o), "initContainers", i, "args")); got != "[version]" {
				t.Errorf("%s waits for %s", o, got)
			}
		}
	}
	programs := migrated(t, all)
	if len(programs) != 8 {
		t.Errorf("migrated: %v", programs)
	}
}

// migrations returns the Jobs that migrate.
func migrations(all []object) []object {
	return slices.DeleteFunc(ofKind(all, "Job"), func(o object) bool { return o.component() != "migrations" })
}

// migrated returns the programs whose schema the Job migrates, and checks that it does so as the owner of the tables.
func migrated(t *testing.T, all []object) []string {
	t.Helper()
	var programs []string
	for _, job := range migrations(all) {
		for _, c := range containers(pod(job)) {
			programs = append(programs, strings.TrimPrefix(at[string](c, "name"), "migrate-"))
			if got := fmt.Sprint(c["args"]); got != "[migrate]" {
				t.Errorf("%s runs %s", c["name"], got)
			}
		}
	}
	slices.Sort(programs)
	return programs
}

func secretOf(c map[string]any, suffix string) string {
	for i := range at[[]any](c, "env") {
		if strings.HasSuffix(at[string](c, "env", i, "name"), suffix) {
			ref := at[map[string]any](c, "env", i, "valueFrom", "secretKeyRef")
			return at[string](ref, "name") + "/" + at[string](ref, "key")
		}
	}
	return ""
}

// Who serves may not change tables: the owner's URL is only in migrations.
func TestOnlyMigrationsOwnTheTables(t *testing.T) {
	for _, example := range []string{"production", "everything", "init-container"} {
		for _, o := range objects(t, example, "") {
			for _, c := range containers(pod(o)) {
				name := at[string](c, "name")
				if name == "gateway" || name == "certs" {
					continue
				}
				program := strings.TrimPrefix(name, "migrate-")
				migrates := fmt.Sprint(c["args"]) == "[migrate]"
				want := map[bool]string{true: "salaatflow-database-ddl/url", false: "salaatflow-database/url"}[migrates]
				if example == "everything" && program == "tasks-svc" {
					want = map[bool]string{true: "tasks-owner/url", false: "tasks-database/tasks"}[migrates]
				}
				if got := secretOf(c, "_DATABASE_URL"); got != want {
					t.Errorf("%s: %s has the database of %s, want %s", example, name, got, want)
				}
			}
		}
	}
}

// Without a Secret for the owner, migrations have the program's own.
func TestMigrationsMayHaveTheProgramsAccount(t *testing.T) {
	job := migrations(with(t, "production", "database.ddl.existingSecret=", "database.key=dsn"))[0]
	for _, c := range containers(pod(job)) {
		if got := secretOf(c, "_DATABASE_URL"); got != "salaatflow-database/dsn" {
			t.Errorf("%s has %s", c["name"], got)
		}
	}
}

func TestMigrationsElsewhere(t *testing.T) {
	all := objects(t, "init-container", "")
	if len(ofKind(all, "Job")) != 0 {
		t.Error("there is a Job too")
	}
	for _, o := range ofKind(all, "Deployment") {
		before := at[[]any](pod(o), "initContainers")
		if o.component() == "gateway" {
			if before != nil {
				t.Error("the gateway has no database, and migrates one")
			}
			continue
		}
		if len(before) != 1 || at[string](before, 0, "name") != "migrate-"+o.component() {
			t.Errorf("before %s runs %v", o, before)
		}
	}
	for _, o := range with(t, "production", "migrations.mode=none") {
		for _, c := range containers(pod(o)) {
			if fmt.Sprint(c["args"]) == "[migrate]" {
				t.Errorf("%s migrates", o)
			}
		}
	}
}

// SQLite is migrated by its program, so only what is in PostgreSQL is left for the Job.
func TestOnlyPostgreSQLIsMigrated(t *testing.T) {
	if jobs := migrations(objects(t, "dev", "")); len(jobs) != 0 {
		t.Errorf("there is %v", jobs)
	}
	if got := migrated(t, objects(t, "one-postgres", "")); !slices.Equal(got, []string{"tasks-svc"}) {
		t.Errorf("migrated: %v", got)
	}
}
