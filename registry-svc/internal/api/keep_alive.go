package api

import (
	"errors"
	"io"

	"google.golang.org/protobuf/types/known/durationpb"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// maxLeasesOfStream bounds what one stream makes the registry remember.
const maxLeasesOfStream = 1024

// KeepAlive renews a lease with each message. When the stream breaks instead of being ended, the instances of its
// leases are looked after at once.
func (s *Server) KeepAlive(stream registryv1.RegistryService_KeepAliveServer) error {
	kept := map[string]struct{}{}
	for {
		request, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			s.silent(kept)
			return err
		}
		ttl, err := s.registry.KeepAlive(stream.Context(), request.GetLeaseId())
		if err != nil {
			return refusal(err)
		}
		if len(kept) < maxLeasesOfStream {
			kept[request.GetLeaseId()] = struct{}{}
		}
		if err := stream.Send(&registryv1.KeepAliveResponse{Ttl: durationpb.New(ttl)}); err != nil {
			s.silent(kept)
			return err
		}
	}
}

func (s *Server) silent(leases map[string]struct{}) {
	for lease := range leases {
		s.registry.Silent(lease)
	}
}
