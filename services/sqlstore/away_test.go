package sqlstore_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

func insert(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO kept (id) VALUES ($1)", time.Now().UnixNano())
	return err
}

// codeOf is the code by which a caller hears of err.
func codeOf(err error) string { return apperr.From(sqlstore.Classify(err)).ToolCode() }

func TestAServerThatIsStoppedIsAwayAndComesBackByItself(t *testing.T) {
	server := sqltest.StartServer(t)
	db, err := sqlstore.Open(t.Context(), server.URL(), schema())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	update := func() error {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		return db.Update(ctx, insert)
	}
	read := func() error {
		var n int
		return db.Reader().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM kept").Scan(&n)
	}
	if _, err := db.Reader().ExecContext(t.Context(), "CREATE TABLE kept (id BIGINT)"); err != nil {
		t.Fatal(err)
	}
	var inFlight sync.WaitGroup
	stopped := make(chan struct{})
	for range 8 { // what is under way when the server goes
		inFlight.Go(func() {
			for err := update(); ; err = update() {
				if err != nil {
					if code := codeOf(err); code != "NETWORK_ERROR" {
						t.Errorf("while it goes: %s, %v", code, err)
					}
				}
				select {
				case <-stopped:
					return
				default:
				}
			}
		})
	}
	server.Stop()
	close(stopped)
	inFlight.Wait()
	for what, do := range map[string]func() error{
		"a change": update, "a query": read, "a probe": func() error { return db.Probe(t.Context()) },
	} {
		began := time.Now()
		if err := do(); err == nil || codeOf(err) != "NETWORK_ERROR" {
			t.Errorf("%s: %v", what, err)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%s took %v to fail", what, took)
		}
	}
	server.Start()
	for what, do := range map[string]func() error{
		"a change": update, "a query": read, "a probe": func() error { return db.Probe(t.Context()) },
	} {
		if err := do(); err != nil {
			t.Errorf("it is back, and %s fails: %v", what, err)
		}
	}
}

func TestAServerThatHangsHoldsNobodyBeyondTheDeadline(t *testing.T) {
	server := sqltest.StartServer(t)
	db, err := sqlstore.Open(t.Context(), server.URL(), schema())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Probe(t.Context()); err != nil {
		t.Fatal(err)
	}
	server.Freeze()
	defer server.Thaw()
	const timeout = 200 * time.Millisecond
	for what, do := range map[string]func(context.Context) error{
		"a change": func(ctx context.Context) error { return db.Update(ctx, insert) }, "a probe": db.Probe,
	} {
		ctx, cancel := context.WithTimeout(t.Context(), timeout)
		began := time.Now()
		err := do(ctx)
		cancel()
		if took := time.Since(began); err == nil || took > 10*timeout {
			t.Errorf("%s: %v after %v", what, err, took)
		}
	}
	server.Thaw()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := db.Probe(ctx); err != nil {
		t.Errorf("it answers again, and the probe fails: %v", err)
	}
}

func TestOnlyWhatRepeatingMayMendIsUnavailable(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"a server that starts":       {&pgconn.PgError{Code: "57P03"}, "NETWORK_ERROR"},
		"an administrator":           {fmt.Errorf("read: %w", &pgconn.PgError{Code: "57P01"}), "NETWORK_ERROR"},
		"too many connections":       {&pgconn.PgError{Code: "53300"}, "NETWORK_ERROR"},
		"a standby":                  {&pgconn.PgError{Code: "25006"}, "NETWORK_ERROR"},
		"a wrong password":           {&pgconn.PgError{Code: "28P01"}, "SERVER_ERROR"},
		"no such table":              {&pgconn.PgError{Code: "42P01"}, "SERVER_ERROR"},
		"a full disk":                {&pgconn.PgError{Code: "53100"}, "NETWORK_ERROR"},
		"a disk that fails":          {fmt.Errorf("read: %w", &pgconn.PgError{Code: "58030"}), "NETWORK_ERROR"},
		"damaged pages":              {&pgconn.PgError{Code: "XX001"}, "NETWORK_ERROR"},
		"a connection that was lost": {fmt.Errorf("read: %w", pgconn.ErrConnClosed), "NETWORK_ERROR"},
		"the caller's deadline":      {context.DeadlineExceeded, "TIMEOUT"},
		"a refusal of the service's": {apperr.NotFound("no such task"), "NOT_FOUND"},
		"a bug":                      {errors.New("index out of range"), "SERVER_ERROR"},
	} {
		if got := codeOf(c.err); got != c.want {
			t.Errorf("%s is %s, want %s", name, got, c.want)
		}
	}
	if err := sqlstore.Classify(nil); err != nil {
		t.Errorf("no error is %v", err)
	}
}

func TestASQLiteFileThatIsBusyForTooLongCanBeTriedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "busy.db")
	holder, err := sqlstore.Open(t.Context(), "sqlite:"+path, schema())
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	impatient, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(1)&_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer impatient.Close()
	err = holder.Update(t.Context(), func(ctx context.Context, _ *sql.Tx) error {
		_, err := impatient.BeginTx(ctx, nil)
		return err
	})
	if err == nil || codeOf(err) != "NETWORK_ERROR" {
		t.Errorf("a file that another writes: %v", err)
	}
}
