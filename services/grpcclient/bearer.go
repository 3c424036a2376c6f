package grpcclient

import (
	"context"

	"google.golang.org/grpc/credentials"
)

// Bearer is a credential for Options.PerRPC: the metadata `authorization: Bearer CREDENTIAL` on each call. It is sent
// on connections without TLS too. An empty credential gives nil, which sends nothing.
func Bearer(credential string) credentials.PerRPCCredentials {
	if credential == "" {
		return nil
	}
	return bearer{"authorization": "Bearer " + credential}
}

type bearer map[string]string

func (b bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return b, nil
}

func (bearer) RequireTransportSecurity() bool { return false }
