// Package api serves masjids and prayer times by gRPC: it turns messages into what the packages of the rules deal with,
// and back.
package api

import (
	"context"

	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	"github.com/salaatflow/platform/masjid-svc/internal/prayers"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	"github.com/salaatflow/platform/services/identity"
)

// Server is the MasjidService. Requests reach it validated: the server's interceptors see to that.
type Server struct {
	masjidv1.UnimplementedMasjidServiceServer
	directory *directory.Directory
	prayers   *prayers.Service
}

// New serves what directory and prayers know.
func New(directory *directory.Directory, prayers *prayers.Service) *Server {
	return &Server{directory: directory, prayers: prayers}
}

// userFrom is the number of the user who is calling, 0 for nobody.
func userFrom(ctx context.Context) int32 { return identity.FromContext(ctx).UserID }
