package api

import (
	"context"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/grants"
)

// Admission lets callers call what their grants allow.
type Admission struct{ Grants *grants.Rules }

// registering are the methods of instances. Register asks for the grant of the service; the others need its lease.
var registering = map[string]bool{
	registryv1.RegistryService_Register_FullMethodName:   true,
	registryv1.RegistryService_KeepAlive_FullMethodName:  true,
	registryv1.RegistryService_Deregister_FullMethodName: true,
}

// Knows reports whether a grant names the caller.
func (a Admission) Knows(ctx context.Context, secret string) bool { return a.Grants.Knows(ctx, secret) }

// Admit returns an error if the method shows something of the catalogue, and the caller may not see it.
func (a Admission) Admit(ctx context.Context, method, secret string) error {
	if registering["/"+method] {
		return nil
	}
	if err := a.Grants.Watch(ctx, grants.CallerOf(ctx, secret)); err != nil {
		return refusal(err)
	}
	return nil
}
