package api

import (
	"errors"
	"io"

	"google.golang.org/protobuf/types/known/durationpb"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

// maxLeasesOfStream bounds what one stream makes the registry remember.
const maxLeasesOfStream = 1024

// KeepAlive renews a lease with each message. If the stream breaks before the client has closed it, the instances of
// its leases are checked at once.
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
		renewal, err := s.Registry.KeepAlive(stream.Context(), request.GetLeaseId())
		if err != nil {
			return refusal(err)
		}
		if len(kept) < maxLeasesOfStream {
			kept[request.GetLeaseId()] = struct{}{}
		}
		if err := stream.Send(answerOf(renewal)); err != nil {
			s.silent(kept)
			return err
		}
	}
}

func answerOf(r registrations.Renewal) *registryv1.KeepAliveResponse {
	return &registryv1.KeepAliveResponse{Ttl: durationpb.New(r.TTL), Unpublished: !r.Published}
}

func (s *Server) silent(leases map[string]struct{}) {
	for lease := range leases {
		s.Registry.Silent(lease)
	}
}
