// Package api answers the RPCs of the registry: proto to rules and back, one file for each RPC.
package api

import (
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/addresses"
	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

// Options are what a Server needs.
type Options struct {
	Registry *registrations.Registry
	// Addresses decides which addresses may be registered.
	Addresses *addresses.Policy
	// Trusted is set where nobody can call who has not shown the platform's credential.
	Trusted bool
}

// Server answers the RPCs of the registry.
type Server struct {
	registryv1.UnimplementedRegistryServiceServer
	Options
}

// New makes a server.
func New(options Options) *Server { return &Server{Options: options} }
