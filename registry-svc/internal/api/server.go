// Package api answers the RPCs of the registry: proto to rules and back, one file for each RPC.
package api

import (
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

// Server answers the RPCs of the registry.
type Server struct {
	registryv1.UnimplementedRegistryServiceServer
	registry *registrations.Registry
}

// New makes a server.
func New(registry *registrations.Registry) *Server { return &Server{registry: registry} }

// Guarded are the full names of the RPCs that need the registration credential, where the registry has one: those that
// change what is registered.
func Guarded() []string {
	return []string{
		registryv1.RegistryService_Register_FullMethodName,
		registryv1.RegistryService_KeepAlive_FullMethodName,
		registryv1.RegistryService_Deregister_FullMethodName,
	}
}
