//go:build chart

package chart

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// versions are left out of what is compared, so that a release changes nothing there.
var versions = regexp.MustCompile(
	`(helm.sh/chart: salaatflow-|app.kubernetes.io/version: |image: "localhost/salaatflow/[a-z-]+:)("[^"]*"|[^"\n]*)`)

// What is rendered is in the repository, so that a change of a template shows what it does to everybody's objects.
func TestExamplesRenderWhatIsCommitted(t *testing.T) {
	t.Parallel()
	for _, example := range []string{"dev", "production", "everything"} {
		t.Run(example, func(t *testing.T) {
			t.Parallel()
			got := versions.ReplaceAllString(text(t, example), "${1}VERSION")
			file := filepath.Join("testdata", "golden", example+".yaml")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got == string(want) {
				return
			}
			lines := strings.Split(got, "\n")
			for i, line := range strings.Split(string(want), "\n") {
				if i >= len(lines) || lines[i] != line {
					t.Fatalf("%s:%d is %q, and %q is rendered: if that is meant, run `make chart-golden`", file, i+1, line, lineOf(lines, i))
				}
			}
			t.Fatalf("%s lacks the last lines of what is rendered: if they are meant, run `make chart-golden`", file)
		})
	}
}

func lineOf(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

func TestNothingIsRenderedTwice(t *testing.T) {
	for example := range examples {
		seen := map[string]bool{}
		for _, o := range objects(t, example, "") {
			if seen[o.String()] {
				t.Errorf("%s: %s is there twice", example, o)
			}
			seen[o.String()] = true
		}
	}
}

func TestLint(t *testing.T) {
	t.Parallel()
	for example := range examples {
		t.Run(example, func(t *testing.T) {
			t.Parallel()
			if out, err := helm(t, append([]string{"lint", "--strict", chartFolder}, arguments(example)...)...); err != nil {
				t.Error(out, err)
			}
		})
	}
}

// The schemas are those of Kubernetes, the Gateway API, the Prometheus operator and cert-manager, and refuse unknown fields.
func TestObjectsAreValid(t *testing.T) {
	folder := t.TempDir()
	for example := range examples {
		if err := os.WriteFile(filepath.Join(folder, example+".yaml"), []byte(text(t, example)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.CommandContext(t.Context(), *kubeconformProgram, "-strict",
		"-schema-location", "testdata/schemas/{{.ResourceKind}}{{.KindSuffix}}.json", folder)
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
