package sqltest

import (
	"os"
	"testing"
)

// Server is a PostgreSQL server of one test's own, which the test stops, starts and freezes.
type Server struct {
	t testing.TB
	s ownServer
}

// StartServer starts a server that ends with the test. Without PostgreSQL's programs the test is skipped, or fails with
// CI=true.
func StartServer(t testing.TB) *Server {
	t.Helper()
	own, err := newOwnServer()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("PostgreSQL is needed with CI=true: %v", err)
		}
		t.Skipf("SKIPPED, NOT TESTED ON POSTGRESQL: %v (install the Debian package postgresql)", err)
	}
	server := &Server{t: t, s: own}
	t.Cleanup(func() {
		if err := server.s.remove(); err != nil {
			t.Errorf("remove the PostgreSQL server for tests: %v", err)
		}
	})
	server.Start()
	return server
}

// URL is that of its database "postgres".
func (s *Server) URL() string { return s.s.url() }

// Start starts it again, and waits until it answers.
func (s *Server) Start() { s.must(s.s.start()) }

// Stop stops it as an administrator would: connections are ended. It waits until it is gone.
func (s *Server) Stop() { s.must(s.s.stop()) }

// Freeze lets it answer nobody any more, though it takes connections.
func (s *Server) Freeze() { s.must(s.s.freeze()) }

// Thaw undoes Freeze.
func (s *Server) Thaw() { s.must(s.s.thaw()) }

func (s *Server) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatalf("the PostgreSQL server for tests: %v", err)
	}
}
