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
