package kit_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/fx"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
)

func TestAServiceServesWithWhatTheKitGives(t *testing.T) {
	config := kittest.Config(t)
	config.Clock = clock.StartingAt(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	client := tasksv1.NewTaskServiceClient(kittest.Start(t, config, module("tasks-svc", "Read Quran", config)))
	got, err := client.GetTask(user(t.Context()), &tasksv1.GetTaskRequest{TaskId: 7})
	if err != nil || got.GetTask().GetId() != 7 || got.GetTask().GetCreatedAt() != "2026-03-01" {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := client.GetTask(t.Context(), &tasksv1.GetTaskRequest{TaskId: 7}); apperr.From(err).ToolCode() != "AUTH_REQUIRED" {
		t.Errorf("without a user: %v", err)
	}
}

func TestSeveralServicesLiveInOneProcess(t *testing.T) {
	metrics := prometheus.NewRegistry()
	configs := map[string]kit.Config{}
	var modules []kit.Module
	for _, name := range []string{"one-svc", "two-svc"} {
		config := kittest.Config(t)
		config.Registerer = prometheus.WrapRegistererWith(prometheus.Labels{"service": name}, metrics)
		configs[name] = config
		modules = append(modules, module(name, name, config))
	}
	kittest.Run(t, modules...)
	for name, config := range configs {
		client := tasksv1.NewTaskServiceClient(kittest.Dial(t, config.ListenAddress))
		got, err := client.GetTask(user(t.Context()), &tasksv1.GetTaskRequest{TaskId: 1})
		if err != nil || got.GetTask().GetTitle() != name {
			t.Errorf("%s: got %v, %v", name, got, err)
		}
	}
	families, err := metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var services []string
	for _, family := range families {
		if family.GetName() != "rpc_server_call_duration_seconds" {
			continue
		}
		for _, m := range family.GetMetric() {
			for _, label := range m.GetLabel() {
				if label.GetName() == "service" {
					services = append(services, label.GetValue())
				}
			}
		}
	}
	slices.Sort(services)
	if !slices.Equal(services, []string{"one-svc", "two-svc"}) {
		t.Errorf("calls are counted for %v", services)
	}
}

// events notes what happens, in order.
type events struct {
	mu   sync.Mutex
	list []string
}

func (e *events) add(what string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.list = append(e.list, what)
}

func (e *events) all() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.list)
}

func TestWhatTheServiceOpenedOutlivesItsCalls(t *testing.T) {
	var happened events
	running, finish := make(chan struct{}), make(chan struct{})
	config := kittest.Config(t)
	app, err := kit.NewApp(kit.Service("tasks-svc", config,
		fx.Provide(fx.Private, func(lc fx.Lifecycle) tasksv1.TaskServiceServer {
			lc.Append(fx.StartStopHook(func() { happened.add("opened") }, func() { happened.add("closed") }))
			return blocking{running: running, finish: finish, happened: &happened}
		}),
		kit.GRPC(tasksv1.RegisterTaskServiceServer),
	))
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	client := tasksv1.NewTaskServiceClient(kittest.Dial(t, config.ListenAddress))
	answered := make(chan error, 1)
	go func() {
		_, err := client.GetTask(user(t.Context()), &tasksv1.GetTaskRequest{TaskId: 1})
		answered <- err
	}()
	<-running
	stopped := make(chan error, 1)
	go func() { stopped <- app.Stop(context.WithoutCancel(t.Context())) }()
	untilRefused(t, config.ListenAddress)
	close(finish)
	if err := errors.Join(<-answered, <-stopped); err != nil {
		t.Error(err)
	}
	if want := []string{"opened", "answered", "closed"}; !slices.Equal(happened.all(), want) {
		t.Errorf("got %v, want %v", happened.all(), want)
	}
}

// untilRefused waits until nobody listens at address any more.
func untilRefused(t *testing.T, address string) {
	t.Helper()
	for {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			return
		}
		_ = conn.Close()
	}
}

type blocking struct {
	tasksv1.UnimplementedTaskServiceServer
	running, finish chan struct{}
	happened        *events
}

func (b blocking) GetTask(context.Context, *tasksv1.GetTaskRequest) (*tasksv1.GetTaskResponse, error) {
	close(b.running)
	<-b.finish
	b.happened.add("answered")
	return &tasksv1.GetTaskResponse{}, nil
}

func TestTheOpsPortTellsHealthAndMetrics(t *testing.T) {
	address := kittest.FreeAddress(t)
	config := kittest.Config(t)
	config.OpsAddress = address
	client := tasksv1.NewTaskServiceClient(kittest.Start(t, config, module("tasks-svc", "x", config)))
	if _, err := client.GetTask(user(t.Context()), &tasksv1.GetTaskRequest{TaskId: 1}); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/healthz": "ok",
		"/readyz":  "ok",
		"/metrics": `rpc_method="salaatflow.tasks.v1.TaskService/GetTask",rpc_response_status_code="OK"`,
	} {
		status, body := kittest.Get(t, "http://"+address+path)
		if status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

func TestProfilesAreServedOnlyWhenAskedFor(t *testing.T) {
	for asked, want := range map[bool]int{false: http.StatusNotFound, true: http.StatusOK} {
		t.Run(strconv.FormatBool(asked), func(t *testing.T) {
			config := kittest.Config(t)
			config.OpsAddress = kittest.FreeAddress(t)
			config.Pprof = asked
			kittest.Run(t, module("tasks-svc", "x", config))
			for _, path := range []string{"/debug/pprof/", "/debug/pprof/goroutine", "/debug/pprof/cmdline"} {
				if status, _ := kittest.Get(t, "http://"+config.OpsAddress+path); status != want {
					t.Errorf("%s: got %d, want %d", path, status, want)
				}
			}
		})
	}
}

func TestAServiceThatCanNoLongerServeEndsTheProgram(t *testing.T) {
	config := kittest.Config(t)
	app, err := kit.NewApp(module("tasks-svc", "x", config))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- app.Run(t.Context()) }()
	conn := kittest.Dial(t, config.ListenAddress)
	if _, err := tasksv1.NewTaskServiceClient(conn).GetTask(user(t.Context()), &tasksv1.GetTaskRequest{TaskId: 1}); err != nil {
		t.Fatal(err)
	}
	if err := config.Listener.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil || !contains(err, "tasks-svc can no longer serve", "use of closed network connection") {
		t.Errorf("the program ended without its reason: %v", err)
	}
}

// ticking is a runner that says when it began and ended.
type ticking struct{ began, ended chan struct{} }

func (r ticking) Run(ctx context.Context) {
	close(r.began)
	<-ctx.Done()
	close(r.ended)
}

func TestBackgroundWorkLastsAsLongAsTheService(t *testing.T) {
	config := kittest.Config(t)
	work := ticking{began: make(chan struct{}), ended: make(chan struct{})}
	app, err := kit.NewApp(module("tasks-svc", "x", config, fx.Supply(fx.Private, work), kit.Background[ticking]()))
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-work.began
	if err := app.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	select {
	case <-work.ended:
	default:
		t.Error("it still runs")
	}
}

func contains(err error, parts ...string) bool {
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			return false
		}
	}
	return true
}

func TestAnAddressInUseFailsTheStartByName(t *testing.T) {
	config := kit.DefaultConfig()
	config.LogOutput = t.Output()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for flag, set := range map[string]func(*kit.Config){
		"--listen-address": func(c *kit.Config) { c.ListenAddress = taken.Addr().String() },
		"--ops-address":    func(c *kit.Config) { c.OpsAddress = taken.Addr().String() },
	} {
		t.Run(flag, func(t *testing.T) {
			wrong := config
			set(&wrong)
			app, err := kit.NewApp(module("tasks-svc", "x", wrong))
			if err != nil {
				t.Fatal(err)
			}
			if err := app.Start(t.Context()); err == nil || !strings.Contains(err.Error(), flag) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestInvalidConfigurationFailsBeforeTheStartByName(t *testing.T) {
	for flag, set := range map[string]func(*kit.Config){
		"--listen-address":    func(c *kit.Config) { c.ListenAddress = "9001" },
		"--advertise-address": func(c *kit.Config) { c.ListenAddress, c.Registry.Address, c.Insecure = ":9001", "registry:9000", true },
		"--ops-address":       func(c *kit.Config) { c.OpsAddress = "x" },
		"--pprof":             func(c *kit.Config) { c.Pprof = true },
		"--registry":          func(c *kit.Config) { c.Registry.Address = "registry" },
		"--deadline":          func(c *kit.Config) { c.Deadline = -time.Second },
		"--drain-timeout":     func(c *kit.Config) { c.DrainTimeout = -time.Second },
		"--log-format":        func(c *kit.Config) { c.Telemetry.Log.Format = "xml" },
		"--otlp-endpoint":     func(c *kit.Config) { c.Telemetry.OTLPEndpoint = "collector" },
	} {
		t.Run(flag, func(t *testing.T) {
			config := kit.DefaultConfig()
			set(&config)
			if _, err := kit.NewApp(module("tasks-svc", "x", config)); err == nil || !strings.Contains(err.Error(), flag+":") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestTheLogIsTheServicesOwn(t *testing.T) {
	var log bytes.Buffer
	config := kittest.Config(t)
	config.LogOutput = &log
	config.Telemetry.Log.Format = "json"
	startAndStop(t, module("tasks-svc", "x", config))
	if got := log.String(); !strings.Contains(got, `"service":"tasks-svc"`) || !strings.Contains(got, config.ListenAddress) {
		t.Errorf("the log does not say who serves where: %s", got)
	}
}
