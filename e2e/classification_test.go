package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/expfmt"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/languagemodel/modeltest"
	"github.com/salaatflow/platform/services/redislink/redistest"
	"github.com/salaatflow/platform/services/registration"
	skillssvc "github.com/salaatflow/platform/skills-svc"
)

// register registers a service that the platform was not built with, until the test ends or stop is called.
func register(t *testing.T, platform *harness.Platform, tools ...catalogtest.Tool) (stop func()) {
	t.Helper()
	const pkg = "lookup.v1"
	var methods []string
	for _, tool := range tools {
		methods = append(methods, catalogtest.Method(pkg, tool.Name))
	}
	registered, err := registration.New(registration.Options{
		Registry: platform.Dial(t, platform.Registry().String()), Service: "lookup-svc", Version: "v1", InstanceID: "one",
		Address:      catalogtest.Serve(t, "one", "127.0.0.1:0", methods...).Address,
		GRPCServices: []string{catalogtest.GRPCService(pkg)}, Files: catalogtest.Files(t, pkg, tools...),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := registered.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		if err := registered.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(stop)
	return stop
}

// Two instances of skills-svc share a database and a Redis. A model's endpoint counts its questions.
func TestToolsOfNewServicesFindTheirSkills(t *testing.T) {
	t.Parallel()
	redis, model, folder := redistest.Start(t), modeltest.Start(t), t.TempDir()
	model.Always(modeltest.Select("web_search"))
	writeSkill(t, folder, "research", "description: Looks things up.\npermissions: [web_search, hadith_read]")
	settings := skillssvc.DefaultSettings()
	settings.GlobalRoot, settings.Model, settings.Redis.URL = folder, model.Config(), config.Secret(redis.URL())
	data := t.TempDir()
	platform := harness.Start(t, harness.Options{Data: data, Skills: func(s *skillssvc.Settings) { *s = settings }})

	other := skillssvc.DefaultConfig()
	other.Config, other.Settings = kittest.Config(t), settings
	figures := prometheus.NewRegistry()
	other.Registerer = figures
	other.Registry.Address, other.Credential.File = platform.Registry().String(), platform.CredentialFile()
	other.Database.URL = config.Secret("sqlite:" + filepath.Join(data, "skills.db"))
	kittest.Run(t, skillssvc.Module(other))
	second := skillsv1.NewSkillServiceClient(platform.Dial(t, other.ListenAddress)) // which shows the platform's credential

	both := func(what, want string) {
		t.Helper()
		platform.Eventually(t, what+" through the gateway", func() bool {
			tools, _ := resolved(t, platform, "research")
			return tools == want
		})
		platform.Eventually(t, what+" at the second instance", func() bool {
			answer, err := second.ResolveTools(t.Context(), &skillsv1.ResolveToolsRequest{Name: "research"})
			if status.Code(err) == codes.Unauthenticated {
				t.Fatal(err)
			}
			var names []string
			for _, tool := range answer.GetResolvedTools() {
				names = append(names, tool.GetToolName())
			}
			return strings.Join(names, " ") == want
		})
	}
	hadith := strings.Join(toolsOfServices(t, "salaatflow.hadith.v1.HadithService"), " ")
	both("the platform's own tools", hadith)
	if got := model.Calls(); got != 0 {
		t.Errorf("the model is asked %d times about tools that declare what they can do", got)
	}

	tools := make([]catalogtest.Tool, 6)
	want := map[string]int{}
	var names []string
	for i := range tools {
		tools[i].Name = fmt.Sprintf("look_up_%d", i)
		names = append(names, tools[i].Name)
		want[tools[i].Name] = 1
	}
	stop := register(t, platform, tools...)
	both("the new tools", strings.Join(names, " ")+" "+hadith)
	calls := map[string]int{}
	for _, request := range model.Requests() {
		var asked struct{ Name string }
		if err := json.Unmarshal([]byte(request.User), &asked); err != nil {
			t.Fatal(err)
		}
		calls[asked.Name]++
	}
	if !maps.Equal(calls, want) {
		t.Errorf("the model is asked %v, want each once", calls)
	}

	t.Run("an administrator says it better while Redis is away", func(t *testing.T) {
		redis.Stop()
		defer redis.Restart()
		target := "/api/v1/tools/look_up_0/classify"
		if got := send(t, platform, "POST", target, `{"capabilities":["web_read"]}`, as(1)); got.status != http.StatusForbidden {
			t.Errorf("somebody else: %+v", got)
		}
		if got := send(t, platform, "POST", target, `{"capabilities":["fly"]}`, admin()...); got.status != http.StatusBadRequest {
			t.Errorf("no category: %+v", got)
		}
		if got := send(t, platform, "POST", target, `{"capabilities":["web_read"]}`, admin()...); got.status != http.StatusOK ||
			got.field(t, "origin") != "admin" || got.field(t, "classified_by") != 1.0 {
			t.Errorf("the administrator: %+v", got)
		}
		both("the administrator's word", strings.Join(names[1:], " ")+" "+hadith)
		got := send(t, platform, "POST", target, `{}`, admin()...)
		if got.status != http.StatusOK || got.field(t, "origin") != "model" || got.field(t, "model") != modeltest.Model {
			t.Errorf("asked again: %+v", got)
		}
		both("the model's word", strings.Join(names, " ")+" "+hadith)
	})

	eventually(t, "the figures of either instance say that the model's word counts again", func() bool {
		figures := send(t, platform, "GET", "/api/v1/skills/lifecycle/metrics", "")
		return figures.field(t, "classifications.by_origin.model") == 6.0 && figures.field(t, "disagreements.model_admin.differ") == 1.0
	})
	metrics := send(t, platform, "GET", platform.Ops+"/metrics", "").body + written(t, figures) // either instance may have done it
	for _, name := range []string{
		"tool_classifications{", "tool_classification_compared{", "tool_cache_reads_total{", "tool_cache_errors_total", "tool_cache_away",
		"gen_ai_client_operation_duration_seconds_count{",
	} {
		if !strings.Contains(metrics, name) {
			t.Errorf("/metrics lacks %s", name)
		}
	}

	stop()
	both("what is left when the service is gone", hadith)
}

// written returns metrics in the format of /metrics.
func written(t *testing.T, figures prometheus.Gatherer) string {
	t.Helper()
	families, err := figures.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, family := range families {
		if _, err := expfmt.MetricFamilyToText(&text, family); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}
