//go:build k8s

package k8s

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func chart(t *testing.T) string { return repository(t, "deploy/helm/salaatflow") }

// chartArguments are what every command of Helm is given: the production values, and where the images are.
func chartArguments(t *testing.T) []string {
	return []string{
		"--values", filepath.Join(chart(t), "values-production.yaml"), "--set", "image.registry=" + *registry, "--set", "image.tag=" + *tag,
		"--set", "services.gateway.config.limits=off", // the loads are one caller's
		// The load calls as users do, with a certificate of its own.
		"--set", "tls.also={load}",
		"--set", "services.tasks.config.edges={gateway,chat-svc,load}", "--set", "services.users.config.edges={gateway,chat-svc,load}",
	}
}

// examples are the ways to install the chart that e2e/chart renders, by their values.
var examples = map[string][]string{
	"dev":            {"deploy/helm/salaatflow/values-dev.yaml"},
	"production":     {"deploy/helm/salaatflow/values-production.yaml"},
	"everything":     {"deploy/helm/salaatflow/values-production.yaml", "e2e/chart/testdata/values/everything.yaml"},
	"init-container": {"deploy/helm/salaatflow/values-production.yaml", "e2e/chart/testdata/values/init-container.yaml"},
	"one-postgres":   {"deploy/helm/salaatflow/values-dev.yaml", "e2e/chart/testdata/values/one-postgres.yaml"},
	"third-party":    {"deploy/helm/salaatflow/values-production.yaml", "e2e/chart/testdata/values/third-party.yaml"},
}

// testDryRun sends everything that the examples of the chart render to the API server, which checks it as if it were to be:
// unknown fields and wrong values are refused, and defaults and rules applied.
func testDryRun(t *testing.T, c *cluster) {
	for _, definitions := range strings.Fields(*crds) {
		c.kubectl(t, "apply", "--server-side", "-f", definitions)
	}
	// The pod of helm test is one, and a pod's class must be there.
	c.kubectl(t, "create", "priorityclass", "platform", "--value=1000")
	t.Cleanup(func() { c.kubectl(t, "delete", "priorityclass", "platform") })
	for _, name := range slices.Sorted(maps.Keys(examples)) {
		t.Run(name, func(t *testing.T) {
			arguments := []string{"template", "example", chart(t)} // beside the release, whose objects would be changed
			for _, file := range examples[name] {
				arguments = append(arguments, "--values", repository(t, file))
			}
			rendered, err := c.helm(arguments...)
			if err != nil {
				t.Fatal(err)
			}
			accepted, err := c.tryKubectl(rendered, "apply", "--dry-run=server", "--validate=strict", "-f", "-")
			if err != nil && *crds == "" && strings.Contains(err.Error(), "no matches for kind") {
				t.Skip("the cluster has no Gateway API or Prometheus operator: name their definitions with -crds")
			}
			if err != nil {
				t.Fatal(err)
			}
			measured.add("the API server checks the example "+name+", strictly", fmt.Sprintf("%d objects", strings.Count(accepted, "\n")),
				"accepted")
		})
	}
}

// testRendered compares what is installed with what is rendered without the cluster, as Argo CD does over and over.
func testRendered(t *testing.T, c *cluster) {
	rendered, err := c.helm(append([]string{"template", release, chart(t), "--no-hooks"}, chartArguments(t)...)...)
	if err != nil {
		t.Fatal(err)
	}
	if difference, err := c.tryKubectl(rendered, "diff", "--server-side", "--force-conflicts", "-f", "-"); err != nil {
		t.Errorf("the cluster differs from what is rendered: %v\n%s", err, difference)
	}
}

// install installs the production example.
func (c *cluster) install(t *testing.T) {
	t.Helper()
	c.provideDatabase(t)
	began := time.Now()
	arguments := append([]string{"upgrade", "--install", release, chart(t), "--wait", "--timeout=4m"}, chartArguments(t)...)
	if _, err := c.helm(arguments...); err != nil {
		c.explain(t)
		t.Fatal(err)
	}
	measured.add("`helm install --wait`, two replicas of everything, migrations by a hook", seconds(time.Since(began)), "comes up")
}

// explain logs what an operator would look at: in the release's namespace, or where the flags of kubectl say.
func (c *cluster) explain(t *testing.T, where ...string) {
	t.Helper()
	for _, command := range [][]string{
		{"get", "pods", "-o", "wide"},
		{"get", "events", "--sort-by=.lastTimestamp"},
		{"logs", "--prefix", "--all-containers", "--tail=10", "-l", "app.kubernetes.io/name=salaatflow"},
	} {
		output, err := c.tryKubectl("", slices.Concat(where, command)...)
		t.Logf("kubectl %s: %v\n%s", strings.Join(command, " "), err, output)
	}
}

func testSmoke(t *testing.T, c *cluster) {
	r := c.during(t, 5*time.Second, func() {})
	for _, kind := range r.Kinds {
		if kind.Failed > 0 || kind.Calls == 0 {
			t.Errorf("%s: %d of %d calls failed", kind.Name, kind.Failed, kind.Calls)
		}
	}
	if _, err := c.helm("test", release, "--timeout=2m"); err != nil {
		t.Error(err)
	}
	measured.add("smoke over REST, tool call, MCP, chat and gRPC", calls(r), "0 failed")
	through := fmt.Sprintf("/api/v1/namespaces/%s/services/%s-gateway:http/proxy/api/v1/hadith/daily", *namespace, release)
	if answer := c.kubectl(t, "get", "--raw", through); !strings.Contains(answer, "text_arabic") {
		t.Errorf("the gateway's Service answered %s", answer)
	}
	for _, gateway := range c.podsOf(t, "gateway") {
		if answer := c.proxied(t, gateway.Metadata.Name, "8081", "/readyz?complete"); !strings.Contains(answer, "ready") {
			t.Errorf("%s: %s", gateway.Metadata.Name, answer)
		}
	}
}
