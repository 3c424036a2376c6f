package registrysvc_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"google.golang.org/grpc/codes"

	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func config(t *testing.T) registrysvc.Config {
	t.Helper()
	config := registrysvc.DefaultConfig()
	config.Config = kittest.Config(t)
	config.SettlingTime = time.Nanosecond
	return config
}

func TestTheServiceServes(t *testing.T) {
	config := config(t)
	conn := kittest.Start(t, config.Config, registrysvc.Module(config))
	listed, err := registryv1.NewRegistryServiceClient(conn).ListTools(t.Context(), &registryv1.ListToolsRequest{})
	if err != nil || len(listed.GetTools()) != 0 || listed.GetRevision() != 0 {
		t.Errorf("a new registry lists %v, %v", listed, err)
	}
}

func TestWhatIsRegisteredIsMeasured(t *testing.T) {
	config := config(t)
	metrics := prometheus.NewRegistry()
	config.Registerer = metrics
	kittest.Start(t, config.Config, registrysvc.Module(config))
	watcher := watch(t, config.ListenAddress, discovery.Options{})
	plot{id: "one", tools: catalogtest.Tools("sow", "reap")}.registered(t, config.ListenAddress)
	plot{id: "two", tools: catalogtest.Tools("sow", "reap")}.registered(t, config.ListenAddress)
	awaitInstances(t, watcher, "one", "two")
	families, err := metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			got[family.GetName()] += m.GetGauge().GetValue() + m.GetCounter().GetValue()
		}
	}
	for name, want := range map[string]float64{
		"registry_instances_registered": 2, "registry_instances_callable": 2, "registry_tools": 2, "registry_watchers": 1,
		"registry_watchers_resyncs_total": 0, "registry_leases_expired_total": 0,
		"registry_leases_lost_time_seconds_total": 0,
	} {
		if value, measured := got[name]; !measured || value != want {
			t.Errorf("%s is %v, want %v; there are %v", name, value, want, slices.Sorted(maps.Keys(got)))
		}
	}
}

func TestTheCredentialIsReadFromAFile(t *testing.T) {
	config := config(t)
	config.Credential.File = filepath.Join(t.TempDir(), "credential")
	if err := os.WriteFile(config.Credential.File, []byte("open sesame\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	conn := kittest.Start(t, config.Config, registrysvc.Module(config))
	_, err := registryv1.NewRegistryServiceClient(conn).Deregister(t.Context(), &registryv1.DeregisterRequest{LeaseId: "x"})
	if apperr.From(err).Code != codes.Unauthenticated {
		t.Errorf("without a credential: %v", err)
	}
}

func TestWrongSettingsAreRefusedAtStartByName(t *testing.T) {
	for flag, change := range map[string]func(*registrysvc.Config){
		"--lease-ttl":       func(c *registrysvc.Config) { c.LeaseTTL = 0 },
		"--settling-time":   func(c *registrysvc.Config) { c.SettlingTime = -time.Second },
		"--health-interval": func(c *registrysvc.Config) { c.HealthInterval = 0 },
		"--health-timeout":  func(c *registrysvc.Config) { c.HealthTimeout = 0 },
		"--required-tools":  func(c *registrysvc.Config) { c.RequiredTools = []string{"Not A Name"} },
		"--max-services":    func(c *registrysvc.Config) { c.Limits.Services = 0 },
		"--credential-file": func(c *registrysvc.Config) { c.Credential.File = "/nowhere" },
	} {
		t.Run(flag, func(t *testing.T) {
			config := registrysvc.DefaultConfig()
			change(&config)
			if _, err := kit.NewApp(registrysvc.Module(config)); err == nil || !strings.Contains(err.Error(), flag) {
				t.Errorf("got %v, want an error that names %s", err, flag)
			}
		})
	}
}

func TestTheProgramExplainsItself(t *testing.T) {
	var out bytes.Buffer
	program := kit.Program[registrysvc.Config]{
		Name: registrysvc.Name, Default: registrysvc.DefaultConfig(), New: registrysvc.Module,
		Without: registrysvc.Without(),
	}
	t.Setenv("SALAATFLOW_REGISTRY", "127.0.0.1:1") // what the other programs are told, in an environment that they share
	if code := program.Run(t.Context(), []string{"serve", "--help"}, &out, &out); code != 0 {
		t.Errorf("exit code %d", code)
	}
	for _, flag := range []string{
		"--listen-address=\"127.0.0.1:9000\"", "--lease-ttl=10s", "--max-services=256", "$SALAATFLOW_CREDENTIAL_FILE)",
	} {
		if !strings.Contains(out.String(), flag) {
			t.Errorf("the help does not tell of %s:\n%s", flag, out.String())
		}
	}
	if strings.Contains(out.String(), "--registry=") || strings.Contains(out.String(), "SALAATFLOW_REGISTRY)") {
		t.Errorf("a registry is offered to register with a registry:\n%s", out.String())
	}
}
