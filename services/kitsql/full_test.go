package kitsql_test

import (
	"context"
	"database/sql"
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
)

// filling keeps what it is given, and answers with what it has.
type filling struct{ stored }

func (f filling) CreateTask(ctx context.Context, request *tasksv1.CreateTaskRequest) (*tasksv1.CreateTaskResponse, error) {
	return &tasksv1.CreateTaskResponse{}, f.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO demo VALUES (zeroblob($1))", len(request.GetTitle())<<10)
		return err
	})
}

// A file without room is said by whatever asks, calls that read are answered, and it comes back by itself.
func TestADatabaseWithoutRoomIsSaidAndComesBackByItself(t *testing.T) {
	serves := kittest.Config(t)
	serves.OpsAddress = kittest.FreeAddress(t)
	var db *sqlstore.DB
	file := kitsql.Config{URL: config.Secret("sqlite:" + filepath.Join(t.TempDir(), "demo.db")), FolderSeen: true}
	client := tasksv1.NewTaskServiceClient(kittest.Start(t, serves, kit.Service("tasks-svc", serves,
		kitsql.Database(file, schema),
		fx.Provide(fx.Private, func(opened *sqlstore.DB) tasksv1.TaskServiceServer {
			db = opened
			return filling{stored{db: opened}}
		}),
		kit.GRPC(tasksv1.RegisterTaskServiceServer),
	)))
	ctx := identity.NewContext(t.Context(), identity.Caller{UserID: 1})
	create := func() error {
		_, err := client.CreateTask(ctx, &tasksv1.CreateTaskRequest{Title: new(strings.Repeat("x", 200))})
		return err
	}
	says := func(readyz int, health string) func() bool {
		return func() bool {
			status, _ := kittest.Get(t, "http://"+serves.OpsAddress+"/readyz")
			return status == readyz && kittest.Health(t.Context(), serves.ListenAddress, "") == health
		}
	}
	if err := create(); err != nil || !says(http.StatusOK, "SERVING")() {
		t.Fatalf("it does not work: %v", err)
	}
	limit(t, db, "PRAGMA max_page_count = 1") // no more than it has
	told := apperr.From(create())
	if told == nil || told.HTTPStatus() != http.StatusServiceUnavailable || !strings.Contains(told.Message, "full") {
		t.Errorf("a call is told %v", told)
	}
	kittest.Within(t, 2*time.Second, "it says that it has no room", says(http.StatusServiceUnavailable, "NOT_SERVING"))
	if _, why := kittest.Get(t, "http://"+serves.OpsAddress+"/readyz"); !strings.Contains(why, "the database: the demo database: full") {
		t.Errorf("it does not say what it lacks: %s", why)
	}
	if got := kittest.Health(t.Context(), serves.ListenAddress, grpcserver.AcceptsCalls); got != "SERVING" {
		t.Errorf("it no longer accepts calls: %s", got)
	}
	if answer, err := client.GetTask(ctx, &tasksv1.GetTaskRequest{TaskId: 1}); err != nil || answer.GetTask().GetTitle() != "kept" {
		t.Errorf("it does not read: %v, %v", answer, err)
	}
	_, metrics := kittest.Get(t, "http://"+serves.OpsAddress+"/metrics")
	if strings.Contains(metrics, `salaatflow_storage_failures_total{fault="full"} 0`) ||
		!strings.Contains(metrics, `salaatflow_storage_failures_total{fault="corrupt"} 0`) {
		t.Error("no metric counts it, by fault")
	}
	limit(t, db, "PRAGMA max_page_count = 1000000")
	kittest.Within(t, 3*time.Second, "it has room again", says(http.StatusOK, "SERVING"))
	if err := create(); err != nil {
		t.Errorf("there is room again: %v", err)
	}
}

func limit(t *testing.T, db *sqlstore.DB, pragma string) {
	t.Helper()
	err := db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		var pages int
		return tx.QueryRowContext(ctx, pragma).Scan(&pages)
	})
	if err != nil {
		t.Fatal(err)
	}
}
