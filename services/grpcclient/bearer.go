package grpcclient

import (
	"context"

	"github.com/salaatflow/platform/services/credential"
)

// bearer presents the platform's credential on each call, as the metadata `authorization: Bearer CREDENTIAL`; also on
// connections without TLS.
type bearer struct{ credential *credential.Credential }

func (b bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Bearer " + b.credential.Presented()}, nil
}

func (bearer) RequireTransportSecurity() bool { return false }
