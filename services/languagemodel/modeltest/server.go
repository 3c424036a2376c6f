// Package modeltest is a stand-in for a language model's endpoint: a real HTTP server that speaks OpenAI's chat
// completions, with structured output and tool calls, replies as the test tells it to, and counts the requests.
// A request that a real endpoint would refuse fails the test.
package modeltest

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/languagemodel"
)

// What a client must send.
const (
	Model = "stand-in-1"
	Key   = "a-key-for-tests"
)

// timeout is the timeout of a wait for what must happen.
const timeout = 20 * time.Second

// Server is the stand-in. It is safe for concurrent use.
type Server struct {
	t       testing.TB
	address string
	asked   chan Request // each, in the order in which they came

	mu       sync.Mutex
	script   func(Request) Reply
	requests []Request
	server   *http.Server // nil while it is down
	serving  sync.WaitGroup
}

// Start runs a stand-in that ends with the test. Until Script or Always says otherwise it selects nothing and calls
// nothing.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{t: t, asked: make(chan Request, 10_000)}
	s.Always(Select())
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("modeltest: %v", err)
	}
	s.address = listener.Addr().String()
	s.serve(listener)
	t.Cleanup(s.Down)
	return s
}

// Config asks this stand-in.
func (s *Server) Config() languagemodel.Config {
	return languagemodel.Config{
		URL: "http://" + s.address + "/v1", Model: Model, Key: config.Secret(Key), Timeout: timeout,
	}
}

// Script sets the function that replies to each request from now on.
func (s *Server) Script(script func(Request) Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = script
}

// Always makes it send this reply from now on.
func (s *Server) Always(reply Reply) { s.Script(func(Request) Reply { return reply }) }

// Calls returns the number of requests.
func (s *Server) Calls() int { return len(s.Requests()) }

// Requests returns the requests in the order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Next waits for the next request that it has not returned yet.
func (s *Server) Next() Request {
	s.t.Helper()
	select {
	case request := <-s.asked:
		return request
	case <-time.After(timeout):
		s.t.Fatal("modeltest: nobody asks")
		return Request{}
	}
}

// Down ends it in the middle of whatever it is doing: connections break, and new ones are refused.
func (s *Server) Down() {
	s.mu.Lock()
	server := s.server
	s.server = nil
	s.mu.Unlock()
	if server != nil {
		_ = server.Close()
	}
	s.serving.Wait()
}

// Up brings it back at the same address.
func (s *Server) Up() {
	s.t.Helper()
	listener, err := net.Listen("tcp", s.address)
	if err != nil {
		s.t.Fatalf("modeltest: come back: %v", err)
	}
	s.serve(listener)
}

func (s *Server) serve(listener net.Listener) {
	ctx, cancel := context.WithCancel(context.Background())
	server := &http.Server{
		Handler:     s,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	server.RegisterOnShutdown(cancel)
	s.mu.Lock()
	s.server = server
	s.mu.Unlock()
	s.serving.Go(func() {
		_ = server.Serve(listener)
		cancel()
	})
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client is gone
	}
	request, problem := read(r, raw)
	if problem != nil {
		s.t.Errorf("modeltest: a real endpoint refuses this: %s: %s", problem.message, raw)
		problem.write(w)
		return
	}
	s.mu.Lock()
	s.requests = append(s.requests, request)
	reply := s.script(request)
	s.mu.Unlock()
	s.asked <- request
	reply(w, r)
}

// refusal is an error of the endpoint.
type refusal struct {
	status        int
	code, message string
}

func (f refusal) write(w http.ResponseWriter) {
	writeJSON(w, f.status, map[string]any{
		"error": map[string]any{"message": f.message, "type": "error_of_the_stand_in", "param": nil, "code": f.code},
	})
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}
