// Package api serves the audit trail over gRPC. It converts between messages and the types of package trail.
package api

import (
	"log/slog"

	auditv1 "github.com/salaatflow/platform/proto/salaatflow/audit/v1"

	"github.com/salaatflow/platform/audit-svc/internal/trail"
	"github.com/salaatflow/platform/services/mtls"
)

// Server implements AuditService. The server's interceptors have validated each request and identified the caller.
type Server struct {
	auditv1.UnimplementedAuditServiceServer
	trail  trail.Store
	own    *mtls.Source // nil without TLS
	logger *slog.Logger
}

// New returns a Server of a trail. With TLS, own tells programs apart; nil believes every program.
func New(kept trail.Store, own *mtls.Source, logger *slog.Logger) *Server {
	return &Server{trail: kept, own: own, logger: logger}
}
