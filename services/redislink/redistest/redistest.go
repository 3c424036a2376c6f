// Package redistest runs a real Redis for tests, which they can stop and start again. Each test gets a server of its
// own, started from the machine's redis-server. If there is none, the test is skipped and says so; with CI=true it
// fails.
package redistest

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// serverTimeout bounds the start and the end of a server.
const serverTimeout = 20 * time.Second

// Server is a Redis of one test, reached by a socket. It is for one goroutine.
type Server struct {
	t       testing.TB
	folder  string
	running *process // nil while it is stopped
}

// Start runs an empty Redis that ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	require(t)
	folder, err := os.MkdirTemp("/tmp", "salaatflow-redis-") //nolint:usetesting // a socket's path must be short
	if err != nil {
		t.Fatalf("redistest: %v", err)
	}
	s := &Server{t: t, folder: folder}
	t.Cleanup(func() {
		s.Stop()
		_ = os.RemoveAll(folder)
	})
	s.Restart()
	return s
}

// URL returns the URL of the server, running or not, in the form that a Redis client takes.
func (s *Server) URL() string { return "unix://" + s.socket() }

// Stop ends the server: its connections break, new ones are refused, and its content is gone. Stopping a stopped server
// does nothing.
func (s *Server) Stop() {
	s.t.Helper()
	if s.running == nil {
		return
	}
	if err := s.running.stop(); err != nil {
		s.t.Errorf("redistest: stop: %v", err)
	}
	s.running = nil
}

// Restart runs the server again, empty, at the same address.
func (s *Server) Restart() {
	s.t.Helper()
	s.Stop()
	running, err := start(s.folder, s.socket())
	if err != nil {
		s.t.Fatalf("redistest: %v", err)
	}
	s.running = running
	if err := s.answers(); err != nil {
		log, _ := os.ReadFile(filepath.Join(s.folder, "log"))
		s.t.Fatalf("redistest: the server does not answer: %v\n%s", err, log)
	}
}

// Do runs a command, such as FLUSHALL, and returns the first line of the answer.
func (s *Server) Do(command string) string {
	s.t.Helper()
	answer, err := s.exchange(command)
	if err != nil {
		s.t.Fatalf("redistest: %s: %v", command, err)
	}
	return answer[0]
}

// Commands returns how often the server has run a command, written in lower case, since it was started.
func (s *Server) Commands(command string) int {
	s.t.Helper()
	answer, err := s.exchange("INFO commandstats")
	if err != nil {
		s.t.Fatalf("redistest: INFO: %v", err)
	}
	for _, line := range answer {
		if rest, ok := strings.CutPrefix(line, "cmdstat_"+command+":calls="); ok {
			calls, _, _ := strings.Cut(rest, ",")
			n, err := strconv.Atoi(calls)
			if err != nil {
				s.t.Fatalf("redistest: INFO says %q", line)
			}
			return n
		}
	}
	return 0
}

func (s *Server) socket() string { return filepath.Join(s.folder, "socket") }

func require(t testing.TB) {
	t.Helper()
	_, err := program()
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatalf("Redis is needed with CI=true: %v", err)
	default:
		t.Skipf("SKIPPED, NOT TESTED WITH REDIS: %v (install the Debian package redis-server)", err)
	}
}

// answers waits until the server answers, or returns why it does not.
func (s *Server) answers() error {
	ctx, cancel := context.WithTimeout(context.Background(), serverTimeout)
	defer cancel()
	for {
		answer, err := s.exchange("PING")
		if err == nil && answer[0] == "+PONG" {
			return nil
		}
		select {
		case <-s.running.ended:
			return errors.New("it has ended")
		case <-ctx.Done():
			return err
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// exchange runs a command on a connection of its own, and returns the lines of the answer, at least one.
func (s *Server) exchange(command string) ([]string, error) {
	conn, err := net.DialTimeout("unix", s.socket(), serverTimeout)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(serverTimeout)); err != nil {
		return nil, err
	}
	if _, err := conn.Write([]byte(command + "\r\nQUIT\r\n")); err != nil {
		return nil, err
	}
	answer, err := io.ReadAll(conn)
	if err != nil {
		return nil, err
	}
	return strings.Split(string(answer), "\r\n"), nil
}
