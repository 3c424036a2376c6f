package e2e

import (
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/mtls/mtlstest"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

const observability = "../deploy/observability"

// rule is a recording or an alerting rule.
type rule struct {
	Record, Alert, Expr string
	Labels, Annotations map[string]string
}

func readYAML(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(path, err)
	}
}

func rulesOf(t *testing.T, name string) (rules []rule) {
	t.Helper()
	var file struct {
		Groups []struct{ Rules []rule }
	}
	readYAML(t, filepath.Join(observability, "rules", name), &file)
	for _, group := range file.Groups {
		rules = append(rules, group.Rules...)
	}
	return rules
}

// Each query of a dashboard or a rule names metrics and labels that a running platform has.
func TestObservabilityQueriesNameWhatThereIs(t *testing.T) {
	t.Parallel()
	known := metricsOfAPlatform(t)
	queries := map[string]string{}
	for _, name := range []string{"recording.yaml", "alerts.yaml"} {
		for _, r := range rulesOf(t, name) {
			queries[name+": "+r.Record+r.Alert] = r.Expr
			if r.Record != "" {
				known[r.Record] = map[string]bool{}
			}
		}
	}
	boards, err := filepath.Glob(filepath.Join(observability, "grafana", "dashboards", "*.json"))
	if err != nil || len(boards) == 0 {
		t.Fatal(boards, err)
	}
	for _, path := range boards {
		maps.Copy(queries, queriesOf(t, path))
	}
	for place, query := range queries {
		for _, wrong := range mistakes(query, known) {
			t.Errorf("%s: %s\n%s", place, wrong, query)
		}
	}
	for query, want := range map[string]int{ // the check itself finds what is wrong
		`sum by (le) (rate(salaatflow_http_request_duration_seconds_bucket{route="/", le="0.5"}[5m]))`: 0,
		`salaatflow_http_requests_totals`: 1, `rate(salaatflow_http_requests_total{status="500"}[1h])`: 1,
		`sum by (tool) (salaatflow_ready)`: 1, `up == 0 and on (job, host) salaatflow_ready`: 1, `max(go_goroutines offset 1h) > bool 0`: 0,
	} {
		if got := mistakes(query, known); len(got) != want {
			t.Errorf("%s: found %q, want %d mistakes", query, got, want)
		}
	}
}

// queriesOf returns the queries of a dashboard by its and their panel's titles.
func queriesOf(t *testing.T, path string) map[string]string {
	t.Helper()
	var board struct {
		Title  string
		Panels []struct {
			Title   string
			Targets []struct{ RefID, Expr string }
		}
	}
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &board)
	}
	if err != nil {
		t.Fatal(path, err)
	}
	queries := map[string]string{}
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			queries[board.Title+": "+panel.Title+": "+target.RefID] = target.Expr
		}
	}
	return queries
}

// metricsOfAPlatform runs a platform, has it do something of everything, and returns its series' names with their labels.
func metricsOfAPlatform(t *testing.T) map[string]map[string]bool {
	t.Helper()
	credential := filepath.Join(t.TempDir(), "credential")
	if err := os.WriteFile(credential, []byte(strings.Repeat("k", 64)), 0o600); err != nil {
		t.Fatal(err)
	}
	redis := config.Secret(redistest.Start(t).URL())
	platform := harness.Start(t, harness.Options{
		CredentialFile: credential, Gateway: func(c *gateway.Config) { c.Redis.URL = redis },
	})
	pinned(t, platform)
	user := as(nextUser.Add(1))
	for _, path := range []string{"/api/v1/tools/add_task", "/api/v1/tasks"} {
		send(t, platform, "POST", path, `{"title":"Quran"}`, user)
	}
	send(t, platform, "POST", "/api/v1/chat", `{"message":"show my tasks"}`, user)
	known := map[string]map[string]bool{
		"up": {}, // Prometheus makes it
	}
	addMetrics(t, known, send(t, platform, "GET", platform.Ops+"/metrics", "").body)
	addMetrics(t, known, metricsWithCertificates(t))
	return known
}

// metricsWithCertificates runs a gateway that has certificates, and returns its metrics. Its registry may be away.
func metricsWithCertificates(t *testing.T) string {
	t.Helper()
	authority, c := mtlstest.NewAuthority(t), gateway.DefaultConfig()
	c.HTTP, c.OpsAddress, c.Registry, c.Auth = "127.0.0.1:0", kittest.FreeAddress(t), kittest.FreeAddress(t), "dev"
	c.TLS, c.LogOutput = authority.For("gateway"), io.Discard
	c.HTTPTLS.Cert, c.HTTPTLS.Key = c.TLS.Cert, c.TLS.Key
	kittest.Run(t, gateway.Module(c, nil))
	_, body := kittest.Get(t, "http://"+c.OpsAddress+"/metrics")
	return body
}

// addMetrics adds the series' names and labels of a program's metrics.
func addMetrics(t *testing.T, known map[string]map[string]bool, body string) {
	t.Helper()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, family := range families {
		labels := map[string]bool{}
		for _, metric := range family.GetMetric() {
			for _, label := range metric.GetLabel() {
				labels[label.GetName()] = true
			}
		}
		delete(labels, "component") // only the all-in-one has it
		known[name] = labels
		if family.GetType().String() == "HISTOGRAM" {
			known[name+"_count"], known[name+"_sum"], known[name+"_bucket"] = labels, labels, maps.Clone(labels)
			known[name+"_bucket"]["le"] = true
		}
	}
}

// pinned registers a service of a version, whose definition the registry remembers.
func pinned(t *testing.T, platform *harness.Platform) {
	t.Helper()
	const pkg = "watched.v1"
	_, err := platform.RegistryClient(t).Register(t.Context(), &registryv1.RegisterRequest{
		Service: "watched-svc", Version: "1.0.0", InstanceId: "one",
		Address:      catalogtest.Serve(t, "one", "127.0.0.1:0", catalogtest.Method(pkg, "watch_it")).Address,
		GrpcServices: []string{catalogtest.GRPCService(pkg)},
		Files:        catalogtest.Files(t, pkg, catalogtest.Tool{Name: "watch_it", Does: "Watches it."}),
	})
	if err != nil {
		t.Fatal(err)
	}
}

var (
	quoted    = regexp.MustCompile(`"[^"]*"`)
	durations = regexp.MustCompile(`\[[^\]]*\]|\boffset +[0-9a-z]+`)
	grouping  = regexp.MustCompile(`\b(by|without|on|ignoring|group_left|group_right) *\(([^)]*)\)`)
	selector  = regexp.MustCompile(`([a-zA-Z_:][a-zA-Z0-9_:]*) *(\{[^}]*\}|\()?`)
	matcher   = regexp.MustCompile(`([a-zA-Z_][a-zA-Z0-9_]*) *(?:=~|!~|!=|=)`)
	words     = []string{"and", "or", "unless", "bool"}
)

// mistakes returns what a PromQL query names that is not known. promtool checks the grammar.
func mistakes(query string, known map[string]map[string]bool) (wrong []string) {
	query = durations.ReplaceAllString(quoted.ReplaceAllString(query, `""`), "")
	var grouped []string
	query = grouping.ReplaceAllStringFunc(query, func(clause string) string {
		for label := range strings.SplitSeq(grouping.FindStringSubmatch(clause)[2], ",") {
			grouped = append(grouped, strings.TrimSpace(label))
		}
		return ""
	})
	all := map[string]bool{"job": true, "instance": true} // Prometheus adds them
	for _, found := range selector.FindAllStringSubmatch(query, -1) {
		name, rest := found[1], found[2]
		if rest == "(" || slices.Contains(words, name) {
			continue
		}
		labels, ok := known[name]
		if !ok {
			wrong = append(wrong, "there is no metric "+name)
			continue
		}
		maps.Copy(all, labels)
		for _, match := range matcher.FindAllStringSubmatch(rest, -1) {
			if !labels[match[1]] && match[1] != "job" && match[1] != "instance" {
				wrong = append(wrong, name+" has no label "+match[1])
			}
		}
	}
	for _, label := range grouped {
		if !all[label] {
			wrong = append(wrong, "no metric has the label "+label)
		}
	}
	return wrong
}

// Each alert names its page, which is there, and is tested; and each page is of an alert.
func TestObservabilityAlertsHaveAPageAndATest(t *testing.T) {
	tests, err := filepath.Glob(filepath.Join(observability, "rules", "tests", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var tested strings.Builder
	for _, path := range tests {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		tested.Write(text)
	}
	const pages = "../docs/runbooks"
	index, err := os.ReadFile(filepath.Join(pages, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{"README.md": true}
	for _, alert := range rulesOf(t, "alerts.yaml") {
		page := alert.Alert + ".md"
		there[page] = true
		text, err := os.ReadFile(filepath.Join(pages, page))
		switch {
		case err != nil:
			t.Error(err)
		case !strings.HasPrefix(string(text), "# "+alert.Alert+"\n\nSeverity: "+alert.Labels["severity"]+"."):
			t.Errorf("%s does not begin with the name and the severity of the alert", page)
		}
		if !strings.HasSuffix(alert.Annotations["runbook_url"], "/docs/runbooks/"+page) || alert.Annotations["summary"] == "" {
			t.Errorf("%s: runbook_url is %q, summary %q", alert.Alert, alert.Annotations["runbook_url"], alert.Annotations["summary"])
		}
		if !strings.Contains(string(index), "("+page+")") {
			t.Errorf("the index of runbooks does not name %s", page)
		}
		fires := regexp.MustCompile(`alertname: ` + alert.Alert + `\n +exp_alerts:\n`)
		if !fires.MatchString(tested.String()) {
			t.Errorf("no test in rules/tests has %s fire", alert.Alert)
		}
	}
	files, err := os.ReadDir(pages)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !there[file.Name()] {
			t.Errorf("docs/runbooks/%s is of no alert", file.Name())
		}
	}
}

// What Prometheus looks for is what compose.yaml starts.
func TestObservabilityScrapesTheServicesOfCompose(t *testing.T) {
	var config struct {
		ScrapeConfigs []struct {
			DNS []struct{ Names []string } `yaml:"dns_sd_configs"`
		} `yaml:"scrape_configs"`
	}
	var compose struct{ Services map[string]any }
	readYAML(t, filepath.Join(observability, "prometheus.yaml"), &config)
	readYAML(t, "../deploy/compose.yaml", &compose)
	found := 0
	for _, scrape := range config.ScrapeConfigs {
		for _, dns := range scrape.DNS {
			for _, name := range dns.Names {
				found++
				if compose.Services[name] == nil {
					t.Errorf("prometheus.yaml names %s, which is no service of compose.yaml", name)
				}
			}
		}
	}
	if found < 8 {
		t.Errorf("prometheus.yaml names %d programs", found)
	}
}

// A collector whose pipeline names what is not configured does not start.
func TestObservabilityCollectorIsWhole(t *testing.T) {
	var config struct {
		Receivers, Processors, Exporters, Extensions map[string]any
		Service                                      struct {
			Extensions []string
			Pipelines  map[string]struct{ Receivers, Processors, Exporters []string }
		}
	}
	readYAML(t, filepath.Join(observability, "otel-collector.yaml"), &config)
	configured := func(what string, names []string, there map[string]any) {
		for _, name := range names {
			if _, ok := there[name]; !ok {
				t.Errorf("%s names %s, which is not configured", what, name)
			}
		}
	}
	configured("extensions", config.Service.Extensions, config.Extensions)
	for name, pipeline := range config.Service.Pipelines {
		configured(name, pipeline.Receivers, config.Receivers)
		configured(name, pipeline.Processors, config.Processors)
		configured(name, pipeline.Exporters, config.Exporters)
	}
	if len(config.Service.Pipelines["traces"].Exporters) == 0 || len(config.Service.Pipelines["metrics"].Exporters) == 0 {
		t.Error("programs send traces and metrics: each needs a pipeline")
	}
}
