// Package api serves masjids and prayer times over gRPC. It converts between messages and the types of the other
// packages.
package api

import (
	"context"

	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	"github.com/salaatflow/platform/masjid-svc/internal/moons"
	"github.com/salaatflow/platform/masjid-svc/internal/prayers"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	"github.com/salaatflow/platform/services/identity"
)

// Server implements MasjidService. The server's interceptors have validated each request.
type Server struct {
	masjidv1.UnimplementedMasjidServiceServer
	directory *directory.Directory
	prayers   *prayers.Service
	moons     *moons.Moons
}

// New returns a Server for directory, prayers and moons.
func New(directory *directory.Directory, prayers *prayers.Service, moons *moons.Moons) *Server {
	return &Server{directory: directory, prayers: prayers, moons: moons}
}

// userFrom returns the id of the user who is calling, or 0.
func userFrom(ctx context.Context) int32 { return identity.FromContext(ctx).UserID }
