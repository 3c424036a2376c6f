// Package redistest gives tests a real Redis, which can be stopped and started under them. Each test that asks gets a
// server of its own, started from the machine's redis-server. When there is none, the test is skipped and says so; with
// CI=true it fails.
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

// patience bounds the start and the end of a server.
const patience = 20 * time.Second

// Server is a Redis of the test's own, reached by a socket. It is for one goroutine.
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

// URL is where the server is, running or not, in the form that a Redis client takes.
func (s *Server) URL() string { return "unix://" + s.socket() }

// Stop ends the server: its connections break, new ones are refused, and what it held is gone. It is fine to call it
// when the server is stopped.
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

// Restart runs the server again, at the same address and empty.
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

// Do runs a command, such as FLUSHALL, and gives the first line of the answer.
func (s *Server) Do(command string) string {
	s.t.Helper()
	answer, err := s.exchange(command)
	if err != nil {
		s.t.Fatalf("redistest: %s: %v", command, err)
	}
	return answer[0]
}

// Commands is how often the server ran a command, written in lower case, since it was started.
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

// answers waits until the server answers, or says why it does not.
func (s *Server) answers() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
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

// exchange runs a command on a connection of its own, and gives the lines of the answer; at least one.
func (s *Server) exchange(command string) ([]string, error) {
	conn, err := net.DialTimeout("unix", s.socket(), patience)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
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
