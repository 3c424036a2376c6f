package main

import (
	"context"
	"errors"
	"net/http"
	"strconv"
)

// withPlatform passes a running platform and a client to a measurement.
func withPlatform(
	measure func(context.Context, effort, *running, *http.Client) ([]figure, error),
) func(context.Context, effort) ([]figure, error) {
	return func(ctx context.Context, e effort) (figures []figure, err error) {
		platform, err := start(ctx, false)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, platform.stop()) }()
		client := newClient()
		defer client.CloseIdleConnections()
		return measure(ctx, e, platform, client)
	}
}

// asCaller returns the header of a request by the caller.
func asCaller() http.Header {
	return http.Header{
		"X-User-Id":    {strconv.Itoa(int(caller.UserID))},
		"Content-Type": {"application/json"},
	}
}
