package mcp

import (
	"context"
	"net/http"
	"runtime/debug"
)

type keptKey struct{}

// keptIn returns the call in whose response a handler runs; nil if it is not kept.
func keptIn(ctx context.Context) *keptCall {
	kept, _ := ctx.Value(keptKey{}).(*keptCall)
	return kept
}

// serveKept has the SDK answer a call that converses, which goes on when its client is away.
func (s *Server) serveKept(w http.ResponseWriter, r *http.Request, session string, body []byte) {
	var pairs []pair
	if writer, changesIDs := w.(*idWriter); changesIDs {
		pairs = writer.pairs
	}
	s.streams.serve(http.HandlerFunc(func(w http.ResponseWriter, reading *http.Request) {
		call := s.kept.begin(session, pairs)
		go s.answerKept(call, r)
		s.copyKept(w, reading, call, 0)
	}), w, r, opening{call: true, body: body})
}

func (s *Server) answerKept(call *keptCall, r *http.Request) {
	defer call.end()
	defer func() {
		if cause := recover(); cause != nil {
			s.options.Logger.ErrorContext(r.Context(), "a call panicked", "panic", cause, "stack", string(debug.Stack()))
		}
	}()
	carried, done := s.requests.carry(r.WithContext(context.WithValue(context.WithoutCancel(r.Context()), keptKey{}, call)))
	defer done()
	s.stateful.ServeHTTP(call, carried)
}

// serveKeptAgain tells a client that comes back what has followed the event that it names.
func (s *Server) serveKeptAgain(w http.ResponseWriter, r *http.Request, session string) {
	call, next := s.kept.after(session, r.Header.Get(lastEventHeader))
	if call == nil {
		RefuseMessage(w, http.StatusBadRequest, nil, errGone.Error())
		return
	}
	s.streams.serve(http.HandlerFunc(func(w http.ResponseWriter, reading *http.Request) {
		if len(call.pairs) > 0 {
			w = &idWriter{ResponseWriter: w, pairs: call.pairs}
		}
		s.copyKept(w, reading, call, next)
	}), w, r, opening{call: true})
}

func (s *Server) copyKept(w http.ResponseWriter, r *http.Request, call *keptCall, next int) {
	if err := call.copyTo(w, r, next); err != nil {
		RefuseMessage(w, http.StatusBadRequest, nil, err.Error())
	}
}
