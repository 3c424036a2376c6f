// Command kubeschemas writes the JSON schemas by which kubeconform checks what the Helm chart renders: one file for each kind,
// with all that it refers to, that refuses unknown fields.
//
// Their sources are in pinned Go modules: the OpenAPI document of Kubernetes, and the custom resource definitions of the
// Gateway API, of the Prometheus operator and of cert-manager. So no server is asked, now or when the chart is checked.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"
)

const (
	kubernetes = "k8s.io/kubernetes@v1.36.3"
	gatewayAPI = "sigs.k8s.io/gateway-api@v1.4.1"
	prometheus = "github.com/prometheus-operator/prometheus-operator@v0.85.0"
	manager    = "github.com/cert-manager/cert-manager@v1.19.1"
)

// native are the kinds of Kubernetes itself that the chart renders.
var native = map[string]string{
	"io.k8s.api.core.v1.ConfigMap":                      "configmap-v1",
	"io.k8s.api.core.v1.PersistentVolumeClaim":          "persistentvolumeclaim-v1",
	"io.k8s.api.core.v1.Pod":                            "pod-v1",
	"io.k8s.api.core.v1.Service":                        "service-v1",
	"io.k8s.api.core.v1.ServiceAccount":                 "serviceaccount-v1",
	"io.k8s.api.apps.v1.Deployment":                     "deployment-apps-v1",
	"io.k8s.api.apps.v1.StatefulSet":                    "statefulset-apps-v1",
	"io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler": "horizontalpodautoscaler-autoscaling-v2",
	"io.k8s.api.batch.v1.CronJob":                       "cronjob-batch-v1",
	"io.k8s.api.batch.v1.Job":                           "job-batch-v1",
	"io.k8s.api.rbac.v1.Role":                           "role-rbac-v1",
	"io.k8s.api.rbac.v1.RoleBinding":                    "rolebinding-rbac-v1",
	"io.k8s.api.networking.v1.Ingress":                  "ingress-networking-v1",
	"io.k8s.api.networking.v1.NetworkPolicy":            "networkpolicy-networking-v1",
	"io.k8s.api.policy.v1.PodDisruptionBudget":          "poddisruptionbudget-policy-v1",
}

// custom are the kinds of others that the chart renders: the module, the file in it, and the version.
var custom = []struct{ module, file, version, name string }{
	{gatewayAPI, "config/crd/standard/gateway.networking.k8s.io_httproutes.yaml", "v1", "httproute-gateway-v1"},
	{gatewayAPI, "config/crd/standard/gateway.networking.k8s.io_grpcroutes.yaml", "v1", "grpcroute-gateway-v1"},
	{gatewayAPI, "config/crd/standard/gateway.networking.k8s.io_backendtlspolicies.yaml", "v1", "backendtlspolicy-gateway-v1"},
	{prometheus, "example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml", "v1", "servicemonitor-monitoring-v1"},
	{prometheus, "example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml", "v1", "prometheusrule-monitoring-v1"},
	{manager, "deploy/crds/cert-manager.io_certificates.yaml", "v1", "certificate-cert-manager-v1"},
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: kubeschemas DIR")
		os.Exit(2)
	}
	ctx := context.Background()
	if err := errors.Join(writeNative(ctx, os.Args[1]), writeCustom(ctx, os.Args[1])); err != nil {
		fmt.Fprintln(os.Stderr, "kubeschemas:", err)
		os.Exit(1)
	}
}

func writeNative(ctx context.Context, dir string) error {
	folder, err := download(ctx, kubernetes)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(filepath.Join(folder, "api", "openapi-spec", "swagger.json"))
	if err != nil {
		return err
	}
	var document struct{ Definitions map[string]any }
	if err := json.Unmarshal(content, &document); err != nil {
		return err
	}
	definitions := map[string]any{}
	for name, definition := range document.Definitions {
		definitions[name] = strict(definition)
	}
	for _, name := range []string{"io.k8s.apimachinery.pkg.api.resource.Quantity", "io.k8s.apimachinery.pkg.util.intstr.IntOrString"} {
		definitions[name] = map[string]any{"type": []any{"string", "number"}}
	}
	for name, file := range native {
		needed := map[string]any{}
		collect(definitions, name, needed)
		schema := map[string]any{"$ref": "#/definitions/" + name, "definitions": needed}
		if err := write(dir, file, schema); err != nil {
			return err
		}
	}
	return nil
}

// collect puts a definition, and those that it refers to, into needed.
func collect(definitions map[string]any, name string, needed map[string]any) {
	if _, done := needed[name]; done {
		return
	}
	needed[name] = definitions[name]
	eachReference(definitions[name], func(other string) { collect(definitions, other, needed) })
}

func eachReference(node any, visit func(string)) {
	switch node := node.(type) {
	case map[string]any:
		if reference, ok := node["$ref"].(string); ok {
			visit(strings.TrimPrefix(reference, "#/definitions/"))
		}
		for _, child := range node {
			eachReference(child, visit)
		}
	case []any:
		for _, child := range node {
			eachReference(child, visit)
		}
	}
}

func writeCustom(ctx context.Context, dir string) error {
	for _, kind := range custom {
		folder, err := download(ctx, kind.module)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(filepath.Join(folder, kind.file))
		if err != nil {
			return err
		}
		var definition struct {
			Spec struct {
				Versions []struct {
					Name   string
					Schema struct {
						Schema any `yaml:"openAPIV3Schema"`
					}
				}
			}
		}
		if err := yaml.Unmarshal(content, &definition); err != nil {
			return fmt.Errorf("%s: %w", kind.file, err)
		}
		for _, version := range definition.Spec.Versions {
			if version.Name != kind.version {
				continue
			}
			if err := write(dir, kind.name, strict(version.Schema.Schema)); err != nil {
				return err
			}
		}
	}
	return nil
}

// kept are the words of a schema that say what is valid. The others describe, and are most of the text.
var kept = map[string]bool{
	"$ref": true, "type": true, "required": true, "enum": true, "pattern": true, "minimum": true, "maximum": true,
	"minLength": true, "maxLength": true, "minItems": true, "maxItems": true, "minProperties": true, "maxProperties": true,
}

// strict returns a schema without descriptions that refuses unknown fields.
func strict(node any) any {
	from, ok := node.(map[string]any)
	if !ok {
		return node
	}
	if from["format"] == "int-or-string" || from["x-kubernetes-int-or-string"] == true {
		return map[string]any{"type": []any{"string", "integer"}}
	}
	to := map[string]any{}
	for word, value := range from {
		switch {
		case kept[word]:
			to[word] = value
		case word == "items" || word == "additionalProperties":
			to[word] = strict(value)
		case word == "properties":
			properties := map[string]any{}
			for name, property := range value.(map[string]any) {
				properties[name] = strict(property)
			}
			to[word] = properties
		}
	}
	_, open := to["additionalProperties"]
	if _, object := to["properties"]; object && !open && from["x-kubernetes-preserve-unknown-fields"] != true {
		to["additionalProperties"] = false
	}
	return to
}

func write(dir, name string, schema any) error {
	content, err := json.Marshal(schema)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name+".json"), append(content, '\n'), 0o600)
}

// download returns the folder of a module in the module cache.
func download(ctx context.Context, module string) (string, error) {
	command := exec.CommandContext(ctx, "go", "mod", "download", "-json", module)
	command.Dir = os.TempDir() // a module's own go.mod would want to know it
	command.Env = append(os.Environ(), "GOWORK=off")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	answer, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("download %s: %w: %s", module, err, stderr.String())
	}
	var downloaded struct{ Dir string }
	if err := json.Unmarshal(answer, &downloaded); err != nil {
		return "", fmt.Errorf("download %s: %w", module, err)
	}
	return downloaded.Dir, nil
}
