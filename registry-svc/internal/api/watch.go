package api

import (
	"google.golang.org/grpc/metadata"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// Watch streams the catalogue once it has settled, and then every change.
func (s *Server) Watch(_ *registryv1.WatchRequest, stream registryv1.RegistryService_WatchServer) error {
	watch := s.Registry.Watch()
	defer watch.Close()
	if err := stream.SendHeader(metadata.MD{}); err != nil { // shows that the registry is there, settled or not
		return err
	}
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
