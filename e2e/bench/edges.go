package main

import (
	"context"
	"errors"
	"net/http"
	"strconv"
)

// measureEdges measures calls through the gateway of a running platform.
func measureEdges(ctx context.Context, e effort) (figures []figure, err error) {
	platform, err := start(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, platform.stop()) }()
	client := newClient()
	defer client.CloseIdleConnections()
	for _, measure := range []func(context.Context, effort, *running, *http.Client) ([]figure, error){measureHTTP, measureMCP} {
		measured, err := measure(ctx, e, platform, client)
		if err != nil {
			return nil, err
		}
		figures = append(figures, measured...)
	}
	return figures, nil
}

// asCaller is the header of a request that the user makes.
func asCaller() http.Header {
	return http.Header{
		"X-User-Id":    {strconv.Itoa(int(caller.UserID))},
		"Content-Type": {"application/json"},
	}
}
