package grpcserver

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/salaatflow/platform/services/apperr"
)

// firstMessageTimeout bounds the wait for the message that holds the credential: who does not have it holds nothing open.
const firstMessageTimeout = 10 * time.Second

// errNoCredential is what a handler gets that answers before the credential is there.
var errNoCredential = errors.New("the caller has not presented the credential yet")

// guardedStream is a stream whose first message must hold the credential. Until then it sends nothing.
type guardedStream struct {
	grpc.ServerStream
	check   func(first any) error
	open    atomic.Bool           // the credential was presented
	refusal atomic.Pointer[error] // why the stream is refused
}

// RecvMsg receives a message, the first one only if it holds the credential.
func (s *guardedStream) RecvMsg(m any) error {
	if s.open.Load() {
		return s.ServerStream.RecvMsg(m)
	}
	if refusal := s.refusal.Load(); refusal != nil {
		return *refusal
	}
	err := s.first(m)
	if err != nil {
		s.refusal.Store(&err)
		return err
	}
	s.open.Store(true)
	return nil
}

// first receives the first message. The receiver that it may leave behind ends with the call, when the handler returns.
func (s *guardedStream) first(m any) error {
	ctx, cancel := context.WithTimeout(s.Context(), firstMessageTimeout)
	defer cancel()
	received := make(chan error, 1)
	go func() { received <- s.ServerStream.RecvMsg(m) }()
	select {
	case err := <-received:
		switch {
		case errors.Is(err, io.EOF):
			return s.check(nil)
		case err != nil:
			return err
		default:
			return s.check(m)
		}
	case <-ctx.Done():
		if s.Context().Err() != nil {
			return context.Cause(s.Context())
		}
		return apperr.Unauthenticated("no message with the platform's credential came within %s", firstMessageTimeout)
	}
}

// SendMsg sends a message.
func (s *guardedStream) SendMsg(m any) error {
	if !s.open.Load() {
		return errNoCredential
	}
	return s.ServerStream.SendMsg(m)
}

// SendHeader sends the header.
func (s *guardedStream) SendHeader(header metadata.MD) error {
	if !s.open.Load() {
		return errNoCredential
	}
	return s.ServerStream.SendHeader(header)
}
