package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
)

// newClient returns the client of all loads.
func newClient() *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: inFlight, DisableCompression: true}}
}

// exchange is an HTTP request that is repeated, and the answer that it must get.
type exchange struct {
	client      *http.Client
	method, url string
	header      http.Header
	body        func() []byte // nil for none
	valid       func(answer []byte) bool
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// do makes the request once.
func (x exchange) do(ctx context.Context) error {
	answer := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(answer)
	if _, err := x.receive(ctx, answer); err != nil {
		return err
	}
	if !x.valid(answer.Bytes()) {
		return fmt.Errorf("%s %s answers %s", x.method, x.url, answer)
	}
	return nil
}

// receive makes the request once, and fails unless it succeeds. It returns the answer's header.
func (x exchange) receive(ctx context.Context, answer *bytes.Buffer) (http.Header, error) {
	var body io.Reader
	if x.body != nil {
		body = bytes.NewReader(x.body())
	}
	request, err := http.NewRequestWithContext(ctx, x.method, x.url, body)
	if err != nil {
		return nil, err
	}
	request.Header = x.header
	response, err := x.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer.Reset()
	if _, err := answer.ReadFrom(response.Body); err != nil {
		return nil, err
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		return nil, fmt.Errorf("%s %s answers %s: %s", x.method, x.url, response.Status, answer)
	}
	return response.Header, nil
}

// serve serves a handler on a loopback port until it is stopped.
func serve(ctx context.Context, handler http.Handler) (url string, stop func(), err error) {
	listener, err := loopback(ctx)
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: setupTimeout}
	go func() { _ = server.Serve(listener) }() // ends with stop; a load would notice any other end
	return "http://" + listener.Addr().String(), func() { _ = server.Close() }, nil
}
