package kitsql_test

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/fx"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// stored answers with a title that it reads from the database.
type stored struct {
	tasksv1.UnimplementedTaskServiceServer
	db *sqlstore.DB
}

func (s stored) GetTask(ctx context.Context, _ *tasksv1.GetTaskRequest) (*tasksv1.GetTaskResponse, error) {
	task := &tasksv1.Task{}
	err := s.db.Reader().QueryRowContext(ctx, "SELECT title FROM demo").Scan(&task.Title)
	return &tasksv1.GetTaskResponse{Task: task}, err
}

// storing is a service on PostgreSQL.
type storing struct {
	server *sqltest.Server
	config kit.Config
	client tasksv1.TaskServiceClient
}

func newStoring(t *testing.T) storing {
	t.Helper()
	s := storing{server: sqltest.StartServer(t), config: kittest.Config(t)}
	s.config.OpsAddress = kittest.FreeAddress(t)
	return s
}

func (s *storing) migrate(t *testing.T) {
	t.Helper()
	if err := kitsql.Migrate(t.Context(), t.Output(), s.database(), schema); err != nil {
		t.Fatal(err)
	}
}

func (s *storing) database() kitsql.Config {
	return kitsql.Config{URL: config.Secret(s.server.URL() + "&connect_timeout=1")}
}

func (s *storing) module() kit.Module {
	return kit.Service("tasks-svc", s.config,
		kitsql.Database(s.database(), schema),
		fx.Provide(fx.Private, func(db *sqlstore.DB) tasksv1.TaskServiceServer { return stored{db: db} }),
		kit.GRPC(tasksv1.RegisterTaskServiceServer),
	)
}

func (s *storing) start(t *testing.T) {
	t.Helper()
	s.client = tasksv1.NewTaskServiceClient(kittest.Start(t, s.config, s.module()))
}

func startStoring(t *testing.T) storing {
	t.Helper()
	s := newStoring(t)
	s.migrate(t)
	s.start(t)
	return s
}

// call is the code that a caller hears who waits for a time; empty for an answer.
func (s storing) call(t *testing.T, timeout time.Duration) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(identity.NewContext(t.Context(), identity.Caller{UserID: 1}), timeout)
	defer cancel()
	answer, err := s.client.GetTask(ctx, &tasksv1.GetTaskRequest{TaskId: 1})
	if err != nil {
		return apperr.From(err).ToolCode()
	}
	if answer.GetTask().GetTitle() != "kept" {
		t.Errorf("it answers %v", answer)
	}
	return ""
}

func (s storing) says(t *testing.T, readyz int, health string) bool {
	t.Helper()
	status, _ := kittest.Get(t, "http://"+s.config.OpsAddress+"/readyz")
	return status == readyz && kittest.Health(t.Context(), s.config.ListenAddress, "") == health
}

func TestADatabaseThatIsAwayIsSaidAndComesBackByItself(t *testing.T) {
	s := startStoring(t)
	if code := s.call(t, time.Minute); code != "" || !s.says(t, http.StatusOK, "SERVING") {
		t.Fatalf("it does not work: %s", code)
	}
	s.server.Stop()
	kittest.Within(t, 2*time.Second, "it says that the database is away", func() bool {
		return s.says(t, http.StatusServiceUnavailable, "NOT_SERVING")
	})
	if code := s.call(t, time.Minute); code != "NETWORK_ERROR" {
		t.Errorf("a call is %s", code)
	}
	if alive, _ := kittest.Get(t, "http://"+s.config.OpsAddress+"/healthz"); alive != http.StatusOK {
		t.Errorf("/healthz is %d: a restart would not mend it", alive)
	}
	if got := kittest.Health(t.Context(), s.config.ListenAddress, grpcserver.AcceptsCalls); got != "SERVING" {
		t.Errorf("it no longer accepts calls: %s", got)
	}
	s.server.Start()
	if code := s.call(t, time.Minute); code != "" {
		t.Errorf("it is back, and a call is %s", code)
	}
	kittest.Within(t, 2*time.Second, "it says that the database is back", func() bool { return s.says(t, http.StatusOK, "SERVING") })
}

func TestADatabaseThatHangsIsSaidAndHoldsNoCallBeyondItsDeadline(t *testing.T) {
	s := startStoring(t)
	if code := s.call(t, time.Minute); code != "" {
		t.Fatalf("it does not work: %s", code)
	}
	s.server.Freeze()
	defer s.server.Thaw()
	kittest.Within(t, 2*time.Second, "it says that the database is away", func() bool {
		return s.says(t, http.StatusServiceUnavailable, "NOT_SERVING")
	})
	began := time.Now()
	if code := s.call(t, 300*time.Millisecond); code != "TIMEOUT" && code != "NETWORK_ERROR" {
		t.Errorf("a call is %s", code)
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("a call of 300 ms took %v", took)
	}
	s.server.Thaw()
	kittest.Within(t, 3*time.Second, "it says that the database is back", func() bool { return s.says(t, http.StatusOK, "SERVING") })
	if code := s.call(t, time.Minute); code != "" {
		t.Errorf("it answers again, and a call is %s", code)
	}
}

// After a power cut services and databases come up in any order.
func TestAServiceStartsWhileItsDatabaseIsAway(t *testing.T) {
	for name, away := range map[string]struct{ leave, come func(*sqltest.Server) }{
		"it is stopped": {(*sqltest.Server).Stop, (*sqltest.Server).Start},
		"it hangs":      {(*sqltest.Server).Freeze, (*sqltest.Server).Thaw},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStoring(t)
			s.migrate(t)
			away.leave(s.server)
			s.start(t)
			if !s.says(t, http.StatusServiceUnavailable, "NOT_SERVING") {
				t.Error("it says that it is ready")
			}
			if code := s.call(t, time.Minute); code != "NETWORK_ERROR" {
				t.Errorf("a call is %s", code)
			}
			if _, why := kittest.Get(t, "http://"+s.config.OpsAddress+"/readyz"); !strings.Contains(why, "the database") {
				t.Errorf("it does not say what it lacks: %s", why)
			}
			if alive, _ := kittest.Get(t, "http://"+s.config.OpsAddress+"/healthz"); alive != http.StatusOK {
				t.Errorf("/healthz is %d: a restart would not mend it", alive)
			}
			away.come(s.server)
			kittest.Within(t, 5*time.Second, "it is ready", func() bool { return s.says(t, http.StatusOK, "SERVING") })
			if code := s.call(t, time.Minute); code != "" {
				t.Errorf("the database is there, and a call is %s", code)
			}
		})
	}
}

// A database that was away is checked like one that was there: one without its tables ends the service, with what to do.
func TestADatabaseThatComesWithAnOldSchemaEndsTheService(t *testing.T) {
	s := newStoring(t)
	s.server.Stop()
	app, err := kit.NewApp(s.module())
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- app.Run(t.Context()) }()
	kittest.Within(t, 5*time.Second, "it serves, not ready", func() bool {
		return kittest.Health(t.Context(), s.config.ListenAddress, "") == "NOT_SERVING"
	})
	s.server.Start()
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "schema version 0 and 1 is needed: run `demo-svc migrate") {
		t.Errorf("it ends with %v", err)
	}
}

// What would not mend itself ends the start at once, as a wrong password does.
func TestADatabaseThatRefusesEndsTheStart(t *testing.T) {
	s := newStoring(t)
	for what, c := range map[string]struct{ url, want string }{
		"no tables yet":    {s.server.URL(), "schema version 0 and 1 is needed"},
		"no such database": {strings.Replace(s.server.URL(), "/postgres?", "/nowhere?", 1), `database "nowhere" does not exist`},
		"no such user":     {strings.Replace(s.server.URL(), "postgres@", "nobody@", 1), `role "nobody" does not exist`},
	} {
		app, err := kit.NewApp(kit.Service("demo-svc", kittest.Config(t), kitsql.Database(kitsql.Config{URL: config.Secret(c.url)}, schema)))
		if err != nil {
			t.Fatal(err)
		}
		if err := app.Start(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: it starts, or does not say why not: %v", what, err)
		}
	}
}

// Health names the database of a service that has it in a file, too.
func TestADatabaseInAFileIsSaid(t *testing.T) {
	serves := kittest.Config(t)
	file := kitsql.Config{URL: config.Secret("sqlite:" + filepath.Join(t.TempDir(), "demo.db"))}
	kittest.Start(t, serves, kit.Service("tasks-svc", serves,
		kitsql.Database(file, schema),
		fx.Provide(fx.Private, func(db *sqlstore.DB) tasksv1.TaskServiceServer { return stored{db: db} }),
		kit.GRPC(tasksv1.RegisterTaskServiceServer),
	))
	kittest.Within(t, time.Minute, "it says that the database is there", func() bool {
		return kittest.Health(t.Context(), serves.ListenAddress, grpcserver.NeedsPrefix+"the database") == "SERVING"
	})
}
