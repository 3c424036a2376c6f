package client

import (
	"context"
	"net/http"
	"net/url"
)

// TokenSource returns the bearer token for a request that is about to be sent. It is safe for concurrent use.
type TokenSource interface {
	Token(ctx context.Context) (string, error)
}

// authorized presents a token to the gateway.
type authorized struct {
	http.RoundTripper
	source  TokenSource
	gateway *url.URL
}

// RoundTrip implements http.RoundTripper.
func (a *authorized) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.URL.Scheme != a.gateway.Scheme || request.URL.Host != a.gateway.Host {
		return a.RoundTripper.RoundTrip(request)
	}
	token, err := a.source.Token(request.Context())
	if err != nil {
		return nil, &tokenError{err}
	}
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+token)
	return a.RoundTripper.RoundTrip(request)
}

// CloseIdleConnections implements what http.Client looks for.
func (a *authorized) CloseIdleConnections() {
	if closer, ok := a.RoundTripper.(interface{ CloseIdleConnections() }); ok {
		closer.CloseIdleConnections()
	}
}

// tokenError is why there is no token to send. The gateway was not asked.
type tokenError struct{ err error }

func (e *tokenError) Error() string { return e.err.Error() }

func (e *tokenError) Unwrap() error { return e.err }
