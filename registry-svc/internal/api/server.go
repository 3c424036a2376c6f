// Package api implements the registry's RPCs. It converts between messages and the types of package registrations, with
// one file for each RPC.
package api

import (
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/addresses"
	"github.com/salaatflow/platform/registry-svc/internal/grants"
	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

// Options are what a Server needs.
type Options struct {
	Registry *registrations.Registry
	// Addresses decides which addresses may be registered.
	Addresses *addresses.Policy
	// Grants decides who may register what.
	Grants *grants.Rules
}

// Server implements RegistryService.
type Server struct {
	registryv1.UnimplementedRegistryServiceServer
	Options
}

// New returns a Server.
func New(options Options) *Server { return &Server{Options: options} }
