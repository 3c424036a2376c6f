//go:build chart

package chart

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.yaml.in/yaml/v3"
)

var (
	helmProgram        = flag.String("helm", "helm", "the helm program")
	kubeconformProgram = flag.String("kubeconform", "kubeconform", "the kubeconform program")
	update             = flag.Bool("update", false, "write what is rendered, and the table of values, instead of comparing")
)

const chartFolder = "../../deploy/helm/salaatflow"

// examples are ways to install the chart: the values files of each, in the order that they are given.
var examples = map[string][]string{
	"dev":            {"values-dev.yaml"},
	"production":     {"values-production.yaml"},
	"everything":     {"values-production.yaml", "testdata/values/everything.yaml"},
	"init-container": {"values-production.yaml", "testdata/values/init-container.yaml"},
	"one-postgres":   {"values-dev.yaml", "testdata/values/one-postgres.yaml"},
	"kept-audit":     {"values-production.yaml", "testdata/values/kept-audit.yaml"},
	"small":          {"values-dev.yaml", "../k8s/testdata/small.yaml"},
	"third-party":    {"values-production.yaml", "testdata/values/third-party.yaml"},
}

// arguments are those of helm that name the values files of an example.
func arguments(example string) []string {
	var args []string
	for _, file := range examples[example] {
		if !strings.Contains(file, "/") {
			file = filepath.Join(chartFolder, file)
		}
		args = append(args, "--values", file)
	}
	return args
}

// helm runs helm and returns what it writes.
func helm(t testing.TB, args ...string) (string, error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	command := exec.CommandContext(t.Context(), *helmProgram, args...)
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, stderr.String())
	}
	return stdout.String(), err
}

func template(t testing.TB, args ...string) (string, error) {
	t.Helper()
	return helm(t, append([]string{"template", "salaatflow", chartFolder, "--namespace", "salaatflow"}, args...)...)
}

var rendered sync.Map // example -> the text

// text returns an example as it is rendered.
func text(t testing.TB, example string) string {
	t.Helper()
	if known, ok := rendered.Load(example); ok {
		return known.(string)
	}
	out, err := template(t, arguments(example)...)
	if err != nil {
		t.Fatal(err)
	}
	rendered.Store(example, out)
	return out
}

// object is one object of Kubernetes.
type object map[string]any

func (o object) kind() string   { return o["kind"].(string) }
func (o object) name() string   { return at[string](o, "metadata", "name") }
func (o object) String() string { return o.kind() + " " + o.name() }

// component is the program that the object belongs to.
func (o object) component() string {
	return at[string](o, "metadata", "labels", "app.kubernetes.io/component")
}

// at returns the value at a path of keys and indexes, or the zero value where nothing is.
func at[T any](node any, path ...any) T {
	if o, ok := node.(object); ok {
		node = map[string]any(o)
	}
	for _, step := range path {
		switch key := step.(type) {
		case string:
			fields, _ := node.(map[string]any)
			node = fields[key]
		case int:
			items, _ := node.([]any)
			if key >= len(items) {
				node = nil
				continue
			}
			node = items[key]
		}
	}
	value, _ := node.(T)
	return value
}

func parse(t testing.TB, manifests string) []object {
	t.Helper()
	var all []object
	decoder := yaml.NewDecoder(strings.NewReader(manifests))
	for {
		var o map[string]any
		err := decoder.Decode(&o)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if o != nil {
			all = append(all, o)
		}
	}
}

// objects returns the objects of an example, of one kind unless that is empty.
func objects(t testing.TB, example, kind string) []object {
	t.Helper()
	return ofKind(parse(t, text(t, example)), kind)
}

func ofKind(all []object, kind string) []object {
	var some []object
	for _, o := range all {
		if kind == "" || o.kind() == kind {
			some = append(some, o)
		}
	}
	return some
}

// with returns the objects of an example with more values, as --set takes them, or --set-json if they are lists or objects.
func with(t testing.TB, example string, set ...string) []object {
	t.Helper()
	out, err := template(t, append(arguments(example), sets(set)...)...)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, out)
}

func sets(values []string) []string {
	var args []string
	for _, value := range values {
		flag := "--set"
		if strings.Contains(value, "=[") || strings.Contains(value, "={") {
			flag = "--set-json"
		}
		args = append(args, flag, value)
	}
	return args
}

// find returns the object of a kind and a program.
func find(t testing.TB, all []object, kind, component string) object {
	t.Helper()
	for _, o := range all {
		if o.kind() == kind && o.component() == component {
			return o
		}
	}
	t.Fatalf("there is no %s of %s", kind, component)
	return nil
}

func pod(o object) map[string]any {
	if o.kind() == "CronJob" {
		return at[map[string]any](o, "spec", "jobTemplate", "spec", "template", "spec")
	}
	return at[map[string]any](o, "spec", "template", "spec")
}

// containers returns all containers of a pod.
func containers(pod map[string]any) []map[string]any {
	var all []map[string]any
	for _, list := range []string{"initContainers", "containers"} {
		for _, c := range at[[]any](pod, list) {
			all = append(all, c.(map[string]any))
		}
	}
	return all
}

// containsLine reports whether a line of the text, without its indentation, is the one given.
func containsLine(text, line string) bool {
	for one := range strings.Lines(text) {
		if strings.TrimSpace(one) == line {
			return true
		}
	}
	return false
}
