package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The headers that tell the eras and sessions apart.
const (
	versionHeader = "Mcp-Protocol-Version"
	methodHeader  = "Mcp-Method"
	sessionHeader = "Mcp-Session-Id"
)

// retryAfter is after how many seconds a client that was refused for want of room may try again.
const retryAfter = "5"

// codeUnavailable is the JSON-RPC code, of those left to servers, for a refusal that will pass.
const codeUnavailable = -32000

// dispatch gives a request to the era that it speaks.
func (s *Server) dispatch(w http.ResponseWriter, r *http.Request) {
	modern, err := s.speaksModern(w, r)
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		http.Error(w, fmt.Sprintf("request body exceeds %d bytes", tooLarge.Limit), http.StatusRequestEntityTooLarge)
		return
	}
	if err != nil {
		http.Error(w, "failed to read body", http.StatusBadRequest)
		return
	}
	if modern {
		s.serveModern(w, r)
		return
	}
	s.serveLegacy(w, r)
}

// speaksModern is whether a request is of the era without sessions. One that says so in its body alone lacks a header,
// and is modern all the same: that era has the fitting refusal.
func (s *Server) speaksModern(w http.ResponseWriter, r *http.Request) (bool, error) {
	if r.Header.Get(methodHeader) != "" || r.Header.Get(versionHeader) >= firstModern {
		return true, nil
	}
	if r.Method != http.MethodPost {
		return false, nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.options.MaxBodyBytes))
	if err != nil {
		return false, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return modernBody(body), nil
}

func modernBody(body []byte) bool {
	if !bytes.Contains(body, []byte(sdk.MetaKeyProtocolVersion)) {
		return false
	}
	var message struct {
		Params struct {
			Meta map[string]any `json:"_meta"`
		} `json:"params"`
	}
	if json.Unmarshal(body, &message) != nil {
		return false // the session era says what is wrong with it
	}
	return modernMeta(message.Params.Meta)
}

func (s *Server) serveModern(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get(methodHeader) == methodListen {
		s.streams.serve(s.stateless, w, r)
		return
	}
	s.stateless.ServeHTTP(w, r)
}

func (s *Server) serveLegacy(w http.ResponseWriter, r *http.Request) {
	id := r.Header.Get(sessionHeader)
	if id == "" { // the request that opens a session, or one to refuse
		s.serveCarried(w, r)
		return
	}
	if !s.sessions.enter(r.Context(), id) {
		http.Error(w, "session not found", http.StatusNotFound)
		return
	}
	defer s.sessions.leave(id)
	switch r.Method {
	case http.MethodGet:
		s.streams.serve(s.stateful, w, r)
	case http.MethodDelete:
		s.stateful.ServeHTTP(w, r)
		s.sessions.forget(id)
	default:
		s.serveCarried(w, r)
	}
}

func (s *Server) serveCarried(w http.ResponseWriter, r *http.Request) {
	carried, done := s.requests.carry(r)
	defer done()
	s.stateful.ServeHTTP(w, carried)
}
