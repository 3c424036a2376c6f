package api

import (
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// Watch streams the catalogue once it is settled, and then every change.
func (s *Server) Watch(_ *registryv1.WatchRequest, stream registryv1.RegistryService_WatchServer) error {
	watch := s.Registry.Watch()
	defer watch.Close()
	for {
		message, err := watch.Next(stream.Context())
		if err != nil {
			return err
		}
		if err := stream.Send(message); err != nil {
			return err
		}
	}
}
