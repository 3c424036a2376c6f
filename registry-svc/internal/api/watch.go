package api

import (
	"google.golang.org/grpc/metadata"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/discovery"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

// Watch streams the catalogue once it has settled, or what changed since the watcher's position, and then every change.
func (s *Server) Watch(request *registryv1.WatchRequest, stream registryv1.RegistryService_WatchServer) error {
	from := registrations.Position{History: request.GetHistory(), Revision: request.GetRevision()}
	watch, err := s.Registry.Watch(stream.Context(), from,
		registrations.Form{Parts: request.GetParts(), Services: request.GetServices()})
	if err != nil {
		return refusal(err)
	}
	defer watch.Close()
	header := metadata.MD{} // shows that the registry is there, settled or not
	if !s.Registry.Settled() {
		header.Set(discovery.UnsettledHeader, "true")
	}
	if err := stream.SendHeader(header); err != nil {
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
