package sqltest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// timeout bounds the start of a server and the creation of a database.
const timeout = 30 * time.Second

// server is a PostgreSQL server for tests.
type server struct {
	// address is the URL of its database "postgres".
	address string
	// alive stays open as long as this process lives, and so the server it started; nil for another's server.
	alive *os.File
}

// theServer is found or started at the first call of the process.
var theServer = sync.OnceValues(func() (server, error) {
	if address := os.Getenv(PostgresURL); address != "" {
		return server{address: address}, nil
	}
	return start()
})

func requirePostgres(t testing.TB) string {
	t.Helper()
	found, err := theServer()
	switch {
	case err == nil:
		return found.address
	case os.Getenv("CI") == "true":
		t.Fatalf("PostgreSQL is needed with CI=true: %v", err)
	default:
		t.Skipf("SKIPPED, NOT TESTED ON POSTGRESQL: %v (set %s, or install the Debian package postgresql)", err, PostgresURL)
	}
	return ""
}

func freshDatabase(t testing.TB) string {
	t.Helper()
	address := requirePostgres(t)
	name := "test_" + strings.ToLower(rand.Text())
	execute(t, address, "CREATE DATABASE "+name)
	t.Cleanup(func() { execute(t, address, "DROP DATABASE "+name+" WITH (FORCE)") })
	fresh, err := url.Parse(address)
	if err != nil {
		t.Fatalf("%s is no URL", PostgresURL)
	}
	fresh.Path = "/" + name
	return fresh.String()
}

func execute(t testing.TB, address, statement string) {
	t.Helper()
	// Not the test's context: it has ended when cleanups run.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), timeout)
	defer cancel()
	connection, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatalf("connect to the PostgreSQL server for tests: %v", err)
	}
	defer connection.Close(ctx)
	if _, err := connection.Exec(ctx, statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// reached waits until the server answers, or says why it does not.
func reached(address string) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	for {
		connection, err := pgx.Connect(ctx, address)
		if err == nil {
			return connection.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the PostgreSQL server did not answer within %v: %w", timeout, err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
